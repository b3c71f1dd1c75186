"""Whether metrics agree with people because both go with something else, such as length."""

COMMAND = "compare"
EXAMPLE = "compare scores.csv --human quality --partial --given length,system"
USUAL = ("--human", "--metrics", "--given", "--clusters", "--correction", "--alpha", "--out", "--json")
