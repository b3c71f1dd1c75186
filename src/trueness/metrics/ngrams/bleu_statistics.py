"""What BLEU is computed from: words, and n-grams of words that a text shares with its references."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.metrics.metric import FloatArray
from trueness.metrics.ngrams.groups import IntArray, group_rows
from trueness.metrics.ngrams.numbered_texts import NumberedTexts
from trueness.metrics.ngrams.plain_shared_ngrams import plain_shared_ngrams
from trueness.metrics.plain_work import counts_plainly

ORDER = 4
"""The length of the longest n-grams, where nothing else is said."""

MOST_PLAIN = 400_000
"""Characters of different texts up to which nothing is compiled: about half a second."""


class NumberedWords(NamedTuple):
    """Words of texts by number.

    Attributes
    ----------
    ids : array of shape (T,)
    starts : array of shape (texts + 1,)
        Where each text begins in `ids`, and where the last one ends.
    different : int
        How many different words there are.
    """

    ids: NDArray[np.int32]
    starts: NDArray[np.int64]
    different: int

    @classmethod
    def cut(cls, cut: Callable[[str], tuple[object, ...]], texts: Sequence[str]) -> NumberedWords:
        """Return the words of texts, by a number for each different one."""
        numbers: dict[object, int] = {}
        words = [cut(text) for text in texts]
        found = (numbers.setdefault(word, len(numbers)) for one in words for word in one)
        starts = np.cumsum([0, *map(len, words)], dtype=np.int64)
        return cls(np.fromiter(found, dtype=np.int32, count=int(starts[-1])), starts, len(numbers))


def bleu_statistics(
    numbered: NumberedTexts,
    cut: Callable[[str], tuple[object, ...]],
    number: Callable[[Sequence[str]], NumberedWords],
    order: int = ORDER,
) -> FloatArray:
    """Count what BLEU needs of each row.

    Parameters
    ----------
    numbered : NumberedTexts
    cut : callable
        From a text to its words, for few texts.
    number : callable
        From many texts to their words by number.
    order : int

    Returns
    -------
    array of shape (n, 2 + 2 * order)
        Words of the output; words of the reference closest to it in length, of two the shorter; matches of n-grams of
        each length, each as often as in the reference that has it most often; n-grams of each length.
    """
    texts, candidates, references, counts = numbered
    groups = group_rows(candidates, references, counts)
    if counts_plainly("bleu", sum(map(len, texts)), MOST_PLAIN):
        words = [cut(text) for text in texts]
        lengths = np.array([len(one) for one in words], dtype=np.int64)
        hits = plain_shared_ngrams(words, groups, order)
    else:
        from trueness.metrics.ngrams.shared_ngrams import shared_ngrams

        ids, starts, different = number(texts)
        lengths = np.diff(starts)
        hits = shared_ngrams(ids, starts, different + 1, groups, order)
    mine = lengths[candidates]
    found = np.empty((len(candidates), 2 + 2 * order))
    found[:, 0] = mine
    found[:, 1] = _closest(mine, lengths[references], counts)
    found[:, 2 : 2 + order] = hits
    found[:, 2 + order :] = np.maximum(mine[:, None] - np.arange(order), 0)
    return found


def _closest(mine: IntArray, theirs: IntArray, counts: IntArray) -> IntArray:
    """Return the length of the reference closest in length to each output, of two the shorter."""
    if not len(counts):
        return np.empty(0, dtype=np.int64)
    # distance first, then length, in one number
    ranked = np.abs(theirs - np.repeat(mine, counts)) << 31 | theirs
    closest: IntArray = np.minimum.reduceat(ranked, np.cumsum(counts) - counts) & (2**31 - 1)
    return closest
