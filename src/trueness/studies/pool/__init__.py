"""Compare metrics over several tables, such as all language pairs of a test set, as one analysis."""

PANEL = "Metrics"
