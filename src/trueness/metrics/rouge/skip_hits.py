"""Clipped matches of skip bigrams: two words in their order with at most so many others in between."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.metrics.compiled import Whole, compiled, compiled_part
from trueness.metrics.ngrams.hash_table import clear_table, find_slot, table_size
from trueness.metrics.ngrams.local_numbers import count_words, forget_words, number_words, renumber
from trueness.metrics.rouge.encode import TokenArrays
from trueness.metrics.rouge.pairs import IntArray, TextPairs
from trueness.metrics.rouge.skip_bigrams import n_skip_bigrams


class _Tables(NamedTuple):
    """The tokens of all texts, and the skip bigrams and words of the current reference."""

    ids: NDArray[np.int32]
    starts: IntArray
    local: NDArray[np.int32]  # word to its number in the reference
    words: NDArray[np.int32]  # the current text in these numbers
    keys: NDArray[np.int64]  # skip bigrams, by their two words
    occurrences: NDArray[np.int32]
    left: NDArray[np.int32]
    used: IntArray  # slots of which some were used up
    word_count: NDArray[np.int32]
    word_left: NDArray[np.int32]


def skip_hits(tokens: TokenArrays, vocabulary: int, pairs: TextPairs, skip: int) -> tuple[IntArray, IntArray]:
    """Return how many skip bigrams texts have in common, and how many words apart from the last of each text.

    Parameters
    ----------
    tokens : TokenArrays
    vocabulary : int
        Larger than every word's number.
    pairs : TextPairs
    skip : int
        The most words in between, smaller than 2**62.

    Returns
    -------
    tuple of two arrays of shape (pairs,)
        Sums of min(count here, count there). SU adds the two.
    """
    bigrams = np.zeros(len(pairs.row), dtype=np.int64)
    unigrams = np.zeros(len(pairs.row), dtype=np.int64)
    most = int(n_skip_bigrams(tokens.lengths, skip)[pairs.reference].max(initial=0))
    longest = int(tokens.lengths.max(initial=0))
    slots = table_size(most)
    tables = _Tables(
        ids=tokens.ids,
        starts=tokens.starts,
        local=np.zeros(vocabulary, dtype=np.int32),
        words=np.empty(longest, dtype=np.int32),
        keys=np.empty(slots, dtype=np.int64),
        occurrences=np.empty(slots, dtype=np.int32),
        left=np.empty(slots, dtype=np.int32),
        used=np.empty(most, dtype=np.int64),
        word_count=np.empty(longest + 1, dtype=np.int32),
        word_left=np.empty(longest + 1, dtype=np.int32),
    )
    _count_all(tables, pairs, skip, bigrams, unigrams)
    return bigrams, unigrams


@compiled
def _count_all(tables: _Tables, pairs: TextPairs, skip: Whole, bigrams: IntArray, unigrams: IntArray) -> None:
    for group in range(len(pairs.groups) - 1):
        first, last = pairs.groups[group], pairs.groups[group + 1]
        reference = pairs.reference[pairs.order[first]]
        start, end = tables.starts[reference], tables.starts[reference + 1]
        distinct = number_words(tables.ids, start, end, tables.local, np.int64(0))
        renumber(tables.ids, start, end, tables.local, tables.words)
        count_words(tables.ids, start, end - 1, tables.local, distinct, tables.word_count)
        size = _count_reference(tables, end - start, distinct, skip)
        for k in range(first, last):
            pair = pairs.order[k]
            candidate = pairs.candidate[pair]
            low, high = tables.starts[candidate], tables.starts[candidate + 1]
            renumber(tables.ids, low, high, tables.local, tables.words)
            unigrams[pair] = _hit_words(tables, high - low, distinct)
            bigrams[pair] = _hit_bigrams(tables, high - low, distinct, skip, size)
        forget_words(tables.ids, start, end, tables.local)


@compiled_part
def _count_reference(tables: _Tables, length: Whole, distinct: Whole, skip: Whole) -> Whole:
    """Count the reference's skip bigrams; return the size of the table."""
    pairs: Whole = 0
    for i in range(length):
        pairs += min(length - 1, i + skip + 1) - i
    size = table_size(pairs)
    clear_table(tables.keys, size)
    for i in range(length):
        row = np.int64(tables.words[i]) * (distinct + 1)
        for j in range(i + 1, min(length, i + skip + 2)):
            slot = find_slot(tables.keys, size, row + tables.words[j])
            if tables.keys[slot] == 0:
                tables.keys[slot] = row + tables.words[j]
                tables.occurrences[slot] = 0
            tables.occurrences[slot] += 1
            tables.left[slot] = tables.occurrences[slot]
    return size


@compiled_part
def _hit_words(tables: _Tables, length: Whole, distinct: Whole) -> Whole:
    for number in range(distinct + 1):
        tables.word_left[number] = tables.word_count[number]
    found = 0
    for i in range(length - 1):
        number = tables.words[i]
        if number != 0 and tables.word_left[number] > 0:
            tables.word_left[number] -= 1
            found += 1
    return found


@compiled_part
def _hit_bigrams(tables: _Tables, length: Whole, distinct: Whole, skip: Whole, size: Whole) -> Whole:
    found = 0
    for i in range(length):
        if tables.words[i] == 0:
            continue
        row = np.int64(tables.words[i]) * (distinct + 1)
        for j in range(i + 1, min(length, i + skip + 2)):
            if tables.words[j] == 0:
                continue
            slot = find_slot(tables.keys, size, row + tables.words[j])
            if tables.keys[slot] != 0 and tables.left[slot] > 0:
                tables.left[slot] -= 1
                tables.used[found] = slot
                found += 1
    for k in range(found):
        tables.left[tables.used[k]] = tables.occurrences[tables.used[k]]
    return found
