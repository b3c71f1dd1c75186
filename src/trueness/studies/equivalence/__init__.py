"""Test which metrics agree equally well with a human scorer, within a margin fixed beforehand."""

PANEL = "Metrics"
