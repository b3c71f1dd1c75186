"""Which metrics agree with people, how sure that is, and which are better than which."""
