"""Coefficients of columns without one entry, or one group of entries, from sums over the whole column.

With a_k = sum over j of sign(x_k - x_j), the doubled centred midrank, and b_k that of the human, leaving out the group
G turns a_k into a_k - u_k, u_k the sum over i in G of sign(x_k - x_i), and b_k into b_k - v_k. So, for

* Kendall's numerator: all concordant less discordant pairs, less r_i = sum over k of sign(x_i - x_k) sign(z_i - z_k)
  of each i in G, plus the pairs within G, which were taken away twice;
* Spearman's numerator: sum over k not in G of (a_k - u_k)(b_k - v_k). For a single entry i the sum of u_k v_k is r_i,
  and those of a_k v_k and b_k u_k are differences of cumulated sums: nothing is walked through again;
* tie corrections: powers of the sizes of groups of equal values, less by what G holds of them;
* Pearson's r: sums over G taken from the sums of all.

Sums behind rank coefficients are whole numbers. For n entries and U groups that is O(n log n) where entries are left
out one by one, and O(n log n + U n) where groups are; besides the coefficients, memory is of some columns at a time.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from trueness.statistics.array_types import FloatArray, Index, IntArray, Integers
from trueness.statistics.compiled import compiled
from trueness.statistics.engine.prepared_columns import PreparedColumns

COEFFICIENTS = ("pearson", "spearman", "kendall")
"""What is computed here."""

CANCELLED = 1e-3
"""Share of the sum of squares below which what is left is summed anew: a difference has lost digits."""

BLOCK = 100_000
"""Entries of all scorers that are prepared together, which takes some megabytes."""


def left_out_columns(
    x: FloatArray,
    z: FloatArray,
    present: NDArray[np.bool_],
    units: IntArray,
    n_units: int,
    coefficients: Collection[str],
) -> dict[str, FloatArray]:
    """Return the coefficients of every column without each of some groups of entries.

    Parameters
    ----------
    x : array of shape (K, N, C)
    z : array of shape (N, C)
    present : array of shape (N, C)
    units : array of shape (N,)
        The group of every entry, 0 to U - 1; one without entries in a column leaves that column whole.
    n_units : int
        Number of groups U.
    coefficients : collection of str
        Of `COEFFICIENTS`.

    Returns
    -------
    dict of str to array of shape (K, C, U)
        NaN where fewer than three entries or no two different values are left.
    """
    n_metrics, n_entries, n_columns = x.shape
    result = {name: np.full((n_metrics, n_columns, n_units), np.nan) for name in coefficients}
    wanted = np.array([name in coefficients for name in COEFFICIENTS])
    groups = np.ascontiguousarray(units, dtype=np.int64)
    size = max(1, n_entries, n_units)
    together = min(n_metrics, max(1, BLOCK // size))  # metrics; the human stands beside each of these
    step = max(1, BLOCK // ((together + 1) * size))
    for start, first in itertools.product(
        range(0, n_columns if n_entries else 0, step), range(0, n_metrics, max(1, together))
    ):
        here, some = slice(start, start + step), slice(first, first + together)
        ready = PreparedColumns.of(x[some, :, here], z[:, here], present[:, here], coefficients, pairs=False)
        found = np.full((3, ready.n_metrics, ready.n_columns, n_units), np.nan)
        compiled(fill_left_out)(ready.scores, ready.order, ready.ranks, ready.sizes, groups, wanted, found)
        for name, values in result.items():
            values[some, here] = found[COEFFICIENTS.index(name)]
    return result


def fill_left_out(  # noqa: C901, PLR0912, PLR0915 - compiled as one nest of loops
    scores: FloatArray,
    order: Index,
    ranks: Index,
    sizes: Index,
    units: Integers,
    wanted: NDArray[np.bool_],
    found: FloatArray,
) -> None:
    """Fill Pearson's, Spearman's and Kendall's coefficients (3, K, C, U) without each group; for compilation.

    `scores`, `order`, `ranks` and `sizes` are those of `PreparedColumns`: scores standardised, entries present first.
    """
    _, n_metrics, n_columns, n_units = found.shape
    n_entries = units.shape[0]
    # by entry: rank, doubled centred midrank, size of the group of equal values, sum of the other's midranks signed
    rank_x = np.empty(n_entries, dtype=np.int64)
    rank_z = np.empty(n_entries, dtype=np.int64)
    mid_x = np.empty(n_entries, dtype=np.int64)
    mid_z = np.empty(n_entries, dtype=np.int64)
    tied_x = np.empty(n_entries, dtype=np.int64)
    tied_z = np.empty(n_entries, dtype=np.int64)
    signed_z = np.empty(n_entries, dtype=np.int64)  # sum over k of b_k sign(x_k - x_i)
    signed_x = np.empty(n_entries, dtype=np.int64)  # sum over k of a_k sign(z_k - z_i)
    agreed = np.empty(n_entries, dtype=np.int64)
    within_x = np.zeros(n_entries, dtype=np.int64)  # by rank: how many of a group's entries have it
    within_z = np.zeros(n_entries, dtype=np.int64)
    shift_x = np.empty(n_entries, dtype=np.int64)
    shift_z = np.empty(n_entries, dtype=np.int64)
    tree = np.zeros(n_entries + 1, dtype=np.int64)
    starts = np.zeros(n_units + 1, dtype=np.int64)
    places = np.empty(n_units + 1, dtype=np.int64)
    members = np.empty(n_entries, dtype=np.int64)
    for column in range(n_columns):
        n = np.int64(sizes[column])
        human = n_metrics * n_columns + column
        # the entries of every group
        starts[:] = 0
        for p in range(n):
            starts[units[order[human, p]] + 1] += 1
        places[0] = 0
        for unit in range(n_units):
            starts[unit + 1] += starts[unit]
            places[unit + 1] = starts[unit + 1]
        for p in range(n):
            entry = order[human, p]
            members[places[units[entry]]] = entry
            places[units[entry]] += 1
        for k in range(n_metrics):
            row = k * n_columns + column
            sum_x = sum_z = square_x = square_z = product = 0.0
            if wanted[0]:
                for p in range(n):
                    entry = order[human, p]
                    one, other = scores[row, entry], scores[human, entry]
                    sum_x += one
                    sum_z += other
                    square_x += one * one
                    square_z += other * other
                    product += one * other
            # ranks, midranks and tie terms of both
            cubes_x = cubes_z = pairs_x = pairs_z = np.int64(0)
            for side in range(2):
                line = row if side == 0 else human
                rank, mid, tied = (rank_x, mid_x, tied_x) if side == 0 else (rank_z, mid_z, tied_z)
                cubes = squares = np.int64(0)
                start = np.int64(0)
                while start < n:
                    end = start + 1
                    while end < n and ranks[line, end] == ranks[line, start]:
                        end += 1
                    size = end - start
                    cubes += size * size * size
                    squares += size * size
                    for p in range(start, end):
                        entry = order[line, p]
                        rank[entry] = ranks[line, p]
                        mid[entry] = start + end - n
                        tied[entry] = size
                    start = end
                if side == 0:
                    cubes_x, pairs_x = cubes, squares
                else:
                    cubes_z, pairs_z = cubes, squares
            # sums of one's midranks, signed by the order of the other
            ranked = np.int64(0)
            if wanted[1]:
                for side in range(2):
                    line = row if side == 0 else human
                    mid, signed = (mid_z, signed_z) if side == 0 else (mid_x, signed_x)
                    passed = np.int64(0)
                    start = np.int64(0)
                    while start < n:
                        end = start
                        group = np.int64(0)
                        while end < n and ranks[line, end] == ranks[line, start]:
                            group += mid[order[line, end]]
                            end += 1
                        for p in range(start, end):
                            signed[order[line, p]] = -group - passed - passed  # midranks add up to zero
                        passed += group
                        start = end
                for p in range(n):
                    entry = order[human, p]
                    ranked += mid_x[entry] * mid_z[entry]
            # concordant less discordant pairs of every entry, through a tree over the ranks of the human
            net = np.int64(0)
            tree[:] = 0
            start = np.int64(0) if wanted[1] or wanted[2] else n
            while start < n:
                end = start
                while end < n and ranks[row, end] == ranks[row, start]:
                    end += 1
                for twice in range(2):
                    if twice == 1:
                        for p in range(start, end):
                            node = rank_z[order[row, p]] + 1
                            while node <= n_entries:
                                tree[node] += 1
                                node += node & -node
                    for p in range(start, end):
                        entry = order[row, p]
                        balance = -(start if twice == 0 else end)
                        node = rank_z[entry]
                        while node > 0:
                            balance += tree[node]
                            node -= node & -node
                        node = rank_z[entry] + 1
                        while node > 0:
                            balance += tree[node]
                            node -= node & -node
                        if twice == 0:
                            agreed[entry] = balance - mid_z[entry]
                        else:
                            agreed[entry] += balance
                            net += agreed[entry]
                start = end
            net //= 2
            for unit in range(n_units):
                first, last = starts[unit], starts[unit + 1]
                left = n - (last - first)
                if left < 3:
                    continue
                untied_x, untied_z = pairs_x, pairs_z
                third_x, third_z = cubes_x, cubes_z
                if last - first == 1:
                    entry = members[first]
                    # groups of equal values with one member less
                    size = tied_x[entry]
                    untied_x -= 2 * size - 1
                    third_x -= 3 * size * (size - 1) + 1
                    size = tied_z[entry]
                    untied_z -= 2 * size - 1
                    third_z -= 3 * size * (size - 1) + 1
                elif last > first:
                    for p in range(first, last):
                        entry = members[p]
                        size = tied_x[entry] - within_x[rank_x[entry]]
                        within_x[rank_x[entry]] += 1
                        untied_x -= 2 * size - 1
                        third_x -= 3 * size * (size - 1) + 1
                        size = tied_z[entry] - within_z[rank_z[entry]]
                        within_z[rank_z[entry]] += 1
                        untied_z -= 2 * size - 1
                        third_z -= 3 * size * (size - 1) + 1
                untied_x = left * left - untied_x
                untied_z = left * left - untied_z
                defined = untied_x > 0 and untied_z > 0
                if wanted[2] and defined:
                    kept = net
                    for p in range(first, last):
                        kept -= agreed[members[p]]
                    if last - first > 1:
                        # pairs within the group, by the same walk
                        tree[:] = 0
                        passed = np.int64(0)
                        start = np.int64(0)
                        while start < n:
                            end = start
                            here = passed
                            while end < n and ranks[row, end] == ranks[row, start]:
                                entry = order[row, end]
                                end += 1
                                if units[entry] != unit:
                                    continue
                                here += 1
                                kept -= passed
                                node = rank_z[entry]
                                while node > 0:
                                    kept += tree[node]
                                    node -= node & -node
                                node = rank_z[entry] + 1
                                while node > 0:
                                    kept += tree[node]
                                    node -= node & -node
                            for p in range(start, end):
                                if here > passed and units[order[row, p]] == unit:
                                    node = rank_z[order[row, p]] + 1
                                    while node <= n_entries:
                                        tree[node] += 1
                                        node += node & -node
                            passed = here
                            start = end
                    scale = math.sqrt(float(untied_x) * float(untied_z))
                    found[2, k, column, unit] = max(-1.0, min(1.0, 2.0 * kept / scale))
                if wanted[1] and defined:
                    kept = ranked
                    if last - first == 1:
                        entry = members[first]
                        kept += agreed[entry] - mid_x[entry] * mid_z[entry]
                        kept -= signed_x[entry] + signed_z[entry]
                    elif last > first:
                        # what every rank loses: twice the entries below and those at it, less all that are left out
                        for side in range(2):
                            line = row if side == 0 else human
                            within, shift = (within_x, shift_x) if side == 0 else (within_z, shift_z)
                            passed = first - last
                            for rank_here in range(ranks[line, n - 1] + 1):
                                here = within[rank_here]
                                shift[rank_here] = passed + here
                                passed += here + here
                        kept = np.int64(0)
                        for p in range(n):
                            entry = order[row, p]
                            one = mid_x[entry] - shift_x[rank_x[entry]]
                            kept += one * (mid_z[entry] - shift_z[rank_z[entry]])
                        for p in range(first, last):
                            entry = members[p]
                            one = mid_x[entry] - shift_x[rank_x[entry]]
                            kept -= one * (mid_z[entry] - shift_z[rank_z[entry]])
                    cube = left * left * left
                    scale = math.sqrt(float((cube - third_x) // 3) * float((cube - third_z) // 3))
                    found[1, k, column, unit] = max(-1.0, min(1.0, kept / scale))
                if wanted[0] and defined:
                    rest_x, rest_z, both = sum_x, sum_z, product
                    rest_xx, rest_zz = square_x, square_z
                    for p in range(first, last):
                        one, other = scores[row, members[p]], scores[human, members[p]]
                        rest_x -= one
                        rest_z -= other
                        rest_xx -= one * one
                        rest_zz -= other * other
                        both -= one * other
                    both -= rest_x * rest_z / left
                    rest_xx -= rest_x * rest_x / left
                    rest_zz -= rest_z * rest_z / left
                    if rest_xx < CANCELLED * square_x or rest_zz < CANCELLED * square_z:
                        rest_x /= left
                        rest_z /= left
                        both = rest_xx = rest_zz = 0.0
                        for p in range(n):
                            entry = order[human, p]
                            if units[entry] != unit:
                                one, other = scores[row, entry] - rest_x, scores[human, entry] - rest_z
                                both += one * other
                                rest_xx += one * one
                                rest_zz += other * other
                    found[0, k, column, unit] = max(-1.0, min(1.0, both / math.sqrt(rest_xx * rest_zz)))
                if last - first > 1:
                    for p in range(first, last):
                        within_x[rank_x[members[p]]] = 0
                        within_z[rank_z[members[p]]] = 0
