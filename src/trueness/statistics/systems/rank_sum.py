"""The rank-sum test of Wilcoxon, Mann and Whitney, all pairs of systems at once: outputs as if they were unpaired."""

from __future__ import annotations

import numpy as np

from trueness.statistics.systems.paired_t import refuse_clusters
from trueness.statistics.systems.rank_test_pvalues import (
    exact_pvalues,
    normal_pvalues,
    rank_sum_distribution,
    sorted_midranks,
)
from trueness.statistics.systems.system_pairs import PairTests, SystemPairs, pair_tests
from trueness.statistics.ties import RELATIVE_TOLERANCE

MOST_EXACT = 50
"""Up to so many inputs p-values are exact where no two scores tie."""


def rank_sum(pairs: SystemPairs, *, continuity: bool = True) -> PairTests:
    """Test by the rank-sum test, for every pair of systems, that no system's outputs tend to be better.

    The test forgets which outputs belong to the same input. Inputs that are hard for both systems then count as noise,
    so that it finds less than a paired test; it is here because comparisons in the literature used it.

    Parameters
    ----------
    pairs : SystemPairs
    continuity : bool
        Whether the normal approximation takes the statistic half a step less extreme.

    Returns
    -------
    PairTests
        The statistic is U: pairs of outputs of which the first system's is better, ties counting one half. P-values are
        exact for up to 50 inputs without ties, and from the normal approximation with a correction for ties otherwise.
        Where all scores are equal every p-value is 1. The test is undefined without shared inputs.

    Raises
    ------
    UnsupportedMethodError
        If inputs are in clusters.

    Notes
    -----
    Time is O(P M log M), memory a share of the budget.

    References
    ----------
    Mann and Whitney (1947), On a test of whether one of two random variables is stochastically larger than the other,
    Annals of Mathematical Statistics 18:50-60. For systems: Owczarzak et al. (2012), An assessment of the accuracy of
    automatic evaluation in summarization.
    """
    refuse_clusters(pairs, "rank_sum")
    n_pairs, n_inputs = pairs.n_pairs, pairs.n_inputs
    statistic, turned = np.full(n_pairs, np.nan), np.full(n_pairs, np.nan)
    sides = np.full((3, n_pairs), np.nan)
    exact = np.zeros(n_pairs, dtype=bool)
    for part in pairs.parts(20 * n_inputs):
        shared = pairs.shared(part)
        both = [np.where(shared, pairs.scores[side[part]], np.nan) for side in (pairs.first, pairs.second)]
        values = np.concatenate(both, axis=1)
        order = np.argsort(values, axis=1, kind="stable")
        ranks, ties = sorted_midranks(np.take_along_axis(values, order, axis=1))
        mine = (order < n_inputs) & np.take_along_axis(~np.isnan(values), order, axis=1)
        n = shared.sum(axis=1).astype(np.float64)
        u = np.where(n > 0, np.where(mine, ranks, 0.0).sum(axis=1) - n * (n + 1) / 2, np.nan)
        pooled = np.maximum(2 * n, 2.0)
        variance = n * n / 12 * (2 * n + 1 - ties / (pooled * (pooled - 1)))
        spread = np.sqrt(np.maximum(variance, 0.0))
        # all scores equal: the correction takes everything away, up to rounding
        spread[ties >= pooled * (pooled - 1) * (pooled + 1) * (1 - RELATIVE_TOLERANCE)] = 0.0
        statistic[part], turned[part] = u, n * n - u
        sides[:, part] = normal_pvalues(u - n * n / 2, spread, continuity=continuity)
        exact[part] = (ties == 0) & (n <= MOST_EXACT) & (n > 0)
        for size in np.unique(n[exact[part]]):
            these = np.flatnonzero(exact[part] & (n == size)) + part.start
            sides[:, these] = exact_pvalues(statistic[these], rank_sum_distribution(int(size)))
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
