"""Whether a metric agrees with people under another condition as well as under the reference, or less."""

from __future__ import annotations

import math
from typing import NamedTuple

from trueness.decisions.decision import Decision, Ground, Rule, Side

AGREES_AS_WELL = Rule(
    name="agrees_as_well",
    question="Does the metric agree with people as well under the condition?",
    promise="In {share} of studies no yes is said of a metric whose agreement differs by the margin or more.",
    broken=0.05,
    needs="a margin, and a test of equivalence corrected over metrics, human scores and conditions",
    source="two one-sided tests (Schuirmann 1987), docs/promises.md",
)

AGREES_LESS = Rule(
    name="agrees_less",
    question="Does the metric agree with people less under the condition?",
    promise="In {share} of studies neither yes nor no is said of a metric whose agreement is the same.",
    broken=0.05,
    needs="a test of the difference corrected over metrics, human scores and conditions",
    source="docs/promises.md",
)

LOSS, PVALUE = "loss", "pvalue_adjusted"


class Changed(NamedTuple):
    """What is known of a metric under a condition.

    Attributes
    ----------
    loss, low, high : float
        Its correlation under the reference less that under the condition, and the interval.
    margin_low, margin_high : float
        Between which a difference counts as none; infinite where a side has no bound.
    pvalue_equivalence, pvalue_difference : float
        After correction; NaN where not tested.
    """

    loss: float
    low: float
    high: float
    margin_low: float
    margin_high: float
    pvalue_equivalence: float
    pvalue_difference: float


def agrees_as_well(
    about: str, found: Changed, *, applies_to: str, alpha: float, level: str, coefficient: str
) -> Decision:
    """Return yes where the loss is shown to lie within the margin; a test of equivalence never says no.

    Parameters
    ----------
    about : str
    found : Changed
    applies_to : str
    alpha : float
    level, coefficient : str
    """
    side: Side = "within"
    bar = min(-found.margin_low, found.margin_high)
    if math.isinf(found.margin_high):
        side, bar = "at_least", found.margin_low
    elif math.isinf(found.margin_low):
        side, bar = "at_most", found.margin_high
    return AGREES_AS_WELL.decide(
        [_loss(found, bar, side), _significant(found.pvalue_equivalence, alpha)],
        applies_to=applies_to,
        about=about,
        level=level,
        coefficient=coefficient,
        broken=alpha,
    )


def agrees_less(
    about: str, found: Changed, *, applies_to: str, alpha: float, level: str, coefficient: str
) -> Decision:
    """Return yes where a loss is shown, no where a gain is.

    Parameters
    ----------
    about : str
    found : Changed
    applies_to : str
    alpha : float
    level, coefficient : str
    """
    return AGREES_LESS.decide(
        [_loss(found, 0.0, "above"), _significant(found.pvalue_difference, alpha)],
        applies_to=applies_to,
        about=about,
        level=level,
        coefficient=coefficient,
        broken=alpha,
    )


def _loss(found: Changed, bar: float, side: Side) -> Ground:
    return Ground(measure=LOSS, estimate=found.loss, low=found.low, high=found.high, bar=bar, side=side)


def _significant(pvalue: float, alpha: float) -> Ground:
    return Ground(
        measure=PVALUE, estimate=pvalue, low=pvalue, high=pvalue, bar=alpha, side="at_most", need=True
    )
