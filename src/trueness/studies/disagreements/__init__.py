"""List the outputs, systems and inputs on which metrics and people differ most, to be read."""

PANEL = "Metrics"
