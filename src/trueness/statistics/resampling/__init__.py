"""Correlations at every level, and bootstraps and permutations of them: many at a time, on several workers."""
