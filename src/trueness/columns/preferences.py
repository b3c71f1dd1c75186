"""Columns of preferences between two outputs."""

from __future__ import annotations

from trueness.columns.meaning import Meaning

BY = Meaning("A judge, a metric, or ``people``: what most of them say.", "By")
AGREES = Meaning("Agreement with one person.", "Agrees")
CATEGORY = Meaning("A category of inputs.", "Category")

COLUMNS = {
    "ties": Meaning("The rule for ties."),
    "n_both": Meaning("Pairs that two people judged.", "Pairs of two"),
    "estimate_annotator": Meaning("Agreement of the person with all others.", "Person"),
    # the order in which outputs are shown
    "order_effect": Meaning(
        "Log odds that being shown first adds at equal strength of the systems.", "Log odds"
    ),
    "n_verdicts": Meaning("Verdicts whose order is known."),
    # strengths
    "rank": Meaning("1 is the strongest."),
    "n_comparisons": Meaning("Comparisons of the system."),
    "in_order": Meaning(
        "Share of pairs of systems that both order the same way, (1 + tau) / 2, for other systems, other inputs and, "
        "where there are enough, other people.",
    ),
    "plain": Meaning("Pearson's r of the strengths with their noise.", "With noise"),
    "kendall": Meaning("Kendall's tau of the two rankings.", "Kendall's tau"),
    "n_agreed": Meaning(
        "Pairs of systems that people and judge are both shown to order, the same way.", "Alike"
    ),
    # circles
    "n_triads": Meaning("Triads without a tie."),
    "n_tied": Meaning("Those with a tie.", "With ties"),
}
