"""Study how far a conclusion about metrics depends on choices that could have been made otherwise."""

PANEL = "Metrics"
