"""Preferences between two outputs, and how they are read."""
