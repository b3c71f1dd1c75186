"""Whether single correlations are significant: p-values of Kendall's tau, as a filter of correlations takes them."""

from __future__ import annotations

import functools

import numpy as np

from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.ranges.binned_taus import BinnedTaus, ScorePairs, members

MOST_EXACT = 33
"""Up to so many outputs without ties p-values are exact, as in SciPy, with which the filter was published."""


def kendall_pvalues(
    found: BinnedTaus, scores: FloatArray, bins: IntArray, n_bins: int, pairs: ScorePairs
) -> FloatArray:
    """Return two-sided p-values of correlations in ranges, shape (R, C, M); NaN where there is no correlation.

    They are exact for up to 33 outputs without ties, and from the normal distribution, with the variance for ties, for
    others.

    Parameters
    ----------
    found : BinnedTaus
        Of the same scores.
    scores : array of shape (D, N, M)
    bins : array of shape (N, M)
    n_bins : int
    pairs : ScorePairs

    References
    ----------
    Kendall (1938), A new measure of rank correlation. Biometrika 30, 81-93.
    """
    from scipy.special import erfc

    values = np.full(found.taus.shape, np.nan)
    known = ~np.isnan(found.taus)
    untied = known & ~found.ties
    for size in np.unique(found.n_outputs[untied]).tolist():
        mine = untied & (found.n_outputs == size)
        surplus = np.abs(found.surplus[mine])
        if size <= MOST_EXACT:
            values[mine] = _exact_tails(size)[np.rint(surplus).astype(np.intp)]
        else:
            spread = np.sqrt(size * (size - 1) * (2 * size + 5) / 18)
            values[mine] = erfc(surplus / spread / np.sqrt(2))
    tied = np.nonzero(known & found.ties)
    spreads = np.empty(len(tied[0]))
    for place, (r, c, j) in enumerate(zip(*tied, strict=True)):
        inside = members(bins[:, j], n_bins)[r]
        one, other = scores[pairs.first[c], inside, j], scores[pairs.second[c], inside, j]
        both = ~(np.isnan(one) | np.isnan(other))
        spreads[place] = _spread_with_ties(one[both], other[both])
    values[tied] = erfc(np.abs(found.surplus[tied]) / spreads / np.sqrt(2))
    return values


def _spread_with_ties(one: FloatArray, other: FloatArray) -> float:
    """Return the standard deviation of concordant minus discordant pairs under independence, given the ties."""
    size = len(one)
    all_pairs = size * (size - 1)
    ties, thirds, fifths = [], [], []
    for values in (one, other):
        t = np.unique(values, return_counts=True)[1].astype(np.float64)
        ties.append(float((t * (t - 1) / 2).sum()))
        thirds.append(float((t * (t - 1) * (t - 2)).sum()))
        fifths.append(float((t * (t - 1) * (2 * t + 5)).sum()))
    variance = (all_pairs * (2 * size + 5) - fifths[0] - fifths[1]) / 18 + 2 * ties[0] * ties[1] / all_pairs
    if size > 2:
        variance += thirds[0] * thirds[1] / (9 * all_pairs * (size - 2))
    return float(np.sqrt(variance))


@functools.cache
def _exact_tails(n: int) -> FloatArray:
    """Return P(|S| >= s) for s from 0 to n(n-1)/2, S concordant minus discordant pairs under independence."""
    counts = np.ones(1)  # of permutations by their inversions, as shares of all
    for size in range(2, n + 1):
        counts = np.convolve(counts, np.full(size, 1.0 / size))
    most = n * (n - 1) // 2
    surplus = np.abs(most - 2 * np.arange(most + 1))
    by_size = np.bincount(surplus, weights=counts)
    return np.asarray(np.minimum(by_size[::-1].cumsum()[::-1], 1.0))
