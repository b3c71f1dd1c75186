"""How far people agree, and metrics beside one more annotator."""

COMMAND = "judge"
EXAMPLE = "judge ratings.csv --human quality --annotators"
USUAL = (
    "--human",
    "--metrics",
    "--combination",
    "--calibration",
    "--epsilon",
    "--level",
    "--coefficient",
    "--out",
    "--json",
)
