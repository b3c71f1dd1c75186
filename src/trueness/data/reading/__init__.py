"""Whatever the file: recognised, and read as scores or as texts."""
