"""Metrics' scores beside people's labels: two classes in place of numbers."""
