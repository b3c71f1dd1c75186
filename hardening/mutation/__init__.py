"""Mutation testing: whether a test fails when the source is changed."""
