"""Metrics that were learned from human scores: what they compute, how they are kept, and how texts get their scores."""
