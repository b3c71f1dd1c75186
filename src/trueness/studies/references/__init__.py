"""Say how much wider intervals of correlations get if the references could have been others."""

PANEL = "Metrics"
