"""Columns of outputs that people and metrics, or two metrics, put far apart.

The unit of distances is the longest way that an output can be moved, from first to last.
"""

from __future__ import annotations

from trueness.columns.meaning import Meaning

DISTANCE = Meaning(
    "Mean distance of the two places of an output, as a share of the longest way; its interval is of other inputs.",
    "Distance",
)
IF_SHUFFLED = Meaning("What it would be if the metric's scores were shuffled within inputs.", "Random")

COLUMNS = {
    "score_human": Meaning("People's score.", "People"),
    "score": Meaning("The metric's score.", "Metric's"),
    "place_human": Meaning(
        "The output's place in the order of people, 1 is best; outputs that tie share the mean of their places.",
        "by people",
    ),
    "place_metric": Meaning("Its place in the order of the metric.", "Place by metric"),
    "place_rival": Meaning("Its place in the order of the rival.", "by rival"),
    "n_placed": Meaning("Outputs that were placed.", "of"),
    "gap": Meaning("How much further up the metric has it, from -1 to 1."),
    "nearer": Meaning(
        "The metric whose place is nearer to people's; empty where both are as near.",
        "Nearer to people",
    ),
}
