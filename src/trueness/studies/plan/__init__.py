"""Plan annotation from a pilot: how wide the interval and how strong the test would be, at what cost."""

PANEL = "Designing studies"
