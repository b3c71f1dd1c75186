"""What becomes of metrics in translations or other versions."""

COMMAND = "compare"
EXAMPLE = "compare en.csv --human quality --conditions --against es=es.csv"
USUAL = (
    "--human",
    "--metrics",
    "--against",
    "--back",
    "--margin",
    "--level",
    "--coefficient",
    "--method",
    "--out",
    "--json",
)
