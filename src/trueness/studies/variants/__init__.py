"""Variants of metrics side by side: which are not outperformed, by which options, and how lucky the best is."""
