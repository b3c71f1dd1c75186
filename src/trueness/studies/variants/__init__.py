"""Compare variants of metrics, by means and medians, and say what the best owes to luck."""

PANEL = "Metrics"
