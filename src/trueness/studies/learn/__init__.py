"""Learn a metric from human scores, and test whether it agrees better than any metric it is made of."""

PANEL = "Metrics"
