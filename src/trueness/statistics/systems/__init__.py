"""Tests of one system against another by the scores of their outputs."""
