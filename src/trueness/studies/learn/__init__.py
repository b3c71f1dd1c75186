"""Metrics learned from human scores, and whether they agree with people better than any metric they are made of."""
