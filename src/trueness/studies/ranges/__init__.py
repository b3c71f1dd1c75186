"""How the range of scores moves the agreement of metrics."""

COMMAND = "compare"
EXAMPLE = "compare scores.csv --human quality --ranges"
USUAL = ("--human", "--metrics", "--bins", "--bins-by", "--normalise", "--texts", "--out", "--json")
