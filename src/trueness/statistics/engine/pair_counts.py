"""Concordant and discordant pairs of long weighted vectors in O(n log n), compiled.

At the global level all N·M outputs are one sample, and pair signs would cost n² per resample. Entries are
sorted once, since a resample only changes weights; a Fenwick tree over the human ranks then counts, entry by
entry, the weight below and above among the entries already passed (Knight 1966, with a tree in place of the
merge sort).
"""

from __future__ import annotations

import dataclasses

import numpy as np
from numpy.typing import NDArray

from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.compiled import compiled
from trueness.statistics.engine.fixed_columns import exact_type
from trueness.statistics.engine.value_tables import MOST_PLACES, pairs_of


def net_concordance(rank_x: IntArray, rank_z: IntArray, weights: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return weighted sums over pairs: concordant minus discordant, and concordant plus discordant.

    Parameters
    ----------
    rank_x, rank_z : array of shape (n,)
        Dense ranks from 0.
    weights : array of shape (B, n)
        Counts, one row per resample. All sums stay whole numbers below 2**53 for n up to 9·10⁷.

    Returns
    -------
    tuple of two arrays of shape (B,)
    """
    shape = int(rank_x.max()) + 1, int(rank_z.max()) + 1
    if shape[0] * shape[1] <= MOST_PLACES:
        places = rank_x * shape[1] + rank_z
        tables = np.stack(
            [weights[:, places == one].sum(axis=1) for one in range(shape[0] * shape[1])], axis=1
        )
        concordant, discordant = pairs_of(tables.astype(np.float64).reshape(-1, *shape))
        return concordant - discordant, concordant + discordant
    order = np.argsort(rank_x, kind="stable")
    counts = np.ascontiguousarray(weights[:, order], dtype=np.int64)
    below = np.empty(len(weights), dtype=np.int64)
    above = np.empty(len(weights), dtype=np.int64)
    compiled(_count_pairs)(
        np.ascontiguousarray(rank_x[order], dtype=np.int64),
        np.ascontiguousarray(rank_z[order], dtype=np.int64),
        counts,
        int(rank_z.max()) + 1,
        below,
        above,
    )
    concordant, discordant = below.astype(np.float64), above.astype(np.float64)
    return concordant - discordant, concordant + discordant


@dataclasses.dataclass(frozen=True)
class Concordance:
    """Pair counts of K vectors with the last one, ready for any number of resamples.

    Attributes
    ----------
    order, ranks : arrays of shape (K + 1, n)
        Entries in ascending order, and their dense ranks in that order.
    rank_z : array of shape (n,)
        Dense ranks of the last vector, by entry.
    tied_z : array
        Whether several entries share a rank of it.
    """

    order: NDArray[np.int32]
    ranks: NDArray[np.int32]
    rank_z: NDArray[np.int32]
    tied_z: NDArray[np.bool_]

    @classmethod
    def of(cls, order: NDArray[np.int32], ranks: NDArray[np.int32]) -> Concordance:
        """Prepare K + 1 sorted vectors."""
        rank_z = np.empty(order.shape[1], dtype=np.int32)
        rank_z[order[-1]] = ranks[-1]
        return cls(order, ranks, rank_z, np.bincount(rank_z) > 1)

    def under(self, counts: FloatArray) -> FloatArray:
        """Return concordant minus discordant pairs, shape (K, B), under counts of shape (n, B)."""
        number = exact_type(2.0 * float(counts.sum(axis=0).max(initial=0.0)))
        typed = counts.astype(number)
        net = np.empty((len(self.order) - 1, counts.shape[1]))
        for k in range(len(net)):
            compiled(fill_net_concordance)(
                self.order[k], self.ranks[k], self.rank_z, self.tied_z, typed, net[k]
            )
        return net


def fill_net_concordance(  # noqa: C901, PLR0912 - compiled as one nest of loops
    order: NDArray[np.int32],
    rank_x: NDArray[np.int32],
    rank_z: NDArray[np.int32],
    tied_z: NDArray[np.bool_],
    weights: NDArray[np.floating],
    net: FloatArray,
) -> None:
    """Fill concordant minus discordant pairs (B,), resamples side by side: the tree's path is the same for all.

    Written for compilation.

    Parameters
    ----------
    order : array of shape (n,)
        Entries in ascending order of x.
    rank_x : array of shape (n,)
        Dense ranks in that order.
    rank_z : array of shape (n,)
        Dense ranks from 0, by entry.
    tied_z : array
        Whether several entries share a rank of z.
    weights : array of shape (n, B)
        Counts, of a type in which their sum is exact.
    """
    n, n_draws = weights.shape
    n_distinct = tied_z.shape[0]
    tree = np.empty((n_distinct + 1, n_draws), dtype=weights.dtype)
    passed = np.empty(n_draws, dtype=weights.dtype)
    balance = np.empty(n_draws, dtype=weights.dtype)
    tree[:] = 0
    passed[:] = 0
    for b in range(n_draws):
        net[b] = 0.0
    start = 0
    while start < n:
        end = start
        while end < n and rank_x[end] == rank_x[start]:
            entry = order[end]
            rank = rank_z[entry]
            # weight below, less weight above, among the entries passed
            for b in range(n_draws):
                balance[b] = -passed[b]
            alone = not tied_z[rank]  # then the weight below is also the weight up to this rank
            node = rank
            while node > 0:
                for b in range(n_draws):
                    balance[b] += tree[node, b] + tree[node, b] if alone else tree[node, b]
                node -= node & -node
            if not alone:
                node = rank + 1
                while node > 0:
                    for b in range(n_draws):
                        balance[b] += tree[node, b]
                    node -= node & -node
            for b in range(n_draws):
                net[b] += np.float64(weights[entry, b]) * np.float64(balance[b])
            end += 1
        for p in range(start, end):
            entry = order[p]
            for b in range(n_draws):
                passed[b] += weights[entry, b]
            node = rank_z[entry] + 1
            while node <= n_distinct:
                for b in range(n_draws):
                    tree[node, b] += weights[entry, b]
                node += node & -node
        start = end


def _count_pairs(
    rank_x: NDArray[np.int64],
    rank_z: NDArray[np.int64],
    weights: NDArray[np.int64],
    n_distinct: int,
    concordant: NDArray[np.int64],
    discordant: NDArray[np.int64],
) -> None:
    """Fill the two counts for every row of `weights`; entries are sorted by rank_x."""
    n = rank_x.shape[0]
    tree = np.zeros(n_distinct + 1, dtype=np.int64)
    for b in range(weights.shape[0]):
        tree[:] = 0
        passed = 0
        up = 0
        down = 0
        start = 0
        while start < n:
            end = start
            while end < n and rank_x[end] == rank_x[start]:
                weight = weights[b, end]
                if weight != 0:
                    below = 0
                    node = rank_z[end]
                    while node > 0:
                        below += tree[node]
                        node -= node & -node
                    upto = 0
                    node = rank_z[end] + 1
                    while node > 0:
                        upto += tree[node]
                        node -= node & -node
                    up += weight * below
                    down += weight * (passed - upto)
                end += 1
            for k in range(start, end):
                weight = weights[b, k]
                if weight != 0:
                    passed += weight
                    node = rank_z[k] + 1
                    while node <= n_distinct:
                        tree[node] += weight
                        node += node & -node
            start = end
        concordant[b] = up
        discordant[b] = down
