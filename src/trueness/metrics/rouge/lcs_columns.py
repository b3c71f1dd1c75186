"""Columns of the table of the longest common subsequence, 64 rows at a time.

Bit i of a column is 0 where the length grows from the first i to the first i + 1 reference tokens, 1 where it stays. A
column follows from the one before and the places of its token in a few whole-word operations (Crochemore et al. 2001;
Hyyrö 2004).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.metrics.compiled import Whole, compiled, compiled_part
from trueness.metrics.rouge.encode import TokenArrays
from trueness.metrics.rouge.pairs import IntArray, TextPairs

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_FULL = np.uint64(0xFFFFFFFFFFFFFFFF)
_LOW = np.uint64(63)


class LcsColumns(NamedTuple):
    """The current column, and the places of words in the reference tokens.

    Attributes
    ----------
    latest : array of shape (highest number + 1,)
        Word to its last place, -1 where it has none.
    earlier : array
        Place to the place before it with the same word, -1 where there is none.
    column : array of uint64
    places : array of uint64
        Zeros, where the places of a word are written for a moment.
    """

    latest: IntArray
    earlier: IntArray
    column: NDArray[np.uint64]
    places: NDArray[np.uint64]


def lcs_columns(longest: int, numbers: int) -> LcsColumns:
    """Return room for up to `longest` reference tokens with numbers smaller than `numbers`."""
    return LcsColumns(
        latest=np.full(numbers, -1, dtype=np.int64),
        earlier=np.empty(longest, dtype=np.int64),
        column=np.empty(n_words(longest), dtype=np.uint64),
        places=np.zeros(n_words(longest), dtype=np.uint64),
    )


@compiled
def n_words(bits: Whole) -> Whole:
    """Return how many words of 64 bits hold so many bits."""
    return (bits + 63) // 64


@compiled_part
def bit_at(words: NDArray[np.uint64], origin: Whole, bit: Whole) -> bool:
    """Return one bit of an array of words that begins at `origin`."""
    shifted = words[origin + (bit >> 6)] >> (np.uint64(bit) & _LOW)
    return bool(shifted & _ONE)


@compiled_part
def link_places(columns: LcsColumns, tokens: NDArray[np.int32], first: Whole, length: Whole) -> None:
    """Note the places of the words of a stretch of tokens."""
    latest, earlier = columns.latest, columns.earlier
    for i in range(length):
        earlier[i] = latest[tokens[first + i]]
        latest[tokens[first + i]] = i


@compiled_part
def unlink_places(columns: LcsColumns, tokens: NDArray[np.int32], first: Whole, length: Whole) -> None:
    """Forget them."""
    latest = columns.latest
    for i in range(length):
        latest[tokens[first + i]] = -1


@compiled_part
def first_column(columns: LcsColumns, length: Whole) -> None:
    """Begin with the column of no candidate token, for so many reference tokens."""
    column = columns.column
    for word in range(n_words(length)):
        column[word] = _FULL


@compiled_part
def _step(before: np.uint64, places: np.uint64, carry: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Return 64 rows of the next column, and what is carried on to the 64 above them."""
    total = before + (before & places)
    carried = total < before
    total += carry
    return total | (before & ~places), _ONE if carried | (total < carry) else _ZERO


@compiled_part
def next_column(columns: LcsColumns, length: Whole, last_place: Whole) -> None:
    """Go on to the column of a candidate token, given its last place in the reference."""
    column, places, earlier = columns.column, columns.places, columns.earlier
    place = last_place
    while place >= 0:
        places[place >> 6] |= _ONE << (np.uint64(place) & _LOW)
        place = earlier[place]
    carry = _ZERO
    for word in range(n_words(length)):
        column[word], carry = _step(column[word], places[word], carry)
    place = last_place
    while place >= 0:
        places[place >> 6] = _ZERO
        place = earlier[place]


def lcs_length(tokens: TokenArrays, vocabulary: int, pairs: TextPairs) -> IntArray:
    """Return the length of the longest common subsequence of texts' words, sentences disregarded.

    Parameters
    ----------
    tokens : TokenArrays
    vocabulary : int
        Larger than every word's number.
    pairs : TextPairs

    Returns
    -------
    array of shape (pairs,)
    """
    lengths = np.zeros(len(pairs.row), dtype=np.int64)
    if len(lengths):
        places = np.zeros(vocabulary, dtype=np.uint64)
        carries = np.empty(pairs.most_met(tokens.lengths), dtype=np.uint64)
        _measure_all(tokens.ids, tokens.starts, pairs, places, carries, lengths)
    return lengths


@compiled
def _measure_all(
    ids: NDArray[np.int32],
    starts: IntArray,
    pairs: TextPairs,
    places: NDArray[np.uint64],  # of each word, the places among 64 tokens of the reference
    carries: NDArray[
        np.uint64
    ],  # what the 64 rows below carry on to each token's column, candidate after candidate
    lengths: IntArray,
) -> None:
    """Measure 64 rows of all candidates of a reference after the other, so that room is linear in the tokens."""
    candidates, references, order, groups = pairs.candidate, pairs.reference, pairs.order, pairs.groups
    for group in range(len(groups) - 1):
        reference = references[order[groups[group]]]
        start, end = starts[reference], starts[reference + 1]
        if end - start <= 64:
            of_reference = order[groups[group] : groups[group + 1]]
            _measure_short(ids, starts, reference, candidates, of_reference, places, lengths)
            continue
        carries[: _n_tokens(starts, candidates[order[groups[group] : groups[group + 1]]])] = _ZERO
        for low in range(start, end, 64):
            high = min(low + 64, end)
            for place in range(low, high):
                places[ids[place]] |= _ONE << np.uint64(place - low)
            done = 0
            for k in range(groups[group], groups[group + 1]):
                candidate = candidates[order[k]]
                column = _FULL
                mine = ids[starts[candidate] : starts[candidate + 1]]
                for token in range(len(mine)):  # one that has no place repeats the column before
                    column, carries[done + token] = _step(column, places[mine[token]], carries[done + token])
                done += len(mine)
                lengths[order[k]] += _n_ones(~column)
            for place in range(low, high):
                places[ids[place]] = _ZERO


@compiled_part
def _measure_short(
    ids: NDArray[np.int32],
    starts: IntArray,
    reference: Whole,
    candidates: IntArray,
    pairs: IntArray,
    places: NDArray[np.uint64],
    lengths: IntArray,
) -> None:
    """Measure as the others are, where 64 rows are all and nothing is carried."""
    theirs = ids[starts[reference] : starts[reference + 1]]
    for place in range(len(theirs)):
        places[theirs[place]] |= _ONE << np.uint64(place)
    for pair in pairs:
        candidate = candidates[pair]
        column = _FULL
        mine = ids[starts[candidate] : starts[candidate + 1]]
        for token in range(len(mine)):
            at = places[mine[token]]
            column = (column + (column & at)) | (column & ~at)
        lengths[pair] = _n_ones(~column)
    for place in range(len(theirs)):
        places[theirs[place]] = _ZERO


@compiled_part
def _n_tokens(starts: IntArray, texts: IntArray) -> Whole:
    """Return how many tokens texts have."""
    total = np.int64(0)
    for text in texts:
        total += starts[text + 1] - starts[text]
    return total


@compiled_part
def _n_ones(bits: np.uint64) -> Whole:
    """Return how many bits of a column are 1, and so how much the length grows in its rows if these are its 0."""
    count = 0
    while bits != _ZERO:
        bits &= bits - _ONE
        count += 1
    return count
