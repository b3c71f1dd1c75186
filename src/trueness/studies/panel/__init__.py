"""Say what repeated runs of a judge, and several judges together, are worth, and whom to drop."""

PANEL = "People, judges and systems"
