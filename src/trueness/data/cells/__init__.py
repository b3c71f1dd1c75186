"""Rows as files hold them: what their columns are called, and what their cells say."""
