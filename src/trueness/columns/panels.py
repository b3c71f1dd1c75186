"""Columns of runs of a judge, and of judges together."""

from __future__ import annotations

from trueness.columns.meaning import Meaning

COLUMNS = {
    "panel": Meaning("A judge, whose runs are the members, or ``(judges)``, all of them."),
    "n_members": Meaning("Members of the panel."),
    "n_effective": Meaning(
        "How many members with independent errors it is worth: the mean variance of an error over the variance of the "
        ""
        "mean error.",
        "Worth",
    ),
    "error_correlation": Meaning(
        "Mean over pairs of members of the correlation of their errors; NaN without people, or where one never errs."
    ),
    "n_runs": Meaning("Runs of the judge."),
    "flip_rate": Meaning("Share of outputs on which two runs differ.", "Two differ"),
    "within_sd": Meaning(
        "Standard deviation of runs on one output; NaN of labels without an order.", "SD within"
    ),
    "between_sd": Meaning("Standard deviation of outputs; NaN of labels without an order.", "SD between"),
    "icc": Meaning("Share of the variance of a single run that lies between outputs.", "ICC"),
    "without": Meaning("Agreement of the panel without the judge.", "Panel without"),
}
