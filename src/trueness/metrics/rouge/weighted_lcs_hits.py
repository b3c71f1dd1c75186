"""Weighted matches of ROUGE-W: as ROUGE-L, but a run of k consecutive matches counts f(k) = k^w.

The table of two sentences is filled by Lin's recurrence (2004, section 4): a match continues the run of the cell
diagonally before it, always; every other cell takes the larger neighbour and has no run. A row without matches that
follows another one repeats it, values, ties and way back included, and so does a column; so a stretch of such rows or
columns is filled once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.metrics.compiled import Whole, compiled, compiled_part
from trueness.metrics.metric import FloatArray
from trueness.metrics.rouge.clipped_sentences import (
    ClippedSentences,
    clipped_sentences,
    drop_reference,
    take_candidate,
    take_reference,
    use_up,
)
from trueness.metrics.rouge.encode import TokenArrays
from trueness.metrics.rouge.lcs_columns import bit_at, n_words
from trueness.metrics.rouge.pairs import IntArray, TextPairs

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_LOW = np.uint64(63)


class _Table(NamedTuple):
    """The table of two sentences, of which the current row is kept."""

    weights: FloatArray  # f(0), f(1), …
    rows: NDArray[np.int32]  # reference tokens, 0 for a stretch without matches
    places: IntArray  # where they are in the sentence
    columns: NDArray[np.int32]  # candidate tokens, 0 for a stretch without matches
    in_reference: IntArray  # word to the last reference sentence that had it
    in_candidate: IntArray  # word to the last candidate sentence that had it
    value: FloatArray
    run: NDArray[np.int32]
    up: NDArray[np.uint64]  # by row, a bit for each column: whether the way back drops the reference token


def weighted_lcs_hits(
    counted: TokenArrays,
    in_sentences: TokenArrays,
    vocabulary: int,
    pairs: TextPairs,
    weights: FloatArray,
    *,
    as_original: bool,
) -> FloatArray:
    """Return the summed weights of runs of reference tokens in the union of weighted LCSs.

    Parameters
    ----------
    counted, in_sentences, vocabulary, pairs
        As in `union_lcs_hits`.
    weights : array of shape (tokens of the longest sentence + 2,)
        f(0), f(1), ….
    as_original : bool
        What happens where a marked token cannot count since its word is used up. As in ROUGE-1.5.5: the run before it
        stays open, to be continued by the next token that counts even if others are in between, and to be lost if no
        more follow in the sentence. Otherwise the run ends there.

    Returns
    -------
    array of shape (pairs,)
    """
    hits = np.zeros(len(pairs.row), dtype=np.float64)
    both = clipped_sentences(counted, in_sentences, vocabulary)
    longest = in_sentences.longest_sentences
    most = int(longest.max(initial=0))
    needed = longest[pairs.reference] * ((longest[pairs.candidate] + 63) // 64)
    table = _Table(
        weights=weights,
        rows=np.empty(most, dtype=np.int32),
        places=np.empty(most, dtype=np.int64),
        columns=np.empty(most, dtype=np.int32),
        in_reference=np.zeros(len(both.occurrences), dtype=np.int64),
        in_candidate=np.zeros(len(both.occurrences), dtype=np.int64),
        value=np.empty(most + 1, dtype=np.float64),
        run=np.empty(most + 1, dtype=np.int32),
        up=np.empty(int(needed.max(initial=0)), dtype=np.uint64),
    )
    _count_all(both, pairs, table, as_original, hits)
    return hits


@compiled
def _count_all(
    both: ClippedSentences,
    pairs: TextPairs,
    table: _Table,
    as_original: bool,  # noqa: FBT001 - Numba hands arguments on by position
    hits: FloatArray,
) -> None:
    stamp: Whole = np.int64(0)
    for group in range(len(pairs.groups) - 1):
        reference = pairs.reference[pairs.order[pairs.groups[group]]]
        highest = take_reference(both, reference)
        for k in range(pairs.groups[group], pairs.groups[group + 1]):
            pair = pairs.order[k]
            candidate = pairs.candidate[pair]
            take_candidate(both, candidate, highest)
            total = 0.0
            for sentence in range(both.texts[reference], both.texts[reference + 1]):
                stamp = _mark_sentence(both, reference, sentence, candidate, table, stamp)
                total = _add_weights(both, reference, sentence, table, as_original, total)
            hits[pair] = total
        drop_reference(both, reference)


@compiled_part
def _mark_sentence(
    both: ClippedSentences, reference: Whole, sentence: Whole, candidate: Whole, table: _Table, stamp: Whole
) -> Whole:
    """Mark the tokens of a reference sentence that match some sentence of the candidate; return the stamp last used.

    Stamps are whole numbers used once: they tell which words a sentence has without any clearing.
    """
    starts, theirs, marked, in_reference = both.sentence_starts, both.theirs, both.marked, table.in_reference
    first = starts[sentence] - starts[both.texts[reference]]
    length = starts[sentence + 1] - starts[sentence]
    origin = starts[both.texts[candidate]]
    stamp += 1
    of_reference = stamp
    for i in range(length):
        in_reference[theirs[first + i]] = of_reference
        marked[i] = False
    for other in range(both.texts[candidate], both.texts[candidate + 1]):
        stamp += 1
        low, high = starts[other] - origin, starts[other + 1] - origin
        n_columns = _list_columns(both, low, high, table, of_reference, stamp)
        if n_columns > 0:
            n_rows = _list_rows(both, first, length, table, stamp)
            _fill(table, n_rows, n_columns)
            _mark(both, table, n_rows, n_columns)
    return stamp


@compiled_part
def _list_columns(
    both: ClippedSentences, low: Whole, high: Whole, table: _Table, of_reference: Whole, stamp: Whole
) -> Whole:
    """List the candidate tokens that the reference sentence has, and a 0 for each stretch of others between them."""
    mine, in_reference, in_candidate, columns = (
        both.mine,
        table.in_reference,
        table.in_candidate,
        table.columns,
    )
    listed = 0
    for place in range(low, high):
        word = mine[place]
        if word != 0 and in_reference[word] == of_reference:
            in_candidate[word] = stamp
            columns[listed] = word
            listed += 1
        elif listed > 0 and columns[listed - 1] != 0:
            columns[listed] = 0
            listed += 1
    return listed


@compiled_part
def _list_rows(both: ClippedSentences, first: Whole, length: Whole, table: _Table, stamp: Whole) -> Whole:
    """List the reference tokens that the candidate sentence has in the same way."""
    theirs, in_candidate, rows, places = both.theirs, table.in_candidate, table.rows, table.places
    listed = 0
    for i in range(length):
        word = theirs[first + i]
        if in_candidate[word] == stamp:
            rows[listed] = word
            places[listed] = i
            listed += 1
        elif listed > 0 and rows[listed - 1] != 0:
            rows[listed] = 0
            listed += 1
    return listed


@compiled_part
def _fill(table: _Table, n_rows: Whole, n_columns: Whole) -> None:
    weights, value, run, up = table.weights, table.value, table.run, table.up
    rows, columns = table.rows, table.columns
    words = n_words(n_columns)
    for j in range(n_columns + 1):
        value[j] = 0.0
        run[j] = 0
    for i in range(n_rows):
        token = rows[i]
        left = 0.0  # the value in the column before
        diagonal = 0.0  # the value in the column before and the row above
        diagonal_run = 0
        bits = _ZERO
        for j in range(n_columns):
            above = value[j + 1]
            above_run = run[j + 1]
            if token == columns[j] and token != 0:
                # from left to right, as the sum is rounded
                left = diagonal + weights[diagonal_run + 1] - weights[diagonal_run]
                run[j + 1] = diagonal_run + 1
            else:
                if above >= left:
                    left = above
                    bits |= _ONE << (np.uint64(j) & _LOW)
                run[j + 1] = 0
            value[j + 1] = left
            diagonal = above
            diagonal_run = above_run
            if j & 63 == 63 or j == n_columns - 1:
                up[i * words + (j >> 6)] = bits
                bits = _ZERO


@compiled_part
def _mark(both: ClippedSentences, table: _Table, n_rows: Whole, n_columns: Whole) -> None:
    """Mark the reference tokens on the way back."""
    rows, places, columns, up, marked = table.rows, table.places, table.columns, table.up, both.marked
    words = n_words(n_columns)
    i = n_rows - 1
    j = n_columns - 1
    while i >= 0 and j >= 0:
        if rows[i] == columns[j] and rows[i] != 0:
            marked[places[i]] = True
            i -= 1
            j -= 1
        elif bit_at(up, i * words, j):
            i -= 1
        else:
            j -= 1


@compiled_part
def _add_weights(
    both: ClippedSentences,
    reference: Whole,
    sentence: Whole,
    table: _Table,
    as_original: bool,  # noqa: FBT001
    total: float,
) -> float:
    """Add the weights of the runs of marked tokens of a reference sentence, and use their words up."""
    starts = both.sentence_starts
    first = starts[sentence] - starts[both.texts[reference]]
    length = starts[sentence + 1] - starts[sentence]
    marked, theirs, weights = both.marked, both.theirs, table.weights
    run = 0
    for i in range(length):
        if not marked[i]:
            continue
        if use_up(both, theirs[first + i]):
            run += 1
            if i + 1 == length or not marked[i + 1]:
                total += weights[run]
                run = 0
        elif not as_original:
            total += weights[run]
            run = 0
    return total
