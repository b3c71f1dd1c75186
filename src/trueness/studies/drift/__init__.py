"""Whether a judge moved between two batches, or the systems did."""

COMMAND = "judge"
EXAMPLE = "judge may.csv june.csv --drift --judge gpt"
USUAL = (
    "--judge",
    "--human",
    "--batch-column",
    "--batches",
    "--anchors",
    "--mix",
    "--mean-margin",
    "--out",
    "--json",
)
