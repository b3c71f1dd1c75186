"""Several tables, such as all language pairs, as one analysis."""

COMMAND = "compare"
EXAMPLE = "compare wmt22/ --pool --part '*-en' --human mqm"
USUAL = (
    "--part",
    "--tables-by",
    "--human",
    "--metrics",
    "--weights",
    "--overall",
    "--level",
    "--coefficient",
    "--margin",
    "--out",
    "--json",
)
