"""Which metrics agree equally well with people, within a margin."""

COMMAND = "compare"
EXAMPLE = "compare scores.csv --human quality --equivalence --margin 0.05"
USUAL = (
    "--human",
    "--metrics",
    "--margin",
    "--margin-low",
    "--margin-high",
    "--against",
    "--by",
    "--level",
    "--coefficient",
    "--method",
    "--out",
    "--json",
)
