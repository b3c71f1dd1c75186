"""Say whether a judge moved between two batches, or the systems did, by outputs judged in both."""

PANEL = "People, judges and systems"
