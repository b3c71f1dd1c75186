"""P-values of rank tests: from the exact distribution of a sum of ranks, or from its normal approximation."""

from __future__ import annotations

import functools
from typing import NamedTuple

import numpy as np

from trueness.statistics.array_types import FloatArray, IntArray


class SidedPvalues(NamedTuple):
    """P-values of one test in its three directions, each of shape (P,)."""

    greater: FloatArray
    less: FloatArray
    two_sided: FloatArray


def normal_pvalues(
    deviation: FloatArray, spread: FloatArray, *, continuity: bool = True, step: float = 0.5
) -> SidedPvalues:
    """Return p-values of statistics that are nearly normal.

    Parameters
    ----------
    deviation, spread : arrays of shape (P,)
        The statistic minus its mean under the null hypothesis, and its standard deviation there. Where that is 0 there
        is one arrangement only, and every p-value is 1.
    continuity : bool
        Whether the statistic is taken half a step less extreme than it is.
    step : float
        That half step.
    """
    from scipy.special import ndtr

    shift = step if continuity else 0.0
    safe = np.where(spread > 0, spread, 1.0)
    greater = ndtr(-(deviation - shift) / safe)
    less = ndtr((deviation + shift) / safe)
    both = np.minimum(1.0, 2.0 * ndtr(-(np.abs(deviation) - shift) / safe))
    sided = (np.where(spread == 0, 1.0, p) for p in (greater, less, both))
    return SidedPvalues(*(np.where(np.isnan(deviation), np.nan, p) for p in sided))


def exact_pvalues(statistic: FloatArray, probabilities: FloatArray) -> SidedPvalues:
    """Return p-values of whole-numbered statistics from the probabilities of 0, 1, 2, … under the null hypothesis.

    The two-sided p-value is twice the smaller one-sided, at most 1.
    """
    place = statistic.astype(np.intp)
    at_most = np.cumsum(probabilities)
    at_least = np.cumsum(probabilities[::-1])[::-1]
    greater, less = np.minimum(1.0, at_least[place]), np.minimum(1.0, at_most[place])
    return SidedPvalues(greater, less, np.minimum(1.0, 2.0 * np.minimum(greater, less)))


@functools.cache
def signed_rank_distribution(n: int) -> FloatArray:
    """Return the probabilities of the sum of positive ranks of n differences without ties, 0 to n (n + 1) / 2.

    Every rank is positive or not with probability one half, by itself: a product of polynomials.
    """
    probabilities = np.ones(1)
    for rank in range(1, n + 1):
        longer = np.zeros(len(probabilities) + rank)
        longer[: len(probabilities)] += probabilities
        longer[rank:] += probabilities
        probabilities = longer / 2
    probabilities.flags.writeable = False
    return probabilities


@functools.cache
def rank_sum_distribution(n: int) -> FloatArray:
    """Return the probabilities of Mann and Whitney's U of two samples of n without ties, 0 to n².

    The counts are the coefficients of the Gaussian binomial, the product of (1 - q^(n + i)) / (1 - q^i) for i = 1, …,
    n; they are whole numbers and computed as such.
    """
    counts = [1] + [0] * (n * n)
    for i in range(1, n + 1):
        for place in range(n * n, n + i - 1, -1):
            counts[place] -= counts[place - n - i]
        for place in range(i, n * n + 1):
            counts[place] += counts[place - i]
    total = sum(counts)
    probabilities = np.array([count / total for count in counts])
    probabilities.flags.writeable = False
    return probabilities


def sorted_midranks(ordered: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the midranks of rows in ascending order, and for every row the sum of t³ - t over groups of t equal.

    Parameters
    ----------
    ordered : array of shape (p, M)
        NaN last; a NaN gets a rank of its own that nothing counts.
    """
    starts = np.ones(ordered.shape, dtype=bool)
    starts[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
    group: IntArray = np.cumsum(starts.ravel()) - 1
    sizes = np.bincount(group)
    begin = np.flatnonzero(starts.ravel()) % max(ordered.shape[1], 1)
    ranks = (begin + (sizes + 1) / 2)[group].reshape(ordered.shape)
    sizes_there = sizes[group].reshape(ordered.shape).astype(np.float64)
    # each of t equal values contributes t² - 1
    ties = np.where(np.isnan(ordered), 0.0, sizes_there**2 - 1).sum(axis=1)
    return ranks, ties
