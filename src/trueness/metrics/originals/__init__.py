"""Metrics that run their authors' program where the user has it: one class a program, none of its code."""
