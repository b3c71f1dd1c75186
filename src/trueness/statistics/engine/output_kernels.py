"""Loops over all outputs as one sample, resamples side by side, written for compilation."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trueness.statistics.array_types import FloatArray, Floats, Index


def fill_output_products(
    systems: Floats, inputs: Floats, rows: Index, columns: Index, products: Floats
) -> None:
    """Fill, for every output (n, B), the product of its system's (N, B) and its input's (M, B) number."""
    for place in range(rows.shape[0]):
        row = rows[place]
        column = columns[place]
        for b in range(products.shape[1]):
            products[place, b] = systems[row, b] * inputs[column, b]


def fill_swapped_outputs(  # noqa: C901, PLR0912, PLR0915 - compiled as one nest of loops
    order: Index,
    ranks: Index,
    picks: Floats,
    midrank_z: FloatArray,
    rank_z: Index,
    tied_z: NDArray[np.bool_],
    wanted: NDArray[np.bool_],
    product: FloatArray,
    net: FloatArray,
    cubes: FloatArray,
    squares: FloatArray,
) -> None:
    """Fill the sums (B,) behind the rank coefficients of the entries picked with the human.

    Parameters
    ----------
    order, ranks : arrays of shape (2 n,)
        The scores of X, then those of Y, in ascending order, and their dense ranks in that order.
    picks : array of shape (n, B)
        1 where an output's score of X is picked, 0 where that of Y is.
    midrank_z, rank_z : arrays of shape (n,)
        Doubled centred midranks and dense ranks of the human.
    tied_z : array
        Whether several outputs share a rank of the human.
    wanted : array of shape (2,)
        Whether `product` and `net` are wanted.
    product : array of shape (B,)
        Sums of products of doubled centred midranks.
    net : array of shape (B,)
        Concordant minus discordant pairs.
    cubes, squares : arrays of shape (B,)
        Sums over groups of equal values of the third and second power of how many were picked.
    """
    n, n_draws = picks.shape
    n_distinct = tied_z.shape[0]
    tree = np.zeros((n_distinct + 1, n_draws), dtype=picks.dtype)
    seen = np.zeros(n_draws, dtype=picks.dtype)
    group = np.empty(n_draws, dtype=picks.dtype)
    balance = np.empty(n_draws, dtype=picks.dtype)
    weight = np.empty(n_draws, dtype=picks.dtype)
    inner = np.empty(n_draws)
    for b in range(n_draws):
        product[b] = 0.0
        net[b] = 0.0
        cubes[b] = 0.0
        squares[b] = 0.0
    start = 0
    while start < 2 * n:
        end = start + 1
        while end < 2 * n and ranks[end] == ranks[start]:
            end += 1
        for b in range(n_draws):
            group[b] = 0
            inner[b] = 0.0
        for p in range(start, end):
            entry = order[p] % n
            if order[p] < n:
                for b in range(n_draws):
                    weight[b] = picks[entry, b]
            else:
                for b in range(n_draws):
                    weight[b] = 1 - picks[entry, b]
            for b in range(n_draws):
                group[b] += weight[b]
            if wanted[0]:
                midrank = midrank_z[entry]
                for b in range(n_draws):
                    inner[b] += weight[b] * midrank
            if wanted[1]:
                rank = rank_z[entry]
                for b in range(n_draws):
                    balance[b] = -seen[b]
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
                else:
                    # only the output itself has this rank, and its two entries are never picked both
                    while node > 0:
                        for b in range(n_draws):
                            balance[b] += tree[node, b] + tree[node, b]
                        node -= node & -node
                for b in range(n_draws):
                    net[b] += np.float64(weight[b]) * np.float64(balance[b])
        if wanted[0]:
            for b in range(n_draws):
                # twice the weight before the group and once its own; less n, whose products with midranks cancel
                product[b] += inner[b] * (np.float64(seen[b]) + seen[b] + group[b] - n)
        for b in range(n_draws):
            seen[b] += group[b]
        if end > start + 1:
            for b in range(n_draws):
                inner[b] = np.float64(group[b]) * group[b]
            for b in range(n_draws):
                squares[b] += inner[b]
            for b in range(n_draws):
                cubes[b] += inner[b] * group[b]
        else:
            for b in range(n_draws):
                squares[b] += group[b]
            for b in range(n_draws):
                cubes[b] += group[b]
        if wanted[1]:
            for p in range(start, end):
                entry = order[p] % n
                node = rank_z[entry] + 1
                if order[p] < n:
                    while node <= n_distinct:
                        for b in range(n_draws):
                            tree[node, b] += picks[entry, b]
                        node += node & -node
                else:
                    while node <= n_distinct:
                        for b in range(n_draws):
                            tree[node, b] += 1 - picks[entry, b]
                        node += node & -node
        start = end
