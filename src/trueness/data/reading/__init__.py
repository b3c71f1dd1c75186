"""Whatever the file: read as scores or as texts."""
