"""What other random numbers may change: decisions whose p-values lie within Monte Carlo error of the bar."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from trueness.statistics.array_types import FloatArray
from trueness.statistics.corrections import smallest_attainable
from trueness.study.rows import Caution
from trueness.study.setting import MOST_RESAMPLES

NORMAL_QUANTILE = 1.96
"""Of a two-sided 95% interval for the p-value that infinitely many resamples would give."""

RECOMMENDED_RESAMPLES = 99_999


def open_decisions(
    pvalues: FloatArray, resamples: FloatArray, rejected: Callable[[FloatArray], np.ndarray]
) -> int:
    """Count the decisions of a family that lie within Monte Carlo error.

    Every p-value p of B resamples is moved to the lower, then to the upper end of its 95% binomial interval
    p -+ 1.96 sqrt(p (1 - p) / B), no lower than the smallest a test can give. A decision is open where the two
    corrected decisions differ. All move together, so the count is an upper estimate.

    Parameters
    ----------
    pvalues, resamples : arrays of shape (F,)
        Of F tests, with the resamples that had a value.
    rejected : callable
        Which tests are rejected after correction, from p-values of shape (F,).
    """
    half = NORMAL_QUANTILE * np.sqrt(pvalues * (1 - pvalues) / resamples)
    floor = np.array([smallest_attainable(int(count)) for count in resamples])
    low, high = rejected(np.maximum(pvalues - half, floor)), rejected(np.minimum(pvalues + half, 1.0))
    return int(np.sum(low != high))


def monte_carlo(n_open: int, total: int, resamples: int) -> tuple[Caution, ...]:
    """Return a note that decisions lie within Monte Carlo error; nothing where none does.

    Parameters
    ----------
    n_open, total : int
        Decisions: those that other random numbers may change, and all.
    resamples : int
        The most that one rests on.
    """
    if not n_open:
        return ()
    more = RECOMMENDED_RESAMPLES if resamples < RECOMMENDED_RESAMPLES else 10 * (resamples + 1) - 1
    remedy = f" More resamples (--resamples {more}) settle most of them." if more <= MOST_RESAMPLES else ""
    said = (
        f"The p-values rest on {resamples} random resamples. With another seed up to {n_open} of {total} decisions may "
        f"differ.{remedy}"
    )
    return (Caution("monte_carlo", "note", said),)
