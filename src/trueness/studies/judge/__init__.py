"""Validate judges: agreement, bias, calibration, worth."""

PANEL = "I have scores or labels by a judge, and by people"
EXAMPLE = "judge labels.csv --human human --judge gpt --out page.html"
USUAL = (
    "--human",
    "--judge",
    "--by",
    "--gate",
    "--positive",
    "--threshold",
    "--labels",
    "--texts",
    "--out",
    "--json",
)
