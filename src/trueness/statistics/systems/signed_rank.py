"""Wilcoxon's signed-rank test of paired outputs, all pairs of systems at once."""

from __future__ import annotations

import numpy as np

from trueness.errors import check_choice
from trueness.statistics.array_types import BoolArray, FloatArray
from trueness.statistics.systems.paired_t import refuse_clusters
from trueness.statistics.systems.rank_test_pvalues import (
    exact_pvalues,
    normal_pvalues,
    signed_rank_distribution,
    sorted_midranks,
)
from trueness.statistics.systems.system_pairs import PairTests, SystemPairs, pair_tests

ZEROS = ("pratt", "wilcox")
"""What is done with outputs for one input that have the same score: ranked and then left out, or left out at once."""

MOST_EXACT = 50
"""Up to so many differences p-values are exact where there are neither ties nor zeros."""


def signed_rank(pairs: SystemPairs, *, zeros: str = "pratt", continuity: bool = True) -> PairTests:
    """Test by Wilcoxon's signed ranks, for every pair of systems, that differences are symmetric about zero.

    Parameters
    ----------
    pairs : SystemPairs
    zeros : {'pratt', 'wilcox'}
        Whether differences of zero are ranked and their ranks left out (Pratt), or left out first (Wilcoxon).
    continuity : bool
        Whether the normal approximation takes the statistic half a rank less extreme.

    Returns
    -------
    PairTests
        The statistic is the sum of the ranks of positive differences. P-values are exact for up to 50 differences
        without ties and zeros, and from the normal approximation with a correction for ties otherwise. Where all
        differences are zero every p-value is 1. The test is undefined without shared inputs.

    Raises
    ------
    ArgumentError
        If `zeros` is neither of the two.
    UnsupportedMethodError
        If inputs are in clusters.

    Notes
    -----
    Differences within 1e-12 of the pair's largest score tie, and are zero if that near to zero; those of scores on a
    lattice are exact. Time is O(P M log M), memory a share of the budget.

    References
    ----------
    Wilcoxon (1945), Individual comparisons by ranking methods, Biometrics Bulletin 1:80-83. Pratt (1959), Remarks on
    zeros and ties in the Wilcoxon signed rank procedures, JASA 54:655-667. Cureton (1967), The normal approximation
    to the signed-rank sampling distribution when zero differences are present, JASA 62:1068-1069.
    """
    check_choice("zeros", zeros, ZEROS)
    refuse_clusters(pairs, "wilcoxon")
    n_pairs = pairs.n_pairs
    statistic, turned = np.full(n_pairs, np.nan), np.full(n_pairs, np.nan)
    sides = np.full((3, n_pairs), np.nan)
    exact = np.zeros(n_pairs, dtype=bool)
    for part in pairs.parts(12 * pairs.n_inputs):
        differences, tolerance, _ = pairs.differences(part)
        found = _sums(differences, tolerance, zeros)
        statistic[part], deviation, spread, count, simple = found
        turned[part] = statistic[part] - 2 * deviation  # the ranks of negative differences
        sides[:, part] = normal_pvalues(deviation, spread, continuity=continuity)
        exact[part] = simple & (count <= MOST_EXACT) & (count > 0)
        for n in np.unique(count[exact[part]]):
            these = np.flatnonzero(exact[part] & (count == n)) + part.start
            sides[:, these] = exact_pvalues(statistic[these], signed_rank_distribution(int(n)))
    greater, less, two_sided = sides
    return pair_tests(
        pairs,
        statistic=statistic,
        turned_statistic=turned,
        greater=greater,
        less=less,
        two_sided=two_sided,
        exact=exact,
    )


def _sums(
    differences: FloatArray, tolerance: FloatArray, zeros: str
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray, BoolArray]:
    """Return sums of positive ranks, their deviations and spreads, numbers of differences, and where nothing ties."""
    there = ~np.isnan(differences)
    size = np.where(there, np.abs(differences), np.nan)
    zero = there & (size <= tolerance[:, None])
    size = np.where(zero, 0.0 if zeros == "pratt" else np.nan, size)
    n_zero = zero.sum(axis=1).astype(np.float64)
    n_all = there.sum(axis=1).astype(np.float64)
    order = np.argsort(size, axis=1, kind="stable")
    ordered = _joined(np.take_along_axis(size, order, axis=1), tolerance)
    ranks, ties = sorted_midranks(ordered)
    positive = np.take_along_axis(there & ~zero & (differences > 0), order, axis=1)
    total = np.where(positive, ranks, 0.0).sum(axis=1)
    if zeros == "pratt":  # the zeros are a group of ties of their own, which the formula takes out otherwise
        ties -= n_zero**3 - n_zero
        n = n_all
        mean = (n * (n + 1) - n_zero * (n_zero + 1)) / 4
        variance = n * (n + 1) * (2 * n + 1) - n_zero * (n_zero + 1) * (2 * n_zero + 1)
    else:
        n = n_all - n_zero
        mean, variance = n * (n + 1) / 4, n * (n + 1) * (2 * n + 1)
    spread = np.sqrt(np.maximum(variance - ties / 2, 0.0) / 24)
    undefined = n_all == 0
    total, deviation = (np.where(undefined, np.nan, values) for values in (total, total - mean))
    return total, deviation, spread, n_all, (n_zero == 0) & (ties == 0)


def _joined(ordered: FloatArray, tolerance: FloatArray) -> FloatArray:
    """Return ascending rows in which values no further than the tolerance from the one before are made equal."""
    if not np.any(tolerance > 0):
        return ordered
    near = np.diff(ordered, axis=1) <= tolerance[:, None]  # False beside a NaN
    position = np.broadcast_to(np.arange(ordered.shape[1]), ordered.shape).copy()
    position[:, 1:][near] = 0
    return np.take_along_axis(ordered, np.maximum.accumulate(position, axis=1), axis=1)
