"""Several tables, such as all language pairs of a test set, as one analysis."""
