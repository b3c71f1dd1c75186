"""Learn a metric from human scores, and test if it is better."""

PANEL = "I have scores by metrics and by people"
EXAMPLE = "learn scores.csv --human quality --out my_metric"
USUAL = (
    "--human",
    "--features",
    "--learner",
    "--over",
    "--level",
    "--coefficient",
    "--folds",
    "--out",
    "--json",
)
