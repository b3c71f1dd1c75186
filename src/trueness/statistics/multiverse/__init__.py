"""Statistics of one question put to the same scores in many ways."""
