"""Which side of a difference a margin bounds: both, or one, which asks less than equivalence."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np

from trueness.statistics.array_types import FloatArray
from trueness.statistics.equivalence.bootstrap_equivalence import EquivalenceTest, smallest_margin
from trueness.statistics.equivalence.equivalence_bounds import Bounds

Side = Literal["low", "high"]

OneSided = Literal["not worse", "not better"]

SHOWN: dict[Side, OneSided] = {"low": "not worse", "high": "not better"}
"""What a test against one bound shows of the metric: non-inferiority, or non-superiority."""


def margin_side(bounds: Bounds) -> Side | None:
    """Return the only side that has a bound; None where both have one, or a margin is undefined."""
    if math.isinf(bounds.high) and not math.isinf(bounds.low):
        return "low"
    if math.isinf(bounds.low) and not math.isinf(bounds.high):
        return "high"
    return None


def smallest_side_margin(test: EquivalenceTest, samples: FloatArray, bounds: Bounds, alpha: float) -> float:
    """Return the smallest margin of what was tested: on the side that has a bound, or symmetric where both have one.

    Parameters
    ----------
    test : EquivalenceTest
    samples : array of shape (B,)
        Bootstrap values behind it; empty for closed forms.
    bounds : Bounds
    alpha : float

    Returns
    -------
    float
        Every larger margin passes; infinite if none passes, NaN where the difference is undefined.
    """
    side = margin_side(bounds)
    if side is None or math.isnan(test.smallest_margin):
        return test.smallest_margin
    if samples.size:  # what lies on the other side of 0 speaks for no margin
        return smallest_margin((np.minimum if side == "low" else np.maximum)(samples, 0.0), alpha=alpha)
    return max(0.0, -test.low if side == "low" else test.high)
