"""Text in, scores out: one metric per file, and a registry of them."""
