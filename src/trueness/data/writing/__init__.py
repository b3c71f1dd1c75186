"""Scores and texts written to files."""
