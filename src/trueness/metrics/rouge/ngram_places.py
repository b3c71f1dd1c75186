"""Clipped n-gram matches with references of up to some hundred tokens: the places of n-grams as bits, 64 at a time.

The places of a reference where an n-gram of a candidate ends are those where its last word is, beside one where its
first n-1 words end: a shift and an and. Equal n-grams have the same places and different ones have none in common, so
each n-gram of the candidate takes one of its places that is left, if there is one, and what is taken are the hits.
Nothing is looked up, and nothing branches on whether words match, which no processor could foresee.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trueness.metrics.compiled import Whole, compiled, compiled_part
from trueness.metrics.rouge.encode import TokenArrays
from trueness.metrics.rouge.pairs import IntArray, TextPairs

LONGEST = 512
"""Tokens of a reference up to which this is faster than `ngram_hits`, whose time does not grow with their product."""

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_FULL = np.uint64(0xFFFFFFFFFFFFFFFF)
_LAST_BIT = np.uint64(63)


def ngram_places(tokens: TokenArrays, vocabulary: int, pairs: TextPairs, orders: IntArray) -> IntArray:
    """Return how many n-grams texts have in common (see `ngram_hits`).

    Parameters
    ----------
    tokens, vocabulary, pairs, orders
        As in `ngram_hits`.

    Returns
    -------
    array of shape (k, pairs)
    """
    hits = np.zeros((len(orders), len(pairs.row)), dtype=np.int64)
    blocks = (int(tokens.lengths[pairs.reference].max(initial=0)) + 63) // 64
    room = np.empty((3, blocks, int(tokens.lengths[pairs.candidate].max(initial=0))), dtype=np.uint64)
    at = np.zeros(vocabulary, dtype=np.uint64)
    _count_all(tokens.ids, tokens.starts, pairs, orders, at, room, hits)
    return hits


@compiled
def _count_all(
    ids: NDArray[np.int32],
    starts: IntArray,
    pairs: TextPairs,
    orders: IntArray,
    at: NDArray[np.uint64],  # of each word, its places among 64 tokens of the reference
    room: NDArray[np.uint64],
    hits: IntArray,
) -> None:
    candidates, references = pairs.candidate, pairs.reference
    for pair in range(len(candidates)):
        theirs = ids[starts[references[pair]] : starts[references[pair] + 1]]
        mine = ids[starts[candidates[pair]] : starts[candidates[pair] + 1]]
        blocks = (len(theirs) + 63) // 64
        if blocks == 1:
            _count_short(mine, theirs, at, room[0, 0], room[1, 0], orders, hits[:, pair])
            continue
        words, places = room[0, :blocks, : len(mine)], room[1, :blocks, : len(mine)]
        _find_words(mine, theirs, at, words, places)
        length = 1
        for k in range(len(orders)):
            if orders[k] > min(len(mine), len(theirs)):
                break
            while length < orders[k]:
                length += 1
                _lengthen(words, places)
            hits[k, pair] = _take(places, room[2, 0, : len(mine)])


@compiled_part
def _count_short(
    mine: NDArray[np.int32],
    theirs: NDArray[np.int32],
    at: NDArray[np.uint64],
    words: NDArray[np.uint64],
    places: NDArray[np.uint64],
    orders: IntArray,
    hits: IntArray,
) -> None:
    """Count as the others are, where 64 rows are all: n-grams take their places as soon as these are found."""
    for place in range(len(theirs)):
        at[theirs[place]] |= _ONE << np.uint64(place)
    # words and pairs of them in one loop, since each waits for what it took last
    left, found, left_pairs, found_pairs, before = _FULL, np.int64(0), _FULL, np.int64(0), _ZERO
    for token in range(len(mine)):
        here = at[mine[token]]
        words[token] = here
        free = here & left
        left ^= free & (~free + _ONE)
        found += np.int64(free != 0)
        pairs = (before << _ONE) & here
        before = here
        places[token] = pairs
        free = pairs & left_pairs
        left_pairs ^= free & (~free + _ONE)
        found_pairs += np.int64(free != 0)
    for place in range(len(theirs)):
        at[theirs[place]] = _ZERO
    k = np.int64(0)
    for length in range(1, min(orders[len(orders) - 1], len(mine), len(theirs)) + 1):
        if length == 2:
            found = found_pairs
        elif length > 2:
            left, found, before = _FULL, np.int64(0), _ZERO
            for token in range(len(mine)):
                here = (before << _ONE) & words[token]
                before = places[token]
                places[token] = here
                free = here & left
                left ^= free & (~free + _ONE)
                found += np.int64(free != 0)
        if orders[k] == length:
            hits[k] = found
            k += 1


@compiled_part
def _find_words(
    mine: NDArray[np.int32],
    theirs: NDArray[np.int32],
    at: NDArray[np.uint64],
    words: NDArray[np.uint64],
    places: NDArray[np.uint64],
) -> None:
    """Write the places of each word of the candidate, 64 rows at a time."""
    for block in range(len(words)):
        low = 64 * block
        high = min(low + 64, len(theirs))
        for place in range(low, high):
            at[theirs[place]] |= _ONE << np.uint64(place - low)
        for token in range(len(mine)):
            words[block, token] = places[block, token] = at[mine[token]]
        for place in range(low, high):
            at[theirs[place]] = _ZERO


@compiled_part
def _lengthen(words: NDArray[np.uint64], places: NDArray[np.uint64]) -> None:
    """Go on from the places where n-grams end to those of n-grams of one more word."""
    for block in range(len(places) - 1, -1, -1):
        for token in range(places.shape[1] - 1, 0, -1):
            carried = places[block - 1, token - 1] >> _LAST_BIT if block > 0 else _ZERO
            places[block, token] = ((places[block, token - 1] << _ONE) | carried) & words[block, token]
        places[block, 0] = _ZERO


@compiled_part
def _take(places: NDArray[np.uint64], taken: NDArray[np.uint64]) -> Whole:
    """Let each n-gram of the candidate take one of its places that is left; return how many could."""
    found = np.int64(0)
    for token in range(len(taken)):
        taken[token] = _ZERO
    for block in range(len(places)):
        left = _FULL
        for token in range(len(taken)):
            free = places[block, token] & left & (taken[token] - _ONE)  # none if it has one already
            left ^= free & (~free + _ONE)
            took = np.uint64(free != 0)
            taken[token] |= took
            found += np.int64(took)
    return found
