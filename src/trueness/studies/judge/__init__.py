"""Validate judges: agreement, bias, calibration, and what their scores are worth beside human labels."""

PANEL = "People, judges and systems"
