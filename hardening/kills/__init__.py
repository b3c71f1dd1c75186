"""Commands that are killed at any moment: the same command, given again, ends as if nothing had happened."""
