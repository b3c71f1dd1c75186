"""What few texts have in common, counted without compiled loops.

The numbers are those that `ngram_hits`, `skip_hits` and `union_lcs_hits` give.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

import numpy as np

from trueness.metrics.rouge.encode import TokenArrays
from trueness.metrics.rouge.pairs import IntArray, TextPairs

Words = list[int]
Key = TypeVar("Key", bound=Hashable)
_NO_MATCH = -1
"""Stands for a stretch of candidate tokens that the reference sentence lacks."""


def plain_ngram_hits(tokens: TokenArrays, pairs: TextPairs, orders: Sequence[int]) -> IntArray:
    """Return how many n-grams texts have in common: the sum of min(count here, count there).

    Parameters
    ----------
    tokens : TokenArrays
    pairs : TextPairs
    orders : sequence of int
        k lengths of n-grams.

    Returns
    -------
    array of shape (k, pairs)
    """
    texts = _texts(tokens)
    found = []
    for order in orders:
        counts = [Counter(zip(*(words[place:] for place in range(order)), strict=False)) for words in texts]
        found.append(_shared(counts, pairs))
    return np.array(found, dtype=np.int64).reshape(len(orders), len(pairs.row))


def plain_skip_hits(tokens: TokenArrays, pairs: TextPairs, skip: int) -> tuple[IntArray, IntArray]:
    """Return how many skip bigrams texts have in common, and how many words apart from the last of each text.

    Parameters
    ----------
    tokens : TokenArrays
    pairs : TextPairs
    skip : int
        The most words in between.

    Returns
    -------
    tuple of two arrays of shape (pairs,)
    """
    texts = _texts(tokens)
    bigrams = [
        Counter((word, other) for i, word in enumerate(words) for other in words[i + 1 : i + skip + 2])
        for words in texts
    ]
    unigrams = [Counter(words[:-1]) for words in texts]
    return _shared(bigrams, pairs), _shared(unigrams, pairs)


def plain_union_lcs_hits(counted: TokenArrays, in_sentences: TokenArrays, pairs: TextPairs) -> IntArray:
    """Return how many tokens of references are in a union LCS, each word at most as often as both texts have it.

    Of several longest common subsequences the one of `union_lcs_hits` counts.

    Parameters
    ----------
    counted : TokenArrays
        What limits how often a word may match.
    in_sentences : TokenArrays
        What is compared.
    pairs : TextPairs

    Returns
    -------
    array of shape (pairs,)
    """
    counts = [Counter(words) for words in _texts(counted)]
    sentences = _sentences(in_sentences)
    places = [[_places(sentence) for sentence in text] for text in sentences]
    hits = np.zeros(len(pairs.row), dtype=np.int64)
    for pair, (mine, theirs) in enumerate(
        zip(pairs.candidate.tolist(), pairs.reference.tolist(), strict=True)
    ):
        left = _smaller(counts[mine], counts[theirs])
        found = 0
        for sentence, at in zip(sentences[theirs], places[theirs], strict=True):
            marked = 0
            for other in sentences[mine]:
                marked |= _marked(sentence, at, other)
            while marked:
                low = marked & -marked
                marked ^= low
                word = sentence[low.bit_length() - 1]
                if left.get(word, 0) > 0:
                    left[word] -= 1
                    found += 1
        hits[pair] = found
    return hits


def _texts(tokens: TokenArrays) -> list[Words]:
    ids, starts = tokens.ids.tolist(), tokens.starts.tolist()
    return [ids[low:high] for low, high in itertools.pairwise(starts)]


def _sentences(tokens: TokenArrays) -> list[list[Words]]:
    ids, bounds, texts = tokens.ids.tolist(), tokens.sentences.tolist(), tokens.texts.tolist()
    return [
        [ids[bounds[sentence] : bounds[sentence + 1]] for sentence in range(low, high)]
        for low, high in itertools.pairwise(texts)
    ]


def _shared(counts: Sequence[Mapping[Key, int]], pairs: TextPairs) -> IntArray:
    both = zip(pairs.candidate.tolist(), pairs.reference.tolist(), strict=True)
    found = [sum(_smaller(counts[mine], counts[theirs]).values()) for mine, theirs in both]
    return np.array(found, dtype=np.int64)


def _smaller(mine: Mapping[Key, int], theirs: Mapping[Key, int]) -> dict[Key, int]:
    """Return how often both have what they have in common."""
    return {key: min(mine[key], theirs[key]) for key in mine.keys() & theirs.keys()}


def _places(sentence: Iterable[int]) -> dict[int, int]:
    """Return the places of each word of a sentence, bit i for place i."""
    places: dict[int, int] = {}
    for i, word in enumerate(sentence):
        places[word] = places.get(word, 0) | 1 << i
    return places


def _marked(sentence: Words, places: Mapping[int, int], other: Words) -> int:
    """Return the places of a reference sentence in its longest common subsequence with a candidate's."""
    full = (1 << len(sentence)) - 1
    column = full
    tokens: list[int] = []
    columns: list[int] = []
    for word in other:
        at = places.get(word)
        if at is not None:
            column = (column + (column & at) | column & ~at) & full
            tokens.append(word)
        elif tokens and tokens[-1] != _NO_MATCH:
            tokens.append(_NO_MATCH)
        else:
            continue
        columns.append(column)
    marked = 0
    i, j = len(sentence) - 1, len(tokens) - 1
    while i >= 0 and j >= 0:
        if sentence[i] == tokens[j]:
            marked |= 1 << i
            i -= 1
            j -= 1
        elif columns[j] >> i & 1:
            i -= 1
        else:
            j -= 1
    return marked
