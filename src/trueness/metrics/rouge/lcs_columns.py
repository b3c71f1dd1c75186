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
from trueness.metrics.ngrams.local_numbers import forget_words, number_words, renumber
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
def next_column(columns: LcsColumns, length: Whole, last_place: Whole) -> None:
    """Go on to the column of a candidate token, given its last place in the reference."""
    column, places, earlier = columns.column, columns.places, columns.earlier
    place = last_place
    while place >= 0:
        places[place >> 6] |= _ONE << (np.uint64(place) & _LOW)
        place = earlier[place]
    carry = _ZERO
    for word in range(n_words(length)):
        before = column[word]
        total = before + (before & places[word])
        carried = total < before
        total += carry
        carry = _ONE if carried or total < carry else _ZERO
        column[word] = total | (before & ~places[word])
    place = last_place
    while place >= 0:
        places[place >> 6] = _ZERO
        place = earlier[place]


@compiled_part
def common_length(columns: LcsColumns, length: Whole) -> Whole:
    """Return the length of the longest common subsequence: the bits of the column that are 0."""
    grown = 0
    for word in range(n_words(length)):
        bits = ~columns.column[word]
        while bits != _ZERO:
            bits &= bits - _ONE
            grown += 1
    return grown


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
    longest = int(tokens.lengths[pairs.reference].max(initial=0))
    local = np.zeros(vocabulary, dtype=np.int32)
    theirs = np.empty(longest, dtype=np.int32)
    columns = lcs_columns(longest, longest + 1)
    _measure_all(tokens.ids, tokens.starts, local, theirs, pairs, columns, lengths)
    return lengths


@compiled
def _measure_all(
    ids: NDArray[np.int32],
    starts: IntArray,
    local: NDArray[np.int32],
    theirs: NDArray[np.int32],
    pairs: TextPairs,
    columns: LcsColumns,
    lengths: IntArray,
) -> None:
    for group in range(len(pairs.groups) - 1):
        reference = pairs.reference[pairs.order[pairs.groups[group]]]
        start, end = starts[reference], starts[reference + 1]
        number_words(ids, start, end, local, np.int64(0))
        renumber(ids, start, end, local, theirs)
        link_places(columns, theirs, np.int64(0), end - start)
        for k in range(pairs.groups[group], pairs.groups[group + 1]):
            candidate = pairs.candidate[pairs.order[k]]
            first_column(columns, end - start)
            for place in range(starts[candidate], starts[candidate + 1]):
                last_place = columns.latest[local[ids[place]]]
                if last_place >= 0:  # a column without matches repeats the one before
                    next_column(columns, end - start, last_place)
            lengths[pairs.order[k]] = common_length(columns, end - start)
        unlink_places(columns, theirs, np.int64(0), end - start)
        forget_words(ids, start, end, local)
