"""What repeated runs and several judges are worth together."""

COMMAND = "judge"
EXAMPLE = "judge labels.csv --human human --panel"
USUAL = ("--human", "--judge", "--scale", "--labels", "--out", "--json")
