"""Clipped n-gram matches of candidates with references, for all orders in one walk.

The distinct n-grams of a reference are numbered order by order: the number of an n-gram is looked up under the number
of its first n-1 words and its last word. So an n-gram whose beginning does not occur is never looked up, words are
compared and not their hashes, and every order costs the same per match.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.metrics.compiled import Whole, compiled, compiled_part
from trueness.metrics.ngrams.hash_table import clear_table, find_slot, table_size
from trueness.metrics.ngrams.local_numbers import count_words, forget_words, number_words, renumber
from trueness.metrics.rouge.encode import TokenArrays
from trueness.metrics.rouge.pairs import IntArray, TextPairs


class _Walk(NamedTuple):
    """The tokens of all texts, and what is known of the n-grams of the current length."""

    ids: NDArray[np.int32]
    starts: IntArray
    local: NDArray[np.int32]  # word to its number in the reference
    reference_node: NDArray[np.int32]  # the number of the n-gram that begins at each token of the reference
    occurrences: NDArray[np.int32]  # how often the reference has each n-gram
    left: NDArray[np.int32]
    keys: NDArray[np.int64]  # (n-1)-gram and last word …
    values: NDArray[np.int32]  # … to the n-gram's number
    begin: IntArray  # where an n-gram of a candidate begins that the reference has, candidate after candidate
    node: NDArray[np.int32]  # its number
    end: IntArray  # where the n-grams of each pair end in these


def ngram_hits(tokens: TokenArrays, vocabulary: int, pairs: TextPairs, orders: IntArray) -> IntArray:
    """Return how many n-grams texts have in common: the sum of min(count here, count there).

    Parameters
    ----------
    tokens : TokenArrays
    vocabulary : int
        Larger than every word's number.
    pairs : TextPairs
    orders : array of shape (k,)
        Different lengths of n-grams, rising.

    Returns
    -------
    array of shape (k, pairs)
    """
    hits = np.zeros((len(orders), len(pairs.row)), dtype=np.int64)
    if not hits.size:
        return hits
    most = pairs.most_met(tokens.lengths)
    longest = int(tokens.lengths[pairs.reference].max())
    walk = _Walk(
        ids=tokens.ids,
        starts=tokens.starts,
        local=np.zeros(vocabulary, dtype=np.int32),
        reference_node=np.empty(longest, dtype=np.int32),
        occurrences=np.empty(longest + 1, dtype=np.int32),
        left=np.empty(longest + 1, dtype=np.int32),
        keys=np.empty(table_size(longest), dtype=np.int64),
        values=np.empty(table_size(longest), dtype=np.int32),
        begin=np.empty(most, dtype=np.int64),
        node=np.empty(most, dtype=np.int32),
        end=np.empty(len(pairs.row), dtype=np.int64),
    )
    _count_all(walk, pairs, orders, hits)
    return hits


@compiled
def _count_all(walk: _Walk, pairs: TextPairs, orders: IntArray, hits: IntArray) -> None:
    for group in range(len(pairs.groups) - 1):
        first, last = pairs.groups[group], pairs.groups[group + 1]
        reference = pairs.reference[pairs.order[first]]
        start, end = walk.starts[reference], walk.starts[reference + 1]
        distinct = number_words(walk.ids, start, end, walk.local, np.int64(0))
        renumber(walk.ids, start, end, walk.local, walk.reference_node)
        count_words(walk.ids, start, end, walk.local, distinct, walk.occurrences)
        alive = _begin(walk, pairs, first, last)
        known = distinct
        length = 1
        asked = np.int64(0)
        while alive > 0:
            if length == orders[asked]:
                _count_hits(walk, pairs, first, last, known, hits, asked)
                asked += 1
                if asked == len(orders):
                    break
            length += 1
            if length > end - start:
                break
            size = table_size(end - start - length + 1)
            known = _number_ngrams(walk, start, end, length, distinct, size)
            alive = _lengthen(walk, pairs, first, last, length, distinct, size)
        forget_words(walk.ids, start, end, walk.local)


@compiled_part
def _begin(walk: _Walk, pairs: TextPairs, first: Whole, last: Whole) -> Whole:
    """List the words of candidates that the reference has; return how many."""
    alive = 0
    for k in range(first, last):
        text = pairs.candidate[pairs.order[k]]
        for place in range(walk.starts[text], walk.starts[text + 1]):
            number = walk.local[walk.ids[place]]
            if number != 0:
                walk.begin[alive] = place
                walk.node[alive] = number
                alive += 1
        walk.end[k] = alive
    return alive


@compiled_part
def _count_hits(
    walk: _Walk, pairs: TextPairs, first: Whole, last: Whole, known: Whole, hits: IntArray, asked: Whole
) -> None:
    """Count the listed n-grams of each candidate, each at most as often as the reference has it."""
    for number in range(known + 1):
        walk.left[number] = walk.occurrences[number]
    low = 0
    for k in range(first, last):
        high = walk.end[k]
        found = 0
        for entry in range(low, high):
            if walk.left[walk.node[entry]] > 0:
                walk.left[walk.node[entry]] -= 1
                found += 1
        for entry in range(low, high):
            walk.left[walk.node[entry]] = walk.occurrences[walk.node[entry]]
        hits[asked, pairs.order[k]] = found
        low = high


@compiled_part
def _number_ngrams(
    walk: _Walk, start: Whole, end: Whole, length: Whole, distinct: Whole, size: Whole
) -> Whole:
    """Give numbers to the n-grams of this length and count them, given those one shorter; return how many differ.

    A key is smaller than (tokens + 1)**2, so 64 bits hold it for every text whose tokens 31 bits can count.
    """
    clear_table(walk.keys, size)
    known = 0
    for place in range(end - start - length + 1):
        word = walk.local[walk.ids[start + place + length - 1]]
        key = np.int64(walk.reference_node[place]) * (distinct + 1) + word
        slot = find_slot(walk.keys, size, key)
        if walk.keys[slot] == 0:
            walk.keys[slot] = key
            known += 1
            walk.values[slot] = known
            walk.occurrences[known] = 0
        number = walk.values[slot]
        walk.reference_node[place] = number
        walk.occurrences[number] += 1
    return known


@compiled_part
def _lengthen(
    walk: _Walk, pairs: TextPairs, first: Whole, last: Whole, length: Whole, distinct: Whole, size: Whole
) -> Whole:
    """Keep the candidates' n-grams that still match with one more word; return how many."""
    alive = 0
    low = np.int64(0)
    for k in range(first, last):
        stop = walk.starts[pairs.candidate[pairs.order[k]] + 1]
        high = walk.end[k]
        for entry in range(low, high):
            place = walk.begin[entry] + length - 1
            if place >= stop:
                continue
            word = walk.local[walk.ids[place]]
            if word == 0:
                continue
            slot = find_slot(walk.keys, size, np.int64(walk.node[entry]) * (distinct + 1) + word)
            if walk.keys[slot] != 0:
                walk.begin[alive] = walk.begin[entry]
                walk.node[alive] = walk.values[slot]
                alive += 1
        low = high
        walk.end[k] = alive
    return alive
