"""What a source is: told by its name, and by a look inside."""
