"""Columns of what differences between scores are worth."""

from __future__ import annotations

from trueness.columns.meaning import Meaning

PAIRS_OF = Meaning("What pairs are of: ``systems``, or ``outputs`` of one input.", "Pairs of")

COLUMNS = {
    "curve": Meaning("How a difference becomes a chance: ``logistic`` or ``isotonic``."),
    "beyond": Meaning("Whether no pair differs by as much."),
    "reached": Meaning(
        "Whether the chance is reached: ``yes``, ``beyond`` where no pair differs by as much, or ``never``."
    ),
    "n_human_ties": Meaning("Pairs that people tie."),
    "n_metric_ties": Meaning("Pairs that the metric ties."),
    "largest": Meaning("The largest difference."),
    "held_out": Meaning("Of which pairs curves know nothing: of ``systems``, or of ``systems and inputs``."),
    "loss_constant": Meaning("Mean log loss, held out, of the share of agreement alone."),
    "loss_logistic": Meaning("Mean log loss, held out, of the logistic curve."),
    "loss_isotonic": Meaning("Mean log loss, held out, of the isotonic curve."),
    "miscalibration_logistic": Meaning(
        "Mean distance of the logistic curve's chances from what happened, held out, in five groups of similar "
        "chances."
    ),
    "miscalibration_isotonic": Meaning("The same of the isotonic curve."),
}
