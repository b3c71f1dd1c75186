"""Leaving out one unit at a time, and what follows from it."""
