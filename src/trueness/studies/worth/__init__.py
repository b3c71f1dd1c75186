"""What a difference in a score is worth: who people then prefer."""

COMMAND = "compare"
EXAMPLE = "compare scores.csv --human quality --worth --difference 2"
USUAL = ("--human", "--metrics", "--difference", "--curve", "--human-ties", "--separated", "--out", "--json")
