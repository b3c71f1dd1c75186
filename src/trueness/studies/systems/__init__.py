"""Test which systems are better than which, and if metrics agree."""

PANEL = "I have scores by metrics and by people"
EXAMPLE = "systems scores.csv --human quality"
USUAL = (
    "--human",
    "--metrics",
    "--scorer",
    "--people",
    "--test",
    "--correction",
    "--without",
    "--out",
    "--json",
)
