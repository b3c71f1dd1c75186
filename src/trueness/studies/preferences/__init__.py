"""Compare judges' and metrics' preferences between two outputs with people's, and rank systems by them."""

PANEL = "People, judges and systems"
