"""Test which systems are better than which, and whether metrics come to people's conclusions."""

PANEL = "People, judges and systems"
