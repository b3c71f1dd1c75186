"""Texts in, the same texts in another language out."""
