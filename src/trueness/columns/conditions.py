"""Columns of equivalence, conditions, and other references."""

from __future__ import annotations

from trueness.columns.meaning import Meaning

COLUMNS = {
    "condition": Meaning(
        "The condition of the scores; empty for the reference, or where there is one table."
    ),
    # within a margin
    "margin_low": Meaning(
        "Bounds of the region that counts as no difference; infinite where a side has none, NaN where a margin from "
        "annotators is undefined.",
        "Margin",
    ),
    "margin_kind": Meaning("The number, ``sd`` or ``range``."),
    "correlations": Meaning("With each annotator."),
    "equivalence_low": Meaning(
        "The interval with confidence 1 - 2 alpha: equivalence is shown where it lies within the margin."
    ),
    "pvalue_equivalence": Meaning("With a margin, that the difference lies within it."),
    "pvalue_equivalence_adjusted": Meaning("`pvalue_equivalence` after the correction.", "p equivalent"),
    "equivalent": Meaning(
        "Whether it is shown after correction; with one bound, that the difference does not lie beyond it."
    ),
    "smallest_margin": Meaning(
        "The margin beyond which equivalence is shown after correction, if all comparisons had it: symmetric, or on "
        "the only side that has a bound."
    ),
    "too_wide": Meaning(
        "Whether the interval is as wide as the region: equivalence then is not shown, whatever p is."
    ),
    "pvalue_difference": Meaning("Of the test of a difference, two-sided; NaN where not tested."),
    "pvalue_difference_adjusted": Meaning(
        "`pvalue_difference` after the correction.", "p difference, adjusted"
    ),
    # in a family of tests
    "n_equivalent": Meaning("Tests that find equivalence alone.", "Alone, tests"),
    "n_equivalent_adjusted": Meaning("Tests that find equivalence after correction.", "Corrected, tests"),
    "share_equivalent": Meaning("Share of the tests that find equivalence alone.", "Alone"),
    "share_equivalent_adjusted": Meaning(
        "Share of the tests that find equivalence after correction.", "Corrected"
    ),
    "n_different": Meaning("Metrics shown to agree better or worse under a condition.", "Shown to differ"),
    # resolved pairs
    "share_resolved": Meaning(
        "Share of pairs that are resolved under the reference condition, on the outputs that both conditions have.",
        "Resolved",
    ),
    "shift": Meaning("Mean size of the change of P over these pairs.", "Change of P"),
    "shift_signed": Meaning("Mean change of P over these pairs.", "With sign"),
    "n_unresolved": Meaning("Of these, pairs no longer resolved.", "No longer"),
    "n_reversed": Meaning("Pairs in opposite orders."),
    "resolved": Meaning("Whether P is at least the threshold."),
    # the map of scorers
    "role": Meaning("``human`` or ``metric``."),
    "first": Meaning("Coordinate on the first principal component, in ranks."),
    "second": Meaning("Coordinate on the second principal component, in ranks."),
    # references drawn anew
    "varied_low": Meaning("The interval with references drawn anew, too.", "Other references"),
    "widening": Meaning(
        "By how much that interval is wider than with the references at hand, as a share; NaN where that has no "
        "width.",
        "Wider by",
    ),
    "n_references": Meaning("Most references of an input."),
}
