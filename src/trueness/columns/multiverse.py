"""Columns of claims under all choices."""

from __future__ import annotations

from trueness.columns.meaning import Meaning

COLUMNS = {
    "n_analyses": Meaning("Analyses with a value, each computation counted once."),
    "share_better": Meaning(
        "Share of the analyses with a higher correlation of the metric than of its rival.", "Better"
    ),
    "share_worse": Meaning("Share of the analyses with a lower correlation."),
    "share_significantly_worse": Meaning("With a significantly lower one.", "Significantly worse"),
    "smallest": Meaning("The smallest difference."),
    "choice": Meaning("What was chosen."),
    "value": Meaning("How it was chosen."),
    "n_values": Meaning("Values of the choice."),
    "lowest": Meaning("The value with the lowest mean difference.", "Lowest with"),
    "highest": Meaning("The value with the highest mean difference.", "Highest with"),
    # ranks
    "mean_rank": Meaning(
        "Mean over analyses of the rank, 1 for the highest correlation; equal ones share the mean of theirs.",
    ),
    "best_rank": Meaning("The best rank in any analysis.", "Best"),
    "worst_rank": Meaning("The worst rank in any analysis.", "Worst"),
    "share_first": Meaning("Share of the analyses in which no metric has a higher correlation.", "First"),
    # single analyses
    "analysis": Meaning("Its number.", "No."),
    "choices": Meaning("What analyses that do not exist have in common."),
    "aggregate": Meaning("How a metric's scores of systems come about; empty where it makes no difference."),
    "systems": Meaning("Which systems.", "Which systems"),
    "inputs": Meaning("Which inputs.", "Which inputs"),
    "variants": Meaning("Which variants of metrics."),
}
