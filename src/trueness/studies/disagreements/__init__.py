"""Outputs on which metrics and people differ most, to be read."""
