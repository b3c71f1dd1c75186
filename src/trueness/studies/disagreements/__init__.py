"""List the outputs on which metrics and people differ most."""

PANEL = "I have scores by metrics and by people"
EXAMPLE = "disagreements scores.csv --human quality --texts texts.jsonl"
USUAL = ("--human", "--metrics", "--texts", "--among", "--listed", "--out", "--json")
