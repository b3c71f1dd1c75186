"""Rules that turn numbers into a yes, a no or "cannot tell": a file for each, every one with a promise."""
