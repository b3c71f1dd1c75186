"""At which level each of several hypotheses is tested by Holm's method, where their intervals are at hand."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray


def stepped_levels(count: int, alpha: float, shown: Callable[[float], BoolArray]) -> FloatArray:
    """Return the level at which each of several hypotheses is decided by Holm's step-down method.

    All are tested at alpha / K first; where r of them are rejected the others are tested at alpha / (K - r), until none
    is. Those rejected keep the level that did it, all others have the last. An interval with the confidence 1 - level
    excludes what is tested exactly where the adjusted p-value is at most alpha.

    Parameters
    ----------
    count : int
        K.
    alpha : float
        In how many families one that is true may be rejected.
    shown : callable
        From a level to an array of shape (K,): whether each is rejected at it. One that is at a level is at all larger
        ones.

    Returns
    -------
    array of shape (K,)

    References
    ----------
    Holm (1979), A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6.
    """
    levels = np.full(count, np.nan)
    left = np.ones(count, dtype=bool)
    while left.any():
        level = alpha / int(left.sum())
        new = left & np.asarray(shown(level), dtype=bool)
        levels[left] = level
        if not new.any():
            break
        left &= ~new
    return levels
