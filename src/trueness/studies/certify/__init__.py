"""How tests and intervals behave where the truth is known."""

COMMAND = "plan"
EXAMPLE = "plan --certify --grid quick --folder kept --out certified.html"
USUAL = (
    "--fit",
    "--human",
    "--metrics",
    "--grid",
    "--tests",
    "--intervals",
    "--runs",
    "--folder",
    "--minutes",
    "--out",
)
