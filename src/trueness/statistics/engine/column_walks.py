"""Concordant less discordant pairs of columns under many weights, counted on a walk through the sorted entries.

The O(n log n) way of `pair_counts` for many columns: a tree over the ranks of the human holds the weight of the entries
passed, of all resamples side by side. For short columns a product of pair signs is faster (see `column_cost`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trueness.statistics.array_types import Index


def fill_walked_pairs(  # noqa: C901, PLR0912 - compiled as one nest of loops
    weights: NDArray[np.floating], order: Index, ranks: Index, sizes: Index, net: NDArray[np.floating]
) -> None:
    """Fill concordant less discordant pairs (K·C, B) of each metric's columns with the human's; for compilation.

    `order`, `ranks` and `sizes` are those of `prepared_columns.PreparedColumns`, the human's rows last; `weights`
    (N, B) and `net` are of a type in which the square of the sum of weights is exact.
    """
    n_columns = sizes.shape[0]
    n_metrics = order.shape[0] // n_columns - 1
    n_entries, n_draws = weights.shape
    rank_z = np.empty(n_entries, dtype=np.int32)
    tied_z = np.empty(n_entries, dtype=np.bool_)
    tree = np.empty((n_entries + 1, n_draws), dtype=weights.dtype)
    passed = np.empty(n_draws, dtype=weights.dtype)
    balance = np.empty(n_draws, dtype=weights.dtype)
    for column in range(n_columns):
        size = sizes[column]
        human = n_metrics * n_columns + column
        distinct = 0
        for p in range(size):
            rank = ranks[human, p]
            rank_z[order[human, p]] = rank
            tied_z[rank] = rank < distinct  # seen before
            distinct = max(distinct, rank + 1)
        for k in range(n_metrics):
            row = k * n_columns + column
            tree[: distinct + 1] = 0
            passed[:] = 0
            for b in range(n_draws):
                net[row, b] = 0
            start = 0
            while start < size:
                end = start
                while end < size and ranks[row, end] == ranks[row, start]:
                    entry = order[row, end]
                    rank = rank_z[entry]
                    # weight below, less weight above, among the entries passed
                    for b in range(n_draws):
                        balance[b] = -passed[b]
                    node = rank
                    if tied_z[rank]:
                        while node > 0:
                            for b in range(n_draws):
                                balance[b] += tree[node, b]
                            node -= node & -node
                        node = rank + 1
                        while node > 0:
                            for b in range(n_draws):
                                balance[b] += tree[node, b]
                            node -= node & -node
                    else:  # the weight below is also the weight up to this rank
                        while node > 0:
                            for b in range(n_draws):
                                balance[b] += tree[node, b] + tree[node, b]
                            node -= node & -node
                    for b in range(n_draws):
                        net[row, b] += weights[entry, b] * balance[b]
                    end += 1
                for p in range(start, end):
                    entry = order[row, p]
                    for b in range(n_draws):
                        passed[b] += weights[entry, b]
                    node = rank_z[entry] + 1
                    while node <= distinct:
                        for b in range(n_draws):
                            tree[node, b] += weights[entry, b]
                        node += node & -node
                start = end
