"""How much wider intervals get if references had been others."""

COMMAND = "compare"
EXAMPLE = "compare scores.csv --human quality --references --texts texts.jsonl"
USUAL = (
    "--texts",
    "--human",
    "--metrics",
    "--multiple",
    "--level",
    "--coefficient",
    "--over",
    "--out",
    "--json",
)
