"""Matches of ROUGE-L: reference tokens in the union of the longest common subsequences with the candidate's sentences.

Of several such subsequences the one counts that ROUGE-1.5.5 finds, going back from the last tokens: two equal tokens
match; otherwise the reference token is dropped if that leaves the length as it is, and the candidate token if not.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.metrics.compiled import Whole, compiled, compiled_part
from trueness.metrics.rouge.clipped_sentences import (
    ClippedSentences,
    clipped_sentences,
    drop_reference,
    take_candidate,
    take_reference,
    use_up,
)
from trueness.metrics.rouge.encode import TokenArrays
from trueness.metrics.rouge.lcs_columns import (
    LcsColumns,
    bit_at,
    first_column,
    lcs_columns,
    link_places,
    n_words,
    next_column,
    unlink_places,
)
from trueness.metrics.rouge.pairs import IntArray, TextPairs


class _WayBack(NamedTuple):
    """The columns of two sentences, each stretch of columns without matches kept once."""

    tokens: NDArray[np.int32]  # the candidate token of each column, 0 for such a stretch
    bits: NDArray[np.uint64]  # the columns one after the other


def union_lcs_hits(
    counted: TokenArrays, in_sentences: TokenArrays, vocabulary: int, pairs: TextPairs
) -> IntArray:
    """Return how many tokens of references are in a union LCS, each word at most as often as both texts have it.

    Parameters
    ----------
    counted : TokenArrays
        What limits how often a word may match.
    in_sentences : TokenArrays
        What is compared.
    vocabulary : int
        Larger than every word's number.
    pairs : TextPairs

    Returns
    -------
    array of shape (pairs,)
    """
    hits = np.zeros(len(pairs.row), dtype=np.int64)
    both = clipped_sentences(counted, in_sentences, vocabulary)
    longest = in_sentences.longest_sentences
    columns = lcs_columns(int(longest.max(initial=0)), len(both.occurrences))
    needed = longest[pairs.candidate] * ((longest[pairs.reference] + 63) // 64)
    way_back = _WayBack(
        tokens=np.empty(int(longest.max(initial=0)), dtype=np.int32),
        bits=np.empty(int(needed.max(initial=0)), dtype=np.uint64),
    )
    _count_all(both, pairs, columns, way_back, hits)
    return hits


@compiled
def _count_all(
    both: ClippedSentences, pairs: TextPairs, columns: LcsColumns, way_back: _WayBack, hits: IntArray
) -> None:
    for group in range(len(pairs.groups) - 1):
        reference = pairs.reference[pairs.order[pairs.groups[group]]]
        highest = take_reference(both, reference)
        for k in range(pairs.groups[group], pairs.groups[group + 1]):
            pair = pairs.order[k]
            take_candidate(both, pairs.candidate[pair], highest)
            hits[pair] = _count_pair(both, reference, pairs.candidate[pair], columns, way_back)
        drop_reference(both, reference)


@compiled_part
def _count_pair(
    both: ClippedSentences, reference: Whole, candidate: Whole, columns: LcsColumns, way_back: _WayBack
) -> Whole:
    starts, theirs, marked = both.sentence_starts, both.theirs, both.marked
    origin, origin_mine = starts[both.texts[reference]], starts[both.texts[candidate]]
    found = 0
    for sentence in range(both.texts[reference], both.texts[reference + 1]):
        first = starts[sentence] - origin
        length = starts[sentence + 1] - starts[sentence]
        for i in range(length):
            marked[i] = False
        link_places(columns, theirs, first, length)
        for other in range(both.texts[candidate], both.texts[candidate + 1]):
            low, high = starts[other] - origin_mine, starts[other + 1] - origin_mine
            n_columns = _fill(both, low, high, length, columns, way_back)
            _mark(both, first, length, n_columns, way_back)
        unlink_places(columns, theirs, first, length)
        for i in range(length):
            if marked[i] and use_up(both, theirs[first + i]):
                found += 1
    return found


@compiled_part
def _fill(
    both: ClippedSentences, low: Whole, high: Whole, length: Whole, columns: LcsColumns, way_back: _WayBack
) -> Whole:
    """Compute the columns of a candidate sentence; return how many are kept.

    A column without matches repeats the one before it. It decides the way back differently, since in the one before the
    tokens may match; but a second one decides nothing more.
    """
    mine, tokens, bits = both.mine, way_back.tokens, way_back.bits
    latest, column = columns.latest, columns.column
    first_column(columns, length)
    words = n_words(length)
    kept = 0
    for place in range(low, high):
        last_place = latest[mine[place]]
        if last_place >= 0:
            next_column(columns, length, last_place)
            tokens[kept] = mine[place]
        elif kept > 0 and tokens[kept - 1] != 0:
            tokens[kept] = 0
        else:
            continue
        for word in range(words):
            bits[kept * words + word] = column[word]
        kept += 1
    return kept


@compiled_part
def _mark(both: ClippedSentences, first: Whole, length: Whole, n_columns: Whole, way_back: _WayBack) -> None:
    """Mark the reference tokens on the way back."""
    theirs, marked, tokens, bits = both.theirs, both.marked, way_back.tokens, way_back.bits
    words = n_words(length)
    i = length - 1
    j = n_columns - 1
    while i >= 0 and j >= 0:
        if theirs[first + i] == tokens[j]:
            marked[i] = True
            i -= 1
            j -= 1
        elif bit_at(bits, j * words, i):
            i -= 1
        else:
            j -= 1
