"""Sums over the pairs of entries of long weighted vectors in O(n log n) time and O(n) memory, without compiled code.

Pairs that tie come from sums over groups of equal values. Discordant ones are counted by the binary digits of the ranks
of one vector, entries in the order of the other (Knight 1966, with digits in place of a merge sort): two entries whose
ranks agree down to a digit and differ in it are discordant if the one with the digit 1 comes first.
"""

from __future__ import annotations

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray, IntArray


def ordered_pairs(
    rank_x: IntArray, rank_z: IntArray, weights: FloatArray
) -> tuple[float, float, float, float]:
    """Return weighted sums over pairs of s_x s_z, s_x², s_z² and s_x² s_z², s the sign of a difference.

    Parameters
    ----------
    rank_x, rank_z : array of shape (n,)
        Dense ranks from 0.
    weights : array of shape (n,)
        Counts: sums of whole ones are exact while the square of their total is below 2**53, and then the same as those
        over all pairs.
    """
    live = weights > 0
    rank_x, rank_z, weights = rank_x[live], rank_z[live], weights[live]
    if not len(weights):
        return 0.0, 0.0, 0.0, 0.0
    # ranks of z rise where x ties, so that nothing tied in x is counted as discordant
    order = np.lexsort((rank_z, rank_x))
    rank_x, rank_z, weights = rank_x[order], rank_z[order], weights[order]
    rises_x, rises_z = rank_x[1:] != rank_x[:-1], rank_z[1:] != rank_z[:-1]
    upto = np.cumsum(weights)
    pairs = float(upto[-1]) ** 2
    tied_x, tied_both = _within_runs(upto, rises_x), _within_runs(upto, rises_x | rises_z)
    tied_z = float(np.square(np.bincount(rank_z, weights)).sum())
    untied = (pairs - tied_x - tied_z + tied_both) / 2
    discordant = _discordant(rank_z, weights)
    return untied - 2 * discordant, (pairs - tied_x) / 2, (pairs - tied_z) / 2, untied


def _within_runs(upto: FloatArray, ends: BoolArray) -> float:
    """Return the sum of squared weights of runs, from cumulated weights and where runs end."""
    totals = np.diff(np.append(upto[:-1][ends], upto[-1]), prepend=0.0)
    return float(np.square(totals).sum())


def _discordant(ranks: IntArray, weights: FloatArray) -> float:
    """Return the weighted pairs in which the entry that comes first has the higher rank."""
    found = 0.0
    for digit in reversed(range(int(ranks.max()).bit_length())):
        group, high = ranks >> (digit + 1), (ranks >> digit) & 1 == 1
        sizes = np.bincount(group)
        passed = np.append(0.0, np.cumsum(np.where(high, weights, 0.0)))
        earlier = passed[np.cumsum(sizes) - sizes]  # what groups before have of the digit 1
        low = np.flatnonzero(~high)
        found += float(weights[low] @ (passed[low] - earlier[group[low]]))
        # the same order within what agrees in this digit, too
        order = np.argsort(ranks >> digit, kind="stable")
        ranks, weights = ranks[order], weights[order]
    return found
