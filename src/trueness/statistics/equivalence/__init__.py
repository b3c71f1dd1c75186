"""Whether two correlations are as good as equal, and how often one metric beats another."""
