"""The score table, how rows become one, and what is done to it."""
