"""Answers on paper: tables, figures, the methods paragraph, the manifest and the report."""
