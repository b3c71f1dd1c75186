"""The agreement of two score matrices, its interval and tests, as plain functions."""
