"""Study how the range of scores moves the agreement of metrics, and how much of that is its width."""

PANEL = "Metrics"
