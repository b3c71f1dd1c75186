"""Certify: size and power of every test, coverage of every interval, on simulated tables with a known truth."""

PANEL = "Designing studies"
