"""Loops behind `prepared_columns`, written for compilation: innermost they run over resamples, side by side.

A row is one column of scores of one scorer. Its entries are walked in ascending order (`order`), which no resample
changes; `ranks` holds their dense ranks in that order, so that equal neighbours tie, and `sizes` how many entries
of a column are present: only those are walked. Weights have shape (N, B): one line per entry, one place per
resample. Rows come metric by metric, the human's last: row k·C + c is column c of metric k.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from trueness.statistics.array_types import FloatArray, Floats, Index


def fill_pair_products(weights: Floats, first: Index, second: Index, products: Floats) -> None:
    """Fill the products (pairs, B) of the weights of pairs of entries."""
    for p in range(first.shape[0]):
        for b in range(weights.shape[1]):
            products[p, b] = weights[first[p], b] * weights[second[p], b]


def fill_powers(weights: Floats, present: NDArray[np.bool_], power: int, powers: FloatArray) -> None:
    """Fill sums over entries present of powers of weights.

    A line per column (C, B), or one for all (1, B) of columns that lack no entry.
    """
    n_entries, n_draws = weights.shape
    for line in range(powers.shape[0]):
        for b in range(n_draws):
            powers[line, b] = 0.0
        for entry in range(n_entries):
            if powers.shape[0] < present.shape[1] or present[entry, line]:
                if power == 1:
                    for b in range(n_draws):
                        powers[line, b] += weights[entry, b]
                elif power == 2:
                    for b in range(n_draws):
                        powers[line, b] += weights[entry, b] * weights[entry, b]
                else:
                    for b in range(n_draws):
                        powers[line, b] += weights[entry, b] * weights[entry, b] * weights[entry, b]


def fill_spreads(  # noqa: C901 - compiled as one nest of loops
    weights: Floats,
    order: Index,
    ranks: Index,
    sizes: Index,
    rows: Index,
    totals: FloatArray,
    powers: FloatArray,
    power: int,
    spreads: FloatArray,
) -> None:
    """Fill what ties leave of the whole, one line per row of `rows`: (n**p - sum of groups' weights**p) / (2 or 3).

    For p = 2 these are the pairs that are not tied, for p = 3 the sum of squared doubled midranks. `powers` (1 or C,
    B) holds the sums of p-th powers of single weights, `totals` (1 or C, B) the sums of weights.
    """
    n_draws = weights.shape[1]
    group = np.empty(n_draws)
    excess = np.empty(n_draws)
    divisor = 2.0 if power == 2 else 3.0
    for place in range(rows.shape[0]):
        row = rows[place]
        column = row % sizes.shape[0]
        shared = 0 if totals.shape[0] == 1 else column
        for b in range(n_draws):
            excess[b] = 0.0
        start = 0
        while start < sizes[column]:
            end = start + 1
            while end < sizes[column] and ranks[row, end] == ranks[row, start]:
                end += 1
            if end > start + 1:
                for b in range(n_draws):
                    group[b] = 0.0
                for p in range(start, end):
                    entry = order[row, p]
                    for b in range(n_draws):
                        weight = np.float64(weights[entry, b])
                        group[b] += weight
                        excess[b] -= weight * weight if power == 2 else weight * weight * weight
                for b in range(n_draws):
                    excess[b] += group[b] * group[b] if power == 2 else group[b] * group[b] * group[b]
            start = end
        for b in range(n_draws):
            whole = totals[shared, b]
            whole = whole * whole if power == 2 else whole * whole * whole
            spreads[place, b] = (whole - powers[shared, b] - excess[b]) / divisor


def fill_midrank_products(  # noqa: C901, PLR0912 - compiled as one nest of loops
    weights: Floats,
    order: Index,
    ranks: Index,
    sizes: Index,
    totals: FloatArray,
    products: Floats,
) -> None:
    """Fill the sums (K·C, B) of weights times products of doubled centred midranks, of each metric and the human.

    A group of equal values has the doubled midrank (weight up to its end + weight before it - all weight). All are
    whole numbers; `products` and `weights` have a type in which n³ is exact.
    """
    n_columns = sizes.shape[0]
    n_metrics = order.shape[0] // n_columns - 1
    n_entries, n_draws = weights.shape
    human = np.empty((n_entries, n_draws), dtype=weights.dtype)
    seen = np.empty(n_draws, dtype=weights.dtype)
    group = np.empty(n_draws, dtype=weights.dtype)
    inner = np.empty(n_draws, dtype=weights.dtype)
    for column in range(n_columns):
        shared = 0 if totals.shape[0] == 1 else column
        for k in range(n_metrics, -1, -1):
            row = k * n_columns + column
            for b in range(n_draws):
                seen[b] = -totals[shared, b]  # twice the weight before, less all weight
            if k < n_metrics:
                for b in range(n_draws):
                    products[row, b] = 0
            start = 0
            while start < sizes[column]:
                end = start + 1
                while end < sizes[column] and ranks[row, end] == ranks[row, start]:
                    end += 1
                entry = order[row, start]
                if end == start + 1:
                    if k == n_metrics:
                        for b in range(n_draws):
                            weight = weights[entry, b]
                            human[entry, b] = weight * (seen[b] + weight)
                            seen[b] += weight + weight
                    else:
                        for b in range(n_draws):
                            weight = weights[entry, b]
                            products[row, b] += human[entry, b] * (seen[b] + weight)
                            seen[b] += weight + weight
                else:
                    for b in range(n_draws):
                        group[b] = 0
                        inner[b] = 0
                    for p in range(start, end):
                        entry = order[row, p]
                        for b in range(n_draws):
                            group[b] += weights[entry, b]
                    if k == n_metrics:
                        for p in range(start, end):
                            entry = order[row, p]
                            for b in range(n_draws):
                                human[entry, b] = weights[entry, b] * (seen[b] + group[b])
                    else:
                        for p in range(start, end):
                            entry = order[row, p]
                            for b in range(n_draws):
                                inner[b] += human[entry, b]
                        for b in range(n_draws):
                            products[row, b] += inner[b] * (seen[b] + group[b])
                    for b in range(n_draws):
                        seen[b] += group[b] + group[b]
                start = end


def fill_moments(  # noqa: C901, PLR0912, PLR0915 - compiled as one nest of loops
    weights: FloatArray,
    scores: FloatArray,
    order: Index,
    ranks: Index,
    sizes: Index,
    totals: FloatArray,
    products: FloatArray,
    spreads: FloatArray,
) -> None:
    """Fill weighted sums of products (K·C, B) and of squares (R, B) of deviations from weighted means.

    A row whose entries with weight all tie has squares of exactly zero. `scores` has shape (R, N).
    """
    n_columns = sizes.shape[0]
    n_metrics = order.shape[0] // n_columns - 1
    n_entries, n_draws = weights.shape
    human = np.empty((n_entries, n_draws))
    mean = np.empty(n_draws)
    square = np.empty(n_draws)
    product = np.empty(n_draws)
    live = np.empty(n_draws, dtype=np.int64)
    for column in range(n_columns):
        shared = 0 if totals.shape[0] == 1 else column
        size = sizes[column]
        for k in range(n_metrics, -1, -1):
            row = k * n_columns + column
            for b in range(n_draws):
                mean[b] = 0.0
                square[b] = 0.0
                product[b] = 0.0
            largest = 1
            run = 1
            for p in range(size):
                entry = order[row, p]
                score = scores[row, entry]
                for b in range(n_draws):
                    mean[b] += weights[entry, b] * score
                if p and ranks[row, p] == ranks[row, p - 1]:
                    run += 1
                    largest = max(largest, run)
                else:
                    run = 1
            for b in range(n_draws):
                mean[b] /= totals[shared, b]
            for p in range(size):
                entry = order[row, p]
                score = scores[row, entry]
                if k == n_metrics:
                    for b in range(n_draws):
                        deviation = score - mean[b]
                        human[entry, b] = weights[entry, b] * deviation
                        square[b] += human[entry, b] * deviation
                else:
                    for b in range(n_draws):
                        deviation = score - mean[b]
                        product[b] += human[entry, b] * deviation
                        square[b] += weights[entry, b] * deviation * deviation
            if k == n_metrics:
                for b in range(n_draws):
                    live[b] = 0
                for p in range(size):
                    entry = order[row, p]
                    for b in range(n_draws):
                        live[b] += weights[entry, b] > 0
            # looked at only where so few entries have weight that one group of equal values may hold them all
            for b in range(n_draws):
                if live[b] <= largest:
                    value = -1
                    constant = True
                    for p in range(size):
                        if weights[order[row, p], b] > 0:
                            if value >= 0 and ranks[row, p] != value:
                                constant = False
                                break
                            value = ranks[row, p]
                    if constant:
                        square[b] = 0.0
            for b in range(n_draws):
                spreads[row, b] = square[b]
            if k < n_metrics:
                for b in range(n_draws):
                    products[row, b] = product[b]


def add_coefficients(
    products: Floats,
    spreads: FloatArray,
    spread_rows: Index,
    totals: FloatArray,
    outer: FloatArray,
    sums: FloatArray,
    counts: FloatArray,
) -> None:
    """Add products / sqrt(spread of the metric · spread of the human) of each column, times its outer weight.

    Parameters
    ----------
    products : array of shape (K·C, B)
    spreads : array of shape (S, B)
        Sums of squares; a row without spread, or with fewer than three observations, has no coefficient.
    spread_rows : array of shape ((K + 1)·C,)
        Where the spread of each row stands.
    totals : array of shape (1 or C, B)
        Sums of weights.
    outer : array of shape (Q, C, B)
        Q kinds of weights of columns.
    sums, counts : arrays of shape (Q, K, B)
        Weighted sums of coefficients, and of weights where they are defined; columns are added in order.
    """
    n_kinds, n_metrics, n_draws = sums.shape
    n_columns = products.shape[0] // n_metrics
    value = np.empty(n_draws)
    for k in range(n_metrics):
        for column in range(n_columns):
            shared = 0 if totals.shape[0] == 1 else column
            row = k * n_columns + column
            spread_x = spread_rows[row]
            spread_z = spread_rows[n_metrics * n_columns + column]
            for b in range(n_draws):
                # one square root: that of a square is exact, so a perfect agreement is exactly 1
                scale = math.sqrt(spreads[spread_x, b] * spreads[spread_z, b])
                found: float = np.float64(products[row, b]) / scale
                found = min(1.0, found)
                found = max(-1.0, found)
                value[b] = found if scale > 0.0 and totals[shared, b] >= 3.0 else np.nan
            for kind in range(n_kinds):
                for b in range(n_draws):
                    if value[b] == value[b]:
                        sums[kind, k, b] += outer[kind, column, b] * value[b]
                for b in range(n_draws):
                    if value[b] == value[b]:
                        counts[kind, k, b] += outer[kind, column, b]
