"""Which systems are better than which, by people and by metrics."""
