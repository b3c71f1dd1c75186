"""What the columns of results mean, declared once: a file a subject."""
