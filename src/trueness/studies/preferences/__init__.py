"""Whether judges and metrics prefer what people prefer."""

COMMAND = "judge"
EXAMPLE = "judge pairs.csv --preferences --judge gpt"
USUAL = (
    "--judge",
    "--people",
    "--verdicts",
    "--a-first",
    "--scores",
    "--metrics",
    "--by",
    "--ties",
    "--agreement-margin",
    "--out",
    "--json",
)
