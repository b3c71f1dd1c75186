"""Texts and scores: reading, writing, joining, and the public data sets."""
