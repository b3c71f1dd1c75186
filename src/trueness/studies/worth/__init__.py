"""Say what a difference in a metric's score is worth: how often people prefer the same."""

PANEL = "Metrics"
