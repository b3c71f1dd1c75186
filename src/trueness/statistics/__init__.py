"""Scores in, numbers out: correlations, intervals, tests. Knows no text, no files, no figures."""
