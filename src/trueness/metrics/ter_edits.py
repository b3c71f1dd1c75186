"""The number of edits and shifts of words that turn one text into another, as Tercom and sacreBLEU find them.

The fewest edits with shifts are hard to find, so Tercom searches greedily: it shifts the one block of words that saves
most edits, until none saves any. Which shifts are tried, and how far an alignment may stray from the diagonal, is
limited (`trueness.metrics.ter_limits`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trueness.metrics.compiled import compiled, compiled_part
from trueness.metrics.ter_limits import FAR, FARTHEST_SHIFT, LONGEST_BLOCK, MOST_BITS, MOST_TRIED, beam

Integers = NDArray[np.int64]


def edits(output: Integers, reference: Integers) -> int:
    """Return the number of insertions, deletions, substitutions and shifts from an output to a reference.

    Parameters
    ----------
    output : array of shape (n,)
        Its words, as numbers.
    reference : array of shape (m,)
        Its words, as numbers; equal words have equal numbers.

    References
    ----------
    Snover et al. 2006, section 3; Post 2018 (sacreBLEU), whose limits and order of preferences are followed.
    """
    n, m = len(output), len(reference)
    if n == 0 or m == 0:
        return n + m
    first, end = beam(n, m)
    costs = np.full((n + 3, m + 1), FAR, dtype=np.int64)
    costs[0] = np.arange(m + 1)
    words, bits = np.empty((4, n), dtype=np.int64), np.empty((2, 3, n + 1), dtype=np.int64)
    words[0], words[2] = output, 0
    if m <= MOST_BITS:
        words[2] = (output[:, None] == reference) @ (1 << np.arange(m))
        bits[0, :, 0] = (1 << m) - 1, 0, m
    wrong_output, of_reference = np.empty(n + 1, dtype=np.int64), np.empty((2, m + 1), dtype=np.int64)
    best = np.empty(4, dtype=np.int64)
    return int(_search(words, reference, first, end, costs, bits, wrong_output, of_reference, best))


# What follows is compiled anew on every machine, so it is made of plain loops over arrays that the caller has made:
# slices, tuples and arrays made inside take many times as long to compile.
#
# words: array of shape (4, n). The words of the output; these with a block moved; for each of both the places in the
#     reference that have the word, a bit each, where there are bits enough.
# first, end: arrays of shape (n + 1,), see `beam`.
# costs: array of shape (n + 3, m + 1). The table of the output and two rows more, of what has been moved.
# bits: array of shape (2, 3, n + 1), of the output and of what has been moved, see `_count_freely`.
# wrong_output: array of shape (n + 1,). Errors among the first words of the output.
# of_reference: array of shape (2, m + 1). The place in the output at each word of the reference, from 1 on, with -1
#     before it, and the errors among its first words.
# best: array of shape (4,). A shift: the edits after it, its length, 0 for none yet, where it starts and where it goes.


@compiled
def _search(
    words: Integers,
    reference: Integers,
    first: Integers,
    end: Integers,
    costs: Integers,
    bits: Integers,
    wrong_output: Integers,
    of_reference: Integers,
    best: Integers,
) -> int:
    """Return the edits of the greedy search for shifts."""
    n, m = words.shape[1], len(reference)
    shifts = tried = same = 0
    while True:
        for row in range(same + 1, n + 1):
            _fill_row(words[0, row - 1], reference, costs, row - 1, row, first, end, row)
        if m <= MOST_BITS:
            _count_freely(words, bits, 0, same, m)
        cost = costs[n, m]
        _align(words, reference, costs, wrong_output, of_reference)
        best[0], best[1] = cost - 1, 0  # what saves nothing is not made
        for start in range(n):
            for place in range(max(0, start - FARTHEST_SHIFT), min(m, start + FARTHEST_SHIFT + 1)):
                if words[0, start] == reference[place]:
                    tried += _try_blocks(
                        words,
                        reference,
                        first,
                        end,
                        costs,
                        bits,
                        wrong_output,
                        of_reference,
                        best,
                        start,
                        place,
                        tried,
                    )
                    if tried >= MOST_TRIED:
                        return shifts + cost  # type: ignore[no-any-return]
        if best[1] == 0:
            return shifts + cost  # type: ignore[no-any-return]
        _shift(words, best[2], best[1], best[3])
        for place in range(n):
            words[0, place], words[2, place] = words[1, place], words[3, place]
        shifts += 1
        same = min(best[2], best[3])


@compiled_part
def _try_blocks(
    words: Integers,
    reference: Integers,
    first: Integers,
    end: Integers,
    costs: Integers,
    bits: Integers,
    wrong_output: Integers,
    of_reference: Integers,
    best: Integers,
    start: int,
    place: int,
    before: int,
) -> int:
    """Try the blocks that start at a word of the output and occur at a place in the reference; return how many shifts.

    Tried are those where both the block and its place in the reference have an error and they are not aligned with each
    other, until `before` and their shifts are too many.
    """
    tried = 0
    for length in range(1, min(LONGEST_BLOCK, words.shape[1] - start, len(reference) - place) + 1):
        if words[0, start + length - 1] != reference[place + length - 1] or before + tried >= MOST_TRIED:
            break
        if (
            wrong_output[start + length] != wrong_output[start]
            and of_reference[1, place + length] != of_reference[1, place]
            and not start <= of_reference[0, place + 1] < start + length
        ):
            tried += _try_block(
                words, reference, first, end, costs, bits, of_reference, best, start, place, length
            )
    return tried


@compiled_part
def _try_block(
    words: Integers,
    reference: Integers,
    first: Integers,
    end: Integers,
    costs: Integers,
    bits: Integers,
    of_reference: Integers,
    best: Integers,
    start: int,
    place: int,
    length: int,
) -> int:
    """Note the best shift of a block if it is the best so far, and return how many there were.

    Of equal shifts the longest counts, then the first, then the first target.
    """
    tried, last_target, m = 0, -1, len(reference)
    for behind in range(place, place + length + 1):
        target = of_reference[0, behind] + 1
        if target == last_target:
            continue
        last_target = target
        tried += 1
        _shift(words, start, length, target)
        kept = min(start, target)
        if m <= MOST_BITS and _count_freely(words, bits, 1, kept, m) > best[0]:
            continue
        found = _cost_after(words, reference, costs, first, end, kept, best[0])
        better = found < best[0] or (
            found == best[0]
            and (
                length > best[1]
                or (length == best[1] and (start < best[2] or (start == best[2] and target < best[3])))
            )
        )
        if better:
            best[0], best[1], best[2], best[3] = found, length, start, target
    return tried


@compiled_part
def _count_freely(words: Integers, bits: Integers, moved: int, kept: int, m: int) -> int:
    """Return the edits without a beam, of which there are at most as many as inside it.

    All costs of a row at once: its bits say where the cost of a column is one more, and one less, than that of the
    column before it; its third number is the last cost. Rows up to `kept` are those of the output.

    References
    ----------
    Myers 1999, in the form of Hyyrö 2003 for the distance of whole texts.
    """
    every = (1 << m) - 1
    more, less, cost = bits[0, 0, kept], bits[0, 1, kept], bits[0, 2, kept]
    for row in range(kept, words.shape[1]):
        same = words[2 + moved, row] | less
        diagonal = ((more + (same & more)) ^ more) | same
        fewer = more & diagonal
        longer = (less | ~(more | diagonal)) & every
        cost += ((longer >> (m - 1)) & 1) - ((fewer >> (m - 1)) & 1)
        longer = (longer << 1) | 1
        less = longer & diagonal & every
        more = ((fewer << 1) | ~(longer | diagonal)) & every
        bits[moved, 0, row + 1], bits[moved, 1, row + 1], bits[moved, 2, row + 1] = more, less, cost
    return cost  # type: ignore[no-any-return]


@compiled_part
def _fill_row(
    word: int,
    reference: Integers,
    costs: Integers,
    above: int,
    below: int,
    first: Integers,
    end: Integers,
    row: int,
) -> int:
    """Fill one row of costs from another, the last of which is for `row` words, and return the smallest cost."""
    start, first_above, end_above = first[row], first[row - 1], end[row - 1]
    diagonal = costs[above, start - 1] if start > first_above else FAR
    left = smallest = FAR
    for column in range(start, end[row]):
        top = costs[above, column] if column < end_above else FAR
        # before the first word of the reference there is no diagonal
        cost = min(diagonal + (word != reference[column - 1]), top + 1, left + 1)
        costs[below, column] = cost
        diagonal, left = top, cost
        smallest = min(smallest, cost)
    return smallest


@compiled_part
def _cost_after(
    words: Integers,
    reference: Integers,
    costs: Integers,
    first: Integers,
    end: Integers,
    kept: int,
    enough: int,
) -> int:
    """Return the edits of the moved words, the first `kept` of which have not moved, or any number above `enough`."""
    n = words.shape[1]
    above = kept
    for row in range(kept + 1, n + 1):
        below = n + 1 + row % 2
        smallest = _fill_row(words[1, row - 1], reference, costs, above, below, first, end, row)
        if smallest > enough:
            return smallest
        above = below
    return costs[above, len(reference)]  # type: ignore[no-any-return]


@compiled_part
def _align(
    words: Integers, reference: Integers, costs: Integers, wrong_output: Integers, of_reference: Integers
) -> None:
    """Find where the output stands at each word of the reference, and count the errors among the first words of both.

    Of equal costs, words that agree or differ go before one of the output alone, and that before one of the reference.
    """
    of_reference[0, 0], of_reference[1, 0], wrong_output[0] = -1, 0, 0
    row, column = words.shape[1], len(reference)
    while row > 0 or column > 0:
        cost = costs[row, column]
        differs = row > 0 and column > 0 and words[0, row - 1] != reference[column - 1]
        if row > 0 and column > 0 and costs[row - 1, column - 1] + differs == cost:
            wrong_output[row] = of_reference[1, column] = differs
            of_reference[0, column] = row - 1
            row, column = row - 1, column - 1
        elif row > 0 and costs[row - 1, column] + 1 == cost:
            wrong_output[row] = 1
            row -= 1
        else:
            of_reference[1, column] = 1
            of_reference[0, column] = row - 1
            column -= 1
    for row in range(words.shape[1]):
        wrong_output[row + 1] += wrong_output[row]
    for column in range(len(reference)):
        of_reference[1, column + 1] += of_reference[1, column]


@compiled_part
def _shift(words: Integers, start: int, length: int, target: int) -> None:
    """Move a block before the word at `target`, or, where that is in the block, so much later."""
    n = words.shape[1]
    if target >= start:
        target = (target if target > start + length else min(length + target, n)) - length
    source = 0
    for place in range(n):
        if target <= place < target + length:
            taken = start + place - target
        else:
            if source == start:
                source += length
            taken = source
            source += 1
        words[1, place], words[3, place] = words[0, taken], words[2, taken]
