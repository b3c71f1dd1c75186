"""Loops over vectors that every resample makes anew, written for compilation: system scores with their weights."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from trueness.statistics.array_types import FloatArray, Integers


def fill_row_coefficients(  # noqa: C901, PLR0912, PLR0915 - compiled as one nest of loops
    scores: FloatArray,
    weights: Integers,
    tolerance: float,
    wanted: NDArray[np.bool_],
    pearson: FloatArray,
    spearman: FloatArray,
    kendall: FloatArray,
) -> None:
    """Fill the coefficients (B, K) of K vectors with the last of `scores`, each resample with scores of its own.

    Parameters
    ----------
    scores : array of shape (B, K + 1, N)
        The human's last; NaN where there is none and the weight is zero.
    weights : array of shape (B or 1, N)
        Counts; whole numbers.
    tolerance : float
        Values tie along chains of neighbours this close, relative to the largest of their vector; entries without
        weight take part in chains (see `ties.tie_close`).
    wanted : array of shape (3,)
        Whether Pearson's, Spearman's and Kendall's coefficients are wanted.
    """
    n_draws, n_rows, n_entries = scores.shape
    n_metrics = n_rows - 1
    orders = np.empty((n_rows, n_entries), dtype=np.int64)
    for row in range(n_rows):
        for i in range(n_entries):
            orders[row, i] = i
    close = np.empty(n_entries)
    rank_z = np.empty(n_entries, dtype=np.int64)
    human_midranks = np.empty(n_entries, dtype=np.int64)
    human_deviations = np.empty(n_entries)
    passed_ranks = np.empty(n_entries, dtype=np.int64)
    passed_weights = np.empty(n_entries, dtype=np.int64)
    for b in range(n_draws):
        line = 0 if weights.shape[0] == 1 else b
        total = 0
        for i in range(n_entries):
            total += weights[line, i]
        spread_z = 0
        pairs_z = 0
        square_z = 0.0
        for k in range(n_metrics, -1, -1):
            # sorted by insertion, starting from the order of the resample before, which is much alike
            order = orders[k]
            largest = 0.0
            n_missing = 0
            for i in range(n_entries):
                value = scores[b, k, i]
                if np.isnan(value):
                    n_missing += 1
                else:
                    largest = max(largest, abs(value))
            for place in range(1, n_entries):
                entry = order[place]
                value = scores[b, k, entry]
                before = place - 1
                if np.isnan(value):
                    continue
                while before >= 0 and (
                    scores[b, k, order[before]] > value or np.isnan(scores[b, k, order[before]])
                ):
                    order[before + 1] = order[before]
                    before -= 1
                order[before + 1] = entry
            # groups of values that tie, entries without weight included
            size = n_entries - n_missing
            near = tolerance * largest
            seen = 0
            spread = 0
            tied_pairs = 0
            product = 0
            net = 0
            n_passed = 0
            constant = False
            start = 0
            while start < size:
                end = start + 1
                group = weights[line, order[start]]
                while end < size and scores[b, k, order[end]] - scores[b, k, order[end - 1]] <= near:
                    group += weights[line, order[end]]
                    end += 1
                if group > 0:
                    first = scores[b, k, order[start]]
                    midrank = 2 * seen + group - total
                    for place in range(start, end):
                        entry = order[place]
                        close[entry] = first
                        weight = weights[line, entry]
                        if k == n_metrics:
                            rank_z[entry] = start
                            human_midranks[entry] = weight * midrank
                        elif weight > 0:
                            product += human_midranks[entry] * midrank
                            if wanted[2]:
                                mine = rank_z[entry]
                                below = 0
                                above = 0
                                for other in range(n_passed):
                                    below += passed_weights[other] if passed_ranks[other] < mine else 0
                                    above += passed_weights[other] if passed_ranks[other] > mine else 0
                                net += weight * (below - above)
                    if k < n_metrics:
                        for place in range(start, end):
                            entry = order[place]
                            if weights[line, entry] > 0:
                                passed_ranks[n_passed] = rank_z[entry]
                                passed_weights[n_passed] = weights[line, entry]
                                n_passed += 1
                    seen += group
                    spread += group * midrank * midrank
                    tied_pairs += group * group
                    constant = group == total
                start = end
            pairs = (total * total - tied_pairs) // 2
            # deviations from the weighted mean, scaled by a power of two where squares might leave the range of floats
            square = 0.0
            moment = 0.0
            if wanted[0] and not constant:
                mean = 0.0
                for i in range(n_entries):
                    if weights[line, i] > 0:
                        mean += weights[line, i] * close[i]
                mean /= total
                widest = 0.0
                for i in range(n_entries):
                    if weights[line, i] > 0:
                        widest = max(widest, abs(close[i] - mean))
                exponent = 0
                if widest < 1e-100 or widest > 1e100:
                    exponent = -math.frexp(widest)[1]
                for i in range(n_entries):
                    if weights[line, i] > 0:
                        deviation = close[i] - mean
                        if exponent != 0:
                            deviation = math.ldexp(deviation, exponent)
                        square += weights[line, i] * deviation * deviation
                        if k == n_metrics:
                            human_deviations[i] = weights[line, i] * deviation
                        else:
                            moment += human_deviations[i] * deviation
            if k == n_metrics:
                spread_z = spread
                pairs_z = pairs
                square_z = square
                if total < 3 or constant:
                    for metric in range(n_metrics):
                        pearson[b, metric] = np.nan
                        spearman[b, metric] = np.nan
                        kendall[b, metric] = np.nan
                    break
                continue
            if constant:
                pearson[b, k] = np.nan
                spearman[b, k] = np.nan
                kendall[b, k] = np.nan
                continue
            # one square root: that of a square is exact, so a perfect agreement is exactly 1
            found = moment / math.sqrt(square * square_z)
            pearson[b, k] = max(-1.0, min(1.0, found)) if found == found else np.nan  # noqa: PLR0124
            found = product / math.sqrt(np.float64(spread) * np.float64(spread_z))
            spearman[b, k] = max(-1.0, min(1.0, found))
            found = net / math.sqrt(np.float64(pairs) * np.float64(pairs_z))
            kendall[b, k] = max(-1.0, min(1.0, found))
