"""Loops over vectors that every resample makes anew, resamples side by side, written for compilation.

Innermost loops are short and touch few arrays each, which is what lets a compiler turn them into vector instructions.
One array assigned to another in one go would do the same, but takes two seconds to compile.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from trueness.statistics.array_types import FloatArray, Integers


def fill_distinct_row_coefficients(  # noqa: C901, PLR0912, PLR0915 - compiled as one nest of loops
    scores: FloatArray,
    weights: FloatArray,
    tolerance: float,
    wanted: NDArray[np.bool_],
    pearson: FloatArray,
    spearman: FloatArray,
    kendall: FloatArray,
    close: FloatArray,
) -> None:
    """Fill the coefficients (K, B) of K vectors with the last of `scores` whose values are equal or well apart.

    Parameters
    ----------
    scores : array of shape (K + 1, N, B)
        The human's last; anything finite where the weight is zero.
    weights : array of shape (N, B)
        Counts.
    tolerance : float
        Times the largest value: unequal values closer than that might tie.
    wanted : array of shape (3,)
        Whether Pearson's, Spearman's and Kendall's coefficients are wanted.
    close : array of shape (B,)
        Set to 1 where unequal values might tie, and coefficients have to be computed with care for chains of ties.
    """
    n_rows, n_entries, n_draws = scores.shape
    above = np.empty((n_entries, n_draws))
    human = np.empty((n_entries, n_draws))
    total = np.empty(n_draws)
    sign = np.empty(n_draws)
    near = np.empty(n_draws)
    high = np.empty(n_draws)
    low = np.empty(n_draws)
    pairs = np.empty(n_draws)
    pairs_z = np.empty(n_draws)
    net = np.empty(n_draws)
    mean = np.empty(n_draws)
    square = np.empty(n_draws)
    square_z = np.empty(n_draws)
    product = np.empty(n_draws)
    for b in range(n_draws):
        total[b] = 0.0
        close[b] = 0.0
    for i in range(n_entries):
        for b in range(n_draws):
            total[b] += weights[i, b]
    if wanted[0]:
        for row in range(n_rows - 1, -1, -1):
            for b in range(n_draws):
                mean[b] = 0.0
                near[b] = 0.0
                square[b] = 0.0
                product[b] = 0.0
                high[b] = -np.inf
                low[b] = np.inf
            for i in range(n_entries):
                for b in range(n_draws):
                    mean[b] += weights[i, b] * scores[row, i, b]
                for b in range(n_draws):
                    size = abs(scores[row, i, b])
                    near[b] = max(near[b], size)
                for b in range(n_draws):
                    value = scores[row, i, b] if weights[i, b] > 0 else -np.inf
                    high[b] = max(high[b], value)
                for b in range(n_draws):
                    value = scores[row, i, b] if weights[i, b] > 0 else np.inf
                    low[b] = min(low[b], value)
            for b in range(n_draws):
                mean[b] /= total[b]
            for b in range(n_draws):
                # all equal but for rounding, or squares that may leave the range of floats
                spread = high[b] - low[b]
                if spread <= tolerance * near[b] or spread < 1e-100 or spread > 1e100:
                    close[b] = 1.0
            for i in range(n_entries):
                for b in range(n_draws):
                    sign[b] = scores[row, i, b] - mean[b]
                for b in range(n_draws):
                    square[b] += weights[i, b] * sign[b] * sign[b]
                if row == n_rows - 1:
                    for b in range(n_draws):
                        human[i, b] = weights[i, b] * sign[b]
                else:
                    for b in range(n_draws):
                        product[b] += human[i, b] * sign[b]
            if row == n_rows - 1:
                for b in range(n_draws):
                    square_z[b] = square[b]
                continue
            for b in range(n_draws):
                found = product[b] / math.sqrt(square[b] * square_z[b])
                found = min(1.0, found)
                pearson[row, b] = max(-1.0, found)
            for b in range(n_draws):
                if total[b] < 3.0:
                    pearson[row, b] = np.nan
    if not (wanted[1] or wanted[2]):
        return
    for row in range(n_rows - 1, -1, -1):
        for b in range(n_draws):
            near[b] = 0.0
            pairs[b] = 0.0
            net[b] = 0.0
            square[b] = 0.0
            product[b] = 0.0
        for i in range(n_entries):
            for b in range(n_draws):
                size = abs(scores[row, i, b])
                near[b] = max(near[b], size)
            for b in range(n_draws):
                above[i, b] = 0.0
        for b in range(n_draws):
            near[b] *= tolerance
        for i in range(n_entries):
            for k in range(i):
                for b in range(n_draws):
                    difference = scores[row, i, b] - scores[row, k, b]
                    direction = 1.0 if difference > 0.0 else 0.0
                    direction = -1.0 if difference < 0.0 else direction
                    sign[b] = direction
                    doubtful = abs(direction) if abs(difference) <= near[b] else 0.0
                    close[b] = max(close[b], doubtful)
                if wanted[1]:
                    for b in range(n_draws):
                        above[i, b] += weights[k, b] * sign[b]
                    for b in range(n_draws):
                        above[k, b] -= weights[i, b] * sign[b]
                if wanted[2]:
                    for b in range(n_draws):
                        mean[b] = weights[i, b] * weights[k, b] * sign[b]
                        pairs[b] += abs(mean[b])
                    if row < n_rows - 1:
                        last = n_rows - 1
                        for b in range(n_draws):
                            difference = scores[last, i, b] - scores[last, k, b]
                            direction = mean[b] if difference > 0.0 else 0.0
                            net[b] += -mean[b] if difference < 0.0 else direction
        if wanted[1]:
            for i in range(n_entries):
                for b in range(n_draws):
                    square[b] += weights[i, b] * above[i, b] * above[i, b]
                if row == n_rows - 1:
                    for b in range(n_draws):
                        human[i, b] = weights[i, b] * above[i, b]
                else:
                    for b in range(n_draws):
                        product[b] += human[i, b] * above[i, b]
        if row == n_rows - 1:
            for b in range(n_draws):
                square_z[b] = square[b]
                pairs_z[b] = pairs[b]
            continue
        if wanted[1]:
            for b in range(n_draws):
                # one square root: that of a square is exact, so a perfect agreement is exactly 1
                scale = math.sqrt(square[b] * square_z[b])
                spearman[row, b] = product[b] / scale if scale > 0.0 and total[b] >= 3.0 else np.nan
        if wanted[2]:
            for b in range(n_draws):
                scale = math.sqrt(pairs[b] * pairs_z[b])
                kendall[row, b] = net[b] / scale if scale > 0.0 and total[b] >= 3.0 else np.nan


def fill_permuted_rows(  # noqa: C901, PLR0912, PLR0915 - compiled as one nest of loops
    middle: FloatArray,
    half: FloatArray,
    rank_z: Integers,
    midrank_z: FloatArray,
    z: FloatArray,
    tolerance: float,
    wanted: NDArray[np.bool_],
    pearson: FloatArray,
    spearman: FloatArray,
    kendall: FloatArray,
) -> None:
    """Fill the coefficients (2, P, B) of permuted system means `middle` + and - `half` with one vector z.

    Means of standardised scores tie pairwise within the tolerance, relative to the largest of the vector or to 1 if
    that is larger, since zeros are what cancelled.

    Parameters
    ----------
    middle : array of shape (P, N)
    half : array of shape (P, N, B)
    rank_z, midrank_z, z : arrays of shape (N,)
        Dense ranks, doubled centred midranks, and deviations of the human from its mean.
    wanted : array of shape (3,)
        Whether Pearson's, Spearman's and Kendall's coefficients are wanted.
    """
    n_pairs, n_entries, n_draws = half.shape
    spread_z = 0.0
    pairs_z = 0.0
    square_z = 0.0
    for i in range(n_entries):
        spread_z += midrank_z[i] * midrank_z[i]
        square_z += z[i] * z[i]
        for k in range(i):
            pairs_z += rank_z[i] != rank_z[k]
    rows = np.empty((n_entries, n_draws))
    above = np.empty((n_entries, n_draws))
    sign = np.empty(n_draws)
    near = np.empty(n_draws)
    high = np.empty(n_draws)
    low = np.empty(n_draws)
    pairs = np.empty(n_draws)
    net = np.empty(n_draws)
    product = np.empty(n_draws)
    square = np.empty(n_draws)
    for p in range(n_pairs):
        for side in range(2):
            turn = 1.0 if side == 0 else -1.0
            for b in range(n_draws):
                high[b] = -np.inf
                low[b] = np.inf
                pairs[b] = 0.0
                net[b] = 0.0
                product[b] = 0.0
                square[b] = 0.0
            for i in range(n_entries):
                for b in range(n_draws):
                    rows[i, b] = middle[p, i] + turn * half[p, i, b]
                for b in range(n_draws):
                    high[b] = max(high[b], rows[i, b])
                for b in range(n_draws):
                    low[b] = min(low[b], rows[i, b])
                for b in range(n_draws):
                    above[i, b] = 0.0
            for b in range(n_draws):
                largest = max(-low[b], high[b])
                near[b] = tolerance * (max(1.0, largest))
            if wanted[1] or wanted[2]:
                for i in range(n_entries):
                    for k in range(i):
                        for b in range(n_draws):
                            difference = rows[i, b] - rows[k, b]
                            direction = 1.0 if difference > near[b] else 0.0
                            sign[b] = -1.0 if difference < -near[b] else direction
                        if wanted[1]:
                            for b in range(n_draws):
                                above[i, b] += sign[b]
                            for b in range(n_draws):
                                above[k, b] -= sign[b]
                        if wanted[2]:
                            order = 0.0
                            if rank_z[i] != rank_z[k]:
                                order = 1.0 if rank_z[i] > rank_z[k] else -1.0
                            for b in range(n_draws):
                                net[b] += sign[b] * order
                            for b in range(n_draws):
                                pairs[b] += abs(sign[b])
            if wanted[1]:
                for i in range(n_entries):
                    for b in range(n_draws):
                        product[b] += above[i, b] * midrank_z[i]
                    for b in range(n_draws):
                        square[b] += above[i, b] * above[i, b]
                for b in range(n_draws):
                    product[b] /= math.sqrt(square[b] * spread_z)
                for b in range(n_draws):
                    spearman[side, p, b] = product[b] if high[b] - low[b] > near[b] else np.nan
            if wanted[2]:
                for b in range(n_draws):
                    net[b] /= math.sqrt(pairs[b] * pairs_z)
                for b in range(n_draws):
                    kendall[side, p, b] = net[b] if high[b] - low[b] > near[b] else np.nan
            if wanted[0]:
                for b in range(n_draws):
                    net[b] = 0.0
                    product[b] = 0.0
                    square[b] = 0.0
                for i in range(n_entries):
                    for b in range(n_draws):
                        net[b] += rows[i, b]
                for b in range(n_draws):
                    net[b] /= n_entries
                for i in range(n_entries):
                    for b in range(n_draws):
                        sign[b] = rows[i, b] - net[b]
                    for b in range(n_draws):
                        product[b] += sign[b] * z[i]
                    for b in range(n_draws):
                        square[b] += sign[b] * sign[b]
                for b in range(n_draws):
                    product[b] /= math.sqrt(square[b] * square_z)
                for b in range(n_draws):
                    pearson[side, p, b] = product[b] if high[b] - low[b] > near[b] else np.nan
    for values in (pearson, spearman, kendall):
        for side in range(2):
            for p in range(n_pairs):
                for b in range(n_draws):
                    found = values[side, p, b]
                    if found > 1.0:
                        values[side, p, b] = 1.0
                    elif found < -1.0:
                        values[side, p, b] = -1.0
