"""Whether a metric agrees with people as well as it does under another condition, or as one of the people, or less."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from trueness.decisions.decision import Decision, Ground, Rule, Side

AGREES_AS_WELL = Rule(
    name="agrees_as_well",
    question="Does a metric agree with people as well as under the reference, or as one of the people does?",
    promise="In {share} of studies a metric whose agreement lies outside the margin gets no yes.",
    broken=0.05,
    needs="under a condition a margin, and a test of equivalence corrected over metrics, human scores and conditions; "
    "beside people at least two who agree with each other, and a score for every output that they rated",
    source="two one-sided tests (Schuirmann 1987), docs/promises.md",
)

AGREES_LESS = Rule(
    name="agrees_less",
    question="Does a metric agree with people less than under the reference, or than one of the people does?",
    promise="In {share} of studies a metric whose agreement is the same gets neither yes nor no.",
    broken=0.05,
    needs="an interval; under a condition a test of the difference corrected over metrics, human scores and conditions"
    "; beside people, for a no, a score for every output that they rated",
    source="docs/promises.md",
)

LOSS, PVALUE = "loss", "pvalue_adjusted"


class Beside(NamedTuple):
    """What is known of a metric beside what it is held against.

    Attributes
    ----------
    loss, low, high : float
        The correlation under the reference, or of a person, less that of the metric, and the interval.
    margin_low, margin_high : float
        Between which a difference counts as none; infinite where a side has no bound.
    pvalue_equivalence, pvalue_difference : float or None
        After correction; NaN where not tested, None where the interval alone decides.
    """

    loss: float
    low: float
    high: float
    margin_low: float
    margin_high: float
    pvalue_equivalence: float | None = None
    pvalue_difference: float | None = None


def agrees_as_well(
    about: str,
    found: Beside,
    *,
    applies_to: str,
    alpha: float,
    level: str,
    coefficient: str,
    needs: Iterable[Ground] = (),
) -> Decision:
    """Return yes where the loss is shown to lie within the margin; a test of equivalence never says no.

    Parameters
    ----------
    about : str
    found : Beside
    applies_to : str
    alpha : float
        In how many studies a yes may be wrong.
    level, coefficient : str
    needs : iterable of Ground
        What has to be met besides.
    """
    side: Side = "within"
    bar = min(-found.margin_low, found.margin_high)
    if math.isinf(found.margin_high):
        side, bar = "at_least", found.margin_low
    elif math.isinf(found.margin_low):
        side, bar = "at_most", found.margin_high
    return AGREES_AS_WELL.decide(
        [_loss(found, bar, side), *_significant(found.pvalue_equivalence, alpha), *needs],
        applies_to=applies_to,
        about=about,
        level=level,
        coefficient=coefficient,
        broken=alpha,
    )


def agrees_less(
    about: str,
    found: Beside,
    *,
    applies_to: str,
    alpha: float,
    level: str,
    coefficient: str,
    needs: Iterable[Ground] = (),
) -> Decision:
    """Return yes where a loss is shown, no where a gain is.

    Parameters
    ----------
    about : str
    found : Beside
    applies_to : str
    alpha : float
    level, coefficient : str
    needs : iterable of Ground
        What has to be met besides.
    """
    return AGREES_LESS.decide(
        [_loss(found, 0.0, "apart"), *_significant(found.pvalue_difference, alpha), *needs],
        applies_to=applies_to,
        about=about,
        level=level,
        coefficient=coefficient,
        broken=alpha,
    )


def _loss(found: Beside, bar: float, side: Side) -> Ground:
    return Ground(measure=LOSS, estimate=found.loss, low=found.low, high=found.high, bar=bar, side=side)


def _significant(pvalue: float | None, alpha: float) -> list[Ground]:
    if pvalue is None:
        return []
    return [
        Ground(measure=PVALUE, estimate=pvalue, low=pvalue, high=pvalue, bar=alpha, side="at_most", need=True)
    ]
