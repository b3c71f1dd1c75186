"""Study how far a claim depends on choices of the analysis."""

PANEL = "I have scores by metrics and by people"
EXAMPLE = "multiverse scores.csv --human quality --claim 'bleu > chrf'"
USUAL = (
    "--human",
    "--metrics",
    "--claim",
    "--level",
    "--coefficient",
    "--systems",
    "--inputs",
    "--variants",
    "--out",
    "--json",
)
