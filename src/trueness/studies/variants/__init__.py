"""Which variants of metrics are best, and what they owe to luck."""

COMMAND = "compare"
EXAMPLE = "compare scores.csv --human quality --variants --varied 'rouge*'"
USUAL = (
    "--human",
    "--metrics",
    "--varied",
    "--aggregates",
    "--dimensions",
    "--named",
    "--coefficient",
    "--top",
    "--out",
    "--json",
)
