"""Damaged and strange files, given to all that reads files: refused with a reason, or read rightly."""
