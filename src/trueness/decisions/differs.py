"""Whether the two of a pair differ, and which one is better."""

from __future__ import annotations

import math
from typing import Literal

from trueness.decisions.decision import Rule

PairVerdict = Literal["better", "worse", "not separated", "undefined"]

DIFFERS = Rule(
    name="differs",
    question="Which of these differ?",
    promise="In {share} of studies no two are said to differ that do not, over all pairs of the family.",
    broken=0.05,
    needs="a test of the pair, corrected within its family",
    source="docs/choosing_a_test.md, docs/choosing_a_correction.md",
)


def pair_verdict(
    difference: float, pvalue: float, alpha: float, alternative: str = "two-sided"
) -> PairVerdict:
    """Return what a test says of the first of a pair against the other.

    Parameters
    ----------
    difference : float
        The first minus the other, larger is better; NaN where undefined.
    pvalue : float
        After the correction; NaN where there is no test.
    alpha : float
        Level.
    alternative : {'two-sided', 'greater', 'less'}
        What was looked for: one-sided tests say nothing of the other direction.
    """
    if math.isnan(difference) or math.isnan(pvalue):
        return "undefined"
    looked_for = {"greater": difference > 0, "less": difference < 0}.get(alternative, difference != 0)
    if pvalue > alpha or not looked_for:
        return "not separated"
    return "better" if difference > 0 else "worse"
