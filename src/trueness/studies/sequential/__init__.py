"""Label until it is settled whether a judge may grade: look after every label, and which outputs to label next."""

COMMAND = "judge"
EXAMPLE = "judge labels.csv --sequential --judge gpt --next 50 --sheet next.csv"
USUAL = (
    "--human",
    "--judge",
    "--next",
    "--sheet",
    "--label-page",
    "--people",
    "--texts",
    "--grade-bar",
    "--applies-to",
    "--out",
    "--json",
)
