"""Columns of learned metrics."""

from __future__ import annotations

from trueness.columns.meaning import Meaning

LEARNED = Meaning("The learned metric.", "Learned")
HELD_OUT = Meaning("What was held out.", "Held out")
LABELLED_INPUTS = Meaning("Labelled inputs that were learned from.", "Labelled inputs")

COLUMNS = {
    "n_splits": Meaning("Splits with a value."),
    "n_features": Meaning("Features of the family."),
    "alone": Meaning("The correlation that is learned from this family alone."),
    "mean_metric": Meaning("Mean prediction of the bin.", "Predicted"),
    "worth": Meaning(
        "Labels alone that would be as precise, by label: 1.2 where ten labels with the metric are worth twelve "
        "alone."
    ),
}
