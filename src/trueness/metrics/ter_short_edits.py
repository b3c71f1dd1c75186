"""The edits and shifts of many pairs of short texts at once, found by arrays of bits in place of compiled loops.

What is searched is what `trueness.metrics.ter_edits` says, and the numbers are the same. References of up to 62 words
fit into a whole number, a bit per word, so that a row of costs is a few operations on whole numbers (Myers 1999), and
one operation does it for every shift of every pair. A compiled loop takes half as long, but seconds to compile.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.metrics.ter_limits import FARTHEST_SHIFT, LONGEST_BLOCK, MOST_BITS, MOST_TRIED, beam

MOST_ROWS = 250
"""Words of an output up to which a table of all costs is small."""

_TOGETHER = 256  # pairs; more leave the processor's cache
_ONE = np.int64(1)

Integers = NDArray[np.int64]


class _Pairs(NamedTuple):
    """Pairs of texts, and which cells of their tables of costs lie inside the beam, as bits.

    A table has the costs of turning the first words of an output (rows) into the first words of a reference (columns).
    Its rows are kept as differences between neighbouring columns: a bit where the cost is one more, and one where it is
    one less. Outside the beam it is filled so that no cheapest way to a cell inside leads through it: to the left costs
    rise by one per column away from the beam, to the right likewise, and no words agree there.

    Attributes
    ----------
    n, m : arrays of shape (K,)
        Words of the outputs and of the references.
    agrees : array of shape (K, N)
        The places of the reference that have the word of the output, a bit each.
    counted, left, right : arrays of shape (K, N + 1)
        Of each row the columns where words may agree, those up to the beam's first, and those from its end on.
    first, end : arrays of shape (K, N + 1)
        The beam's first column, and the one behind its last.
    """

    n: Integers
    m: Integers
    agrees: Integers
    counted: Integers
    left: Integers
    right: Integers
    first: Integers
    end: Integers

    def part(self, chosen: NDArray[np.bool_]) -> _Pairs:
        """Return some of the pairs."""
        return _Pairs._make(array[chosen] for array in self)


class _Rows(NamedTuple):
    """Rows of costs.

    Attributes
    ----------
    more, less : arrays
        Bits of the columns, from 1 on, that cost one more, and one less, than the column before.
    start : array
        The cost of column 0.
    """

    more: Integers
    less: Integers
    start: Integers

    def last(self) -> Integers:
        """Return the costs of the last column."""
        return self.start + np.bitwise_count(self.more) - np.bitwise_count(self.less)


class _Shifts(NamedTuple):
    """Shifts to try: of which pair, where the block starts, its length, before which word it goes; shapes (S,)."""

    pair: Integers
    start: Integers
    length: Integers
    target: Integers


def short_edits(outputs: Sequence[Integers], references: Sequence[Integers]) -> Integers:
    """Return the number of insertions, deletions, substitutions and shifts from each output to its reference.

    Parameters
    ----------
    outputs : sequence of K arrays
        The words of each, as numbers: 1 to `MOST_ROWS`.
    references : sequence of K arrays
        The words of each, 1 to `MOST_BITS`; equal words have equal numbers.

    Returns
    -------
    array of shape (K,)

    References
    ----------
    Snover et al. 2006, section 3; Post 2018 (sacreBLEU), whose limits and order of preferences are followed. Rows of
    costs as bits: Myers 1999, in the form of Hyyrö 2003 for the distance of whole texts.
    """
    found = np.empty(len(outputs), dtype=np.int64)
    order = np.argsort(
        [len(output) for output in outputs], kind="stable"
    )  # a table is as long as its longest
    for begin in range(0, len(order), _TOGETHER):
        chosen = order[begin : begin + _TOGETHER]
        found[chosen] = _searched(_paired([outputs[k] for k in chosen], [references[k] for k in chosen]))
    return found


def is_short(output: Integers, reference: Integers) -> bool:
    """Return whether the pair is one for `short_edits`."""
    return 0 < len(output) <= MOST_ROWS and 0 < len(reference) <= MOST_BITS


def _paired(outputs: Sequence[Integers], references: Sequence[Integers]) -> _Pairs:
    """Return the pairs as bits."""
    n, m = (np.array([len(text) for text in texts]) for texts in (outputs, references))
    size, rows, columns = len(n), int(n.max()), int(m.max())
    words, others = np.full((size, rows), -1), np.full((size, columns), -2)
    first, end = np.zeros((size, rows + 1), dtype=np.int64), np.ones((size, rows + 1), dtype=np.int64)
    for k, (output, reference) in enumerate(zip(outputs, references, strict=True)):
        words[k, : n[k]], others[k, : m[k]] = output, reference
        first[k, : n[k] + 1], end[k, : n[k] + 1] = beam(int(n[k]), int(m[k]))
    agrees = np.zeros((size, rows), dtype=np.int64)
    for column in range(columns):
        agrees |= (words == others[:, column, None]).astype(np.int64) << column
    last = np.minimum(end - 1, m[:, None])  # the last column inside the beam
    counted = np.zeros_like(first)
    reached = np.minimum(
        np.minimum(last[:, :-1] + 1, last[:, 1:]), m[:, None]
    )  # one more than in the row above
    counted[:, 1:] = _below(reached) & ~_below(np.maximum(first[:, 1:] - 1, 0))
    return _Pairs(
        n=n,
        m=m,
        agrees=agrees,
        counted=counted,
        left=_below(first),
        right=_below(m)[:, None] & ~_below(last),
        first=first,
        end=end,
    )


def _below(count: Integers) -> Integers:
    """Return whole numbers with so many bits from the lowest on."""
    return (_ONE << count) - 1


def _searched(pairs: _Pairs) -> Integers:
    """Return the edits of the greedy search for shifts, all pairs a shift at a time."""
    edits = np.empty(len(pairs.n), dtype=np.int64)
    searched = np.arange(len(edits))
    tried = np.zeros_like(searched)
    made = 0
    while len(searched):
        costs = _costs(pairs)
        last = np.arange(len(searched)), pairs.n
        cost = _Rows(*(array[last] for array in costs)).last()
        edits[searched] = made + cost
        shifts = _worth_trying(pairs, *_aligned(pairs, costs))
        tried += np.bincount(shifts.pair, minlength=len(searched))
        goes_on = (
            tried < MOST_TRIED
        )  # once that many have been, the best of the last round is not made any more
        shifts = _of(shifts, goes_on[shifts.pair])
        left = _costs_after(pairs, costs, shifts)
        saves = left < cost[shifts.pair]
        best = _best(_of(shifts, saves), left[saves])
        moved = _moved(_final(pairs.n[best.pair], best), np.arange(pairs.agrees.shape[1])[:, None])
        pairs.agrees[best.pair] = pairs.agrees[best.pair[:, None], moved.T]
        goes_on = np.zeros(len(searched), dtype=np.bool_)
        goes_on[best.pair] = True
        pairs, searched, tried = pairs.part(goes_on), searched[goes_on], tried[goes_on]
        made += 1
    return edits


def _next_row(above: _Rows, agrees: Integers, left: Integers, right: Integers, first: Integers) -> _Rows:
    """Return rows of costs from those above them."""
    more, less, start = above
    same = agrees | less
    diagonal = ((more + (same & more)) ^ more) | same
    fewer = (more & diagonal) << 1
    longer = ((less | ~(more | diagonal)) << 1) | 1
    more, less = fewer | ~(longer | diagonal), longer & diagonal
    start = start + 1 + first + np.bitwise_count(more & left) - np.bitwise_count(less & left)
    return _Rows((more & ~left) | right, (less | left) & ~right, start)


def _costs(pairs: _Pairs) -> _Rows:
    """Return all rows of costs of all pairs, shapes (K, N + 1)."""
    size, rows = pairs.agrees.shape
    whole = _below(pairs.m)
    row = _Rows(whole, np.zeros_like(whole), np.zeros_like(whole))
    every = _Rows(*(np.empty((size, rows + 1), dtype=np.int64) for _ in row))
    for array, value in zip(every, row, strict=True):
        array[:, 0] = value
    for place in range(1, rows + 1):
        row = _next_row(
            row,
            pairs.agrees[:, place - 1] & pairs.counted[:, place],
            pairs.left[:, place],
            pairs.right[:, place],
            pairs.first[:, place],
        )
        row = _Rows(row.more & whole, row.less & whole, row.start)
        for array, value in zip(every, row, strict=True):
            array[:, place] = value
    return every


def _aligned(pairs: _Pairs, rows: _Rows) -> tuple[Integers, Integers, Integers]:
    """Return errors among the first words of outputs and of references, and where the output stands at each word.

    Shapes (K, N + 1), (K, M + 1) and (K, M + 1); the place is that of a word of the output, and -1 before its first. Of
    equal costs, words that agree or differ go before one of the output alone, and that before one of the reference.
    """
    size, columns = len(pairs.n), int(pairs.m.max())
    wrong = np.zeros(rows.start.shape, dtype=np.int64)
    missed, standing = np.zeros((2, size, columns + 1), dtype=np.int64)
    standing[:, 0] = -1
    every, row, column = np.arange(size), pairs.n.copy(), pairs.m.copy()
    cost = _Rows(*(array[every, row] for array in rows)).last()
    while len(every):
        up, back = np.maximum(row - 1, 0), np.maximum(column - 1, 0)
        first, end = pairs.first[every, up], pairs.end[every, up]
        above = _Rows(*(array[every, up] for array in rows))
        higher = _Rows(above.more & _below(column), above.less & _below(column), above.start).last()
        step = ((above.more >> back) & 1) - ((above.less >> back) & 1)
        differs = 1 - ((pairs.agrees[every, up] >> back) & 1)
        inside = (row > 0) & (column > first) & (column <= end)
        diagonal = inside & (higher - step + differs == cost)
        alone = ~diagonal & (row > 0) & (higher + 1 == cost)
        error = np.where(diagonal, differs, 1)
        of_output, of_reference = diagonal | alone, ~alone
        wrong[every[of_output], row[of_output]] = error[of_output]
        missed[every[of_reference], column[of_reference]] = error[of_reference]
        standing[every[of_reference], column[of_reference]] = row[of_reference] - 1
        row, column = row - of_output, column - of_reference
        on = (row > 0) | (column > 0)
        every, row, column, cost = every[on], row[on], column[on], (cost - error)[on]
    return wrong.cumsum(axis=1), missed.cumsum(axis=1), standing


def _worth_trying(pairs: _Pairs, wrong: Integers, missed: Integers, standing: Integers) -> _Shifts:
    """Return the shifts of all blocks that also occur in the reference.

    Tried are those where both the block and its place in the reference have an error and they are not aligned with each
    other, to before every word at which the reference's words of the block stand.
    """
    octets = pairs.agrees.astype("<i8").view(np.uint8).reshape(*pairs.agrees.shape, 8)
    pair, start, place = np.nonzero(np.unpackbits(octets, axis=2, bitorder="little"))
    near = np.abs(start - place) <= FARTHEST_SHIFT
    found = []
    for length in range(1, LONGEST_BLOCK + 1):
        pair, start, place = pair[near], start[near], place[near]
        stands = standing[pair, place + 1]
        tried = (
            (wrong[pair, start + length] != wrong[pair, start])
            & (missed[pair, place + length] != missed[pair, place])
            & ~((start <= stands) & (stands < start + length))
        )
        found += list(_targets(pair[tried], start[tried], place[tried], length, standing))
        longer = (start + length < pairs.n[pair]) & (place + length < pairs.m[pair])
        pair, start, place = pair[longer], start[longer], place[longer]
        near = (pairs.agrees[pair, start + length] >> (place + length)) & 1 == 1
    return _Shifts(*(np.concatenate(parts) for parts in zip(*found, strict=True)))


def _targets(
    pair: Integers, start: Integers, place: Integers, length: int, standing: Integers
) -> Iterator[_Shifts]:
    """Yield the shifts of blocks of a length that occur at a place in the reference, to each target once."""
    before = np.full(len(pair), -1)
    for behind in range(length + 1):
        target = standing[pair, place + behind] + 1
        new = target != before
        yield _Shifts(pair[new], start[new], np.full(int(new.sum()), length), target[new])
        before = target


def _costs_after(pairs: _Pairs, rows: _Rows, shifts: _Shifts) -> Integers:
    """Return the edits after each shift, shape (S,).

    Rows of words before what moves are those of the output; the others are computed for all shifts together, so that
    all come to their last row at the same time.
    """
    kept = np.minimum(shifts.start, shifts.target)
    order = np.argsort(kept - pairs.n[shifts.pair], kind="stable")  # the most rows first
    shifts, kept = _of(shifts, order), kept[order]
    n, width = pairs.n[shifts.pair], pairs.agrees.shape[1]
    at = shifts.pair * (width + 1) + kept
    more, less, start = (array.ravel()[at] for array in rows)
    agrees, counted, left, right, first = (array.ravel() for array in pairs[2:7])
    whole = _below(pairs.m)[shifts.pair]
    rest = n - kept
    shifts = _final(n, shifts)
    for missing in range(int(rest.max(initial=0)), 0, -1):
        under = int(np.searchsorted(-rest, -missing, side="right"))
        part = _of(shifts, slice(under))
        row = n[:under] - missing + 1
        at = part.pair * (width + 1) + row
        word = _moved(part, row - 1)
        below = _next_row(
            _Rows(more[:under], less[:under], start[:under]),
            agrees[part.pair * width + word] & counted[at],
            left[at],
            right[at],
            first[at],
        )
        more[:under], less[:under], start[:under] = below
        more[:under] &= whole[:under]
        less[:under] &= whole[:under]
    found = np.empty(len(order), dtype=np.int64)
    found[order] = _Rows(more, less, start).last()
    return found


def _final(n: Integers, shifts: _Shifts) -> _Shifts:
    """Return shifts with the place that the block has then: before the target, or so much later where that is in it."""
    _, start, length, target = shifts
    behind = np.where(target > start + length, target, np.minimum(length + target, n)) - length
    return shifts._replace(target=np.where(target >= start, behind, target))


def _moved(shifts: _Shifts, place: Integers) -> Integers:
    """Return which word of the output stands at a place after each shift, given by what `_final` returns."""
    _, start, length, target = shifts
    in_block = place - target
    others = place - np.where(in_block >= length, length, 0)
    others += np.where(others >= start, length, 0)
    return np.where((in_block >= 0) & (in_block < length), start + in_block, others)


def _of(shifts: _Shifts, chosen: NDArray[np.generic] | slice) -> _Shifts:
    """Return some of the shifts."""
    return _Shifts(*(array[chosen] for array in shifts))


def _best(shifts: _Shifts, left: Integers) -> _Shifts:
    """Return each pair's shift that leaves fewest edits: of equal ones the longest, the first, the first target."""
    order = np.lexsort((shifts.target, shifts.start, -shifts.length, left, shifts.pair))
    _, first = np.unique(shifts.pair[order], return_index=True)
    return _of(shifts, order[first])
