"""Study the annotators behind a human scorer: agreement, noise, and metrics beside an annotator."""

PANEL = "People, judges and systems"
