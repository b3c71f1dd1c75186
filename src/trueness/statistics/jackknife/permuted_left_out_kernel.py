"""The compiled kernel of `permuted_left_out`: sums over pairs of entries from tables of what a few coins contribute.

The formulas are those of `left_out_columns`. What they need of an entry i is four sums over all entries k of functions
of sign(x'_i - x'_k), that is of the coins of i and k alone: concordant less discordant pairs, the midrank, the entries
that tie with i, and the human's midranks. For each coin of i, and for every few further entries, a table says what
these contribute under each arrangement of their coins, so that an arrangement takes one number of each table. The
number is whole and holds the four sums in bits of their own.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from trueness.statistics.array_types import FloatArray, Index

TABLES = 16
"""Tables that are in use at the same time, which processor caches hold."""

_BITS = 13  # of each sum: enough for 4095 entries


def fill_permuted_left_out(  # noqa: C901, PLR0912, PLR0915 - compiled as one nest of loops
    keep: NDArray[np.bool_],
    ranks: Index,
    scores: FloatArray,
    tied: NDArray[np.bool_],
    order: Index,
    rank_z: Index,
    score_z: FloatArray,
    sizes: Index,
    wanted: NDArray[np.bool_],
    cancelled: float,
    bits: int,
    lanes: int,
    sums: FloatArray,
    counts: Index,
    missing: Index,
) -> None:
    """Add up, over columns, the coefficients of X' and of Y' without each of N entries and, last, with all of them.

    For compilation. Takes O(B C N²) steps for B arrangements of C columns, one for every `bits` pairs of entries.

    Parameters
    ----------
    keep : array of shape (N, B)
        Whether an entry keeps its scores of X and Y.
    ranks, scores : arrays of shape (C, 2, N)
        Ranks of the scores of X and of Y among all 2 N; the scores themselves.
    tied : array of shape (C,)
        Whether any two of a column's 2 N scores tie.
    order, rank_z : arrays of shape (C, N)
        Entries in the order of their human scores, those present first, and the ranks of these.
    score_z : array of shape (C, N)
        Human scores in the same order, standardised.
    sizes : array of shape (C,)
        Entries present.
    wanted : array of shape (3,)
        Whether Pearson's, Spearman's and Kendall's coefficients are wanted.
    cancelled : float
        Share of a sum of squares below which what is left of it is summed anew.
    bits : int
        Entries to a table.
    lanes : int
        Arrangements that stand side by side.
    sums : array of shape (3, 2, N + 1, B)
        Zeros, to which coefficients are added.
    counts : array of shape (3, N + 1)
        Zeros, to which columns are added that have a coefficient as far as the human is concerned.
    missing : array of shape (2, N + 1, B)
        Zeros, to which those of them are added that have none because X' or Y' is constant.
    """
    n_columns, n_entries = order.shape
    n_draws = keep.shape[1]
    n_tables = (n_entries + bits - 1) // bits
    width_table = 1 << bits
    # an entry ties with itself, and no sum is negative but that of the highest bits
    bias = np.int64(n_entries) * (1 + (np.int64(1) << _BITS)) + (np.int64(1) << (2 * _BITS))
    field = (np.int64(1) << _BITS) - 1
    codes = np.empty((lanes, n_tables), dtype=np.uint64)  # places in tables, for the coin that is 0
    table = np.empty(2 * TABLES * width_table, dtype=np.int64)
    swapped = np.uint64(TABLES * width_table + width_table - 1)  # bits that differ where every coin is turned
    packed = np.empty((2, lanes), dtype=np.int64)
    # the last of nobody left out
    agreed = np.zeros((2, n_entries + 1, lanes), dtype=np.int32)
    less = np.zeros((2, n_entries + 1, lanes), dtype=np.int32)
    size = np.zeros((2, n_entries + 1, lanes), dtype=np.int32)
    midrank = np.empty((2, n_entries, lanes), dtype=np.int32)
    centred = np.zeros((n_entries + 1, lanes))
    passed = np.empty(lanes, dtype=np.int32)
    group = np.empty(lanes, dtype=np.int32)
    net = np.empty(lanes)
    ranked = np.empty(lanes)
    pairs_x = np.empty(lanes)
    untied_x = np.empty(lanes)
    cubes_x = np.empty(lanes)
    total = np.empty(lanes)
    square = np.empty(lanes)
    product = np.empty(lanes)
    value = np.empty(lanes)
    place = np.empty(n_entries, dtype=np.int64)  # of entries in the order of human scores
    units = np.empty(n_entries, dtype=np.int64)
    steps = np.zeros(bits, dtype=np.int64)
    starts = np.empty(n_entries + 1, dtype=np.int64)
    ends = np.empty(n_entries + 1, dtype=np.int64)
    ranking = wanted[1] or wanted[2]
    for first in range(0, n_draws, lanes):
        width = min(lanes, n_draws - first)
        for b in range(width):
            for t in range(n_tables):
                code = np.int64((t % TABLES) * width_table)
                for k in range(t * bits, min(n_entries, (t + 1) * bits)):
                    code |= np.int64(keep[k, first + b]) << (k - t * bits)
                codes[b, t] = code
        for column in range(n_columns):
            n = np.int64(sizes[column])
            if n < 3:
                continue
            ties = tied[column]
            # groups of equal human scores, and what all the scores add up to
            pairs_z = cubes_z = np.int64(0)
            sum_z = square_z = 0.0
            place[:] = -1
            start = np.int64(0)
            while start < n:
                end = start + 1
                while end < n and rank_z[column, end] == rank_z[column, start]:
                    end += 1
                for p in range(start, end):
                    units[p] = (np.int64(1) << _BITS) + ((start + end - n) << (3 * _BITS))
                    starts[p] = start
                    ends[p] = end
                    place[order[column, p]] = p
                pairs_z += (end - start) ** 2
                cubes_z += (end - start) ** 3
                start = end
            for p in range(n):
                sum_z += score_z[column, p]
                square_z += score_z[column, p] * score_z[column, p]
            starts[n] = ends[n] = n
            if ranking or ties:
                for i in range(n):
                    own = order[column, i]
                    packed[:] = bias
                    for low in range(0, n_tables, TABLES):
                        high = min(n_tables, low + TABLES)
                        for state in range(2):
                            mine = ranks[column, 1 - state, own]
                            for t in range(low, high):
                                none = np.int64(0)
                                steps[:] = 0
                                for k in range(t * bits, min(n_entries, (t + 1) * bits)):
                                    step = np.int64(0)
                                    p = place[k]
                                    if p >= 0 and k != own:
                                        # one sign counts for agreement, midrank, and the human's midranks
                                        one = units[p] + np.int64(p < starts[i]) - np.int64(p >= ends[i])
                                        rank = ranks[column, 1, k]
                                        sign = np.int64(mine > rank) - np.int64(mine < rank)
                                        other = sign * one + (np.int64(mine == rank) << (2 * _BITS))
                                        rank = ranks[column, 0, k]
                                        sign = np.int64(mine > rank) - np.int64(mine < rank)
                                        step = sign * one + (np.int64(mine == rank) << (2 * _BITS)) - other
                                        none += other
                                    steps[k - t * bits] = step
                                place_in = (state * TABLES + t - low) * width_table
                                entries = table[place_in : place_in + width_table]
                                entries[0] = none
                                filled = 1
                                for k in range(bits):
                                    step = steps[k]
                                    for m in range(filled):
                                        entries[filled + m] = entries[m] + step
                                    filled += filled
                        for b in range(width):
                            half = np.uint64(TABLES * width_table) if keep[own, first + b] else np.uint64(0)
                            here = there = np.int64(0)
                            for t in range(low, high):
                                found = codes[b, t] + half
                                here += table[found]
                                there += table[found ^ swapped]
                            packed[0, b] += here
                            packed[1, b] += there
                    mid_z = np.int32(starts[i] + ends[i] - n)
                    for side in range(2):
                        for b in range(width):
                            four = packed[side, b]
                            agreed[side, i, b] = (four & field) - n_entries
                            midrank[side, i, b] = ((four >> _BITS) & field) - n_entries
                            size[side, i, b] = (four >> (2 * _BITS)) & field
                            signed = four >> (3 * _BITS)
                            # the sum of the human's midranks signed by x'_k - x'_i is less than nothing
                            less[side, i, b] = agreed[side, i, b] + signed - midrank[side, i, b] * mid_z
            for side in range(2):
                if ranking:
                    agreed[side, n] = 0
                    less[side, n] = 0
                    net[:] = 0.0
                    for i in range(n):
                        for b in range(width):
                            net[b] += agreed[side, i, b]
                    net *= 0.5
                if wanted[1]:
                    ranked[:] = 0.0
                    passed[:] = 0
                    start = np.int64(0)
                    while start < n:
                        end = ends[start]
                        group[:] = 0
                        mid_z = np.int32(start + end - n)
                        for p in range(start, end):
                            for b in range(width):
                                group[b] += midrank[side, p, b]
                        for b in range(width):
                            ranked[b] += group[b] * mid_z
                            passed[b] += group[b]
                        for p in range(start, end):
                            for b in range(width):
                                less[side, p, b] += passed[b] + passed[b] - group[b]
                        start = end
                if ties:
                    size[side, n] = 0
                    pairs_x[:] = 0.0
                    cubes_x[:] = 0.0
                    for i in range(n):
                        for b in range(width):
                            pairs_x[b] += size[side, i, b]
                            cubes_x[b] += size[side, i, b] * size[side, i, b]
                if wanted[0]:
                    total[:] = 0.0
                    square[:] = 0.0
                    product[:] = 0.0
                    centred[n] = 0.0
                    for p in range(n):
                        entry = order[column, p]
                        kept_score, other_score = scores[column, side, entry], scores[column, 1 - side, entry]
                        for b in range(width):
                            centred[p, b] = kept_score if keep[entry, first + b] else other_score
                            total[b] += centred[p, b]
                    total /= n
                    for p in range(n):
                        own_z = score_z[column, p]
                        for b in range(width):
                            score = centred[p, b] - total[b]
                            centred[p, b] = score
                            square[b] += score * score
                            product[b] += score * own_z
                for out in range(n + 1):
                    one_out = np.int64(out < n)
                    left = n - one_out
                    if left < 3:
                        continue
                    entry = order[column, out] if out < n else np.int64(n_entries)
                    size_z = ends[out] - starts[out]
                    cube = left * left * left
                    untied_z = float(left * left - pairs_z + one_out * (2 * size_z - 1))
                    squared_z = float((cube - cubes_z + one_out * (3 * size_z * (size_z - 1) + 1)) // 3)
                    if untied_z <= 0.0:
                        continue
                    # without an entry that is not there a column is whole
                    n_places = 1 if out < n else n_entries - n + 1
                    if ties:
                        for b in range(width):
                            untied_x[b] = (
                                left * left - pairs_x[b] + one_out * (2.0 * size[side, out, b] - 1.0)
                            )
                        for q in range(n_places):
                            absent = entry if q == 0 else order[column, n + q - 1]
                            for b in range(width):
                                missing[side, absent, first + b] += np.int32(untied_x[b] == 0.0)
                    for name in range(3):
                        if not wanted[name]:
                            continue
                        if name == 2:
                            if ties:
                                for b in range(width):
                                    kept = net[b] - agreed[side, out, b]
                                    coefficient = 2.0 * kept / math.sqrt(untied_x[b] * untied_z)
                                    value[b] = coefficient if untied_x[b] > 0.0 else 0.0
                            else:
                                scale = math.sqrt(float(left * left - left) * untied_z)
                                for b in range(width):
                                    value[b] = 2.0 * (net[b] - agreed[side, out, b]) / scale
                        elif name == 1:
                            if ties:
                                for b in range(width):
                                    members = float(size[side, out, b])
                                    third = cubes_x[b] - one_out * (3.0 * members * (members - 1.0) + 1.0)
                                    squared = (cube - third) / 3.0
                                    kept = ranked[b] + less[side, out, b]
                                    coefficient = kept / math.sqrt(squared * squared_z)
                                    value[b] = coefficient if squared > 0.0 else 0.0
                            else:
                                scale = math.sqrt(float((cube - left) // 3) * squared_z)
                                for b in range(width):
                                    value[b] = (ranked[b] + less[side, out, b]) / scale
                        else:
                            own_z = score_z[column, out] if out < n else 0.0
                            mean_z = (sum_z - own_z) / left
                            rest_zz = square_z - own_z * own_z - mean_z * mean_z * left
                            anew = rest_zz < cancelled * square_z
                            if anew:
                                rest_zz = np.float64(0.0)
                                for p in range(n):
                                    if p != out:
                                        rest_zz += (score_z[column, p] - mean_z) ** 2
                                if rest_zz == 0.0:
                                    continue
                            slope = own_z - mean_z
                            share = 1.0 + 1.0 / left
                            lost = 0
                            for b in range(width):
                                score = centred[out, b]
                                rest_xx = square[b] - score * score * share
                                # NaN where rounding leaves less than nothing: computed anew below
                                value[b] = (product[b] - score * slope) / np.sqrt(rest_xx * rest_zz)
                                lost += rest_xx <= cancelled * square[b]
                            if anew or lost > 0:
                                for b in range(width):
                                    score = centred[out, b]
                                    rest_xx = square[b] - score * score * share
                                    if not anew and rest_xx > cancelled * square[b]:
                                        continue
                                    both = rest_xx = 0.0
                                    if not ties or untied_x[b] > 0.0:
                                        shift = score / left
                                        for p in range(n):
                                            if p != out:
                                                score = centred[p, b] + shift
                                                both += score * (score_z[column, p] - mean_z)
                                                rest_xx += score * score
                                    value[b] = both / math.sqrt(rest_xx * rest_zz) if rest_xx > 0.0 else 0.0
                        for q in range(n_places):
                            absent = entry if q == 0 else order[column, n + q - 1]
                            if first == 0 and side == 0:
                                counts[name, absent] += 1
                            for b in range(width):
                                sums[name, side, absent, first + b] += min(1.0, max(-1.0, value[b]))
