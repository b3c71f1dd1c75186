"""Plan how many systems, inputs and annotators a study needs."""

PANEL = "I have a study before me"
EXAMPLE = "plan pilot.csv --human quality --metrics bleu --width 0.2"
USUAL = (
    "--human",
    "--metrics",
    "--systems",
    "--inputs",
    "--annotators",
    "--width",
    "--detect",
    "--assume",
    "--cost",
    "--out",
    "--json",
)
