"""Texts as bags of the words that have a vector."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.metrics.metric import FloatArray
from trueness.metrics.rouge.line_words import modern_words
from trueness.metrics.rouge.word_lists import stop_words
from trueness.metrics.vectors.word_vectors import WordVectors


class Bag(NamedTuple):
    """The words of a text that have a vector.

    Attributes
    ----------
    rows : array of int, shape (n,)
        Rows of the vectors of its different words, ascending.
    counts : array of shape (n,)
        How often each occurs.
    """

    rows: NDArray[np.int64]
    counts: FloatArray

    @property
    def weights(self) -> FloatArray:
        """Relative frequencies, of sum 1 where there are words."""
        return self.counts / self.counts.sum() if len(self.counts) else self.counts


class Bags(NamedTuple):
    """Several texts over the same vectors.

    Attributes
    ----------
    bags : list of Bag
    vectors : array of shape (number of different words, dimension)
        Those of words that some of the texts have.
    words : list of str
        The words of the rows.
    """

    bags: list[Bag]
    vectors: FloatArray
    words: list[str]


def words_of(text: str, *, tokens: str = "words", case: str = "lower", stop: bool = False) -> list[str]:
    """Return the words of a text.

    Parameters
    ----------
    text : str
    tokens : {'words', 'blanks'}
        Words as of `modern_words`, which have a letter or a digit; or what stands between blanks.
    case : {'lower', 'kept'}
        Whether words are put into lower case.
    stop : bool
        Whether the stop words of ROUGE-1.5.5 are left out.
    """
    if tokens == "blanks":
        found = (text.lower() if case == "lower" else text).split()
    elif case == "lower":
        found = modern_words(text)
    else:
        found = _cased_words(text)
    if stop:
        without = stop_words()
        found = [word for word in found if word.lower() not in without]
    return found


def _cased_words(text: str) -> list[str]:
    """Return the words of `modern_words` as they are written."""
    cased = []
    for piece in text.split():
        lower = modern_words(piece)
        at = 0
        folded = piece.lower()
        for word in lower:
            start = folded.find(word, at) if len(folded) == len(piece) else -1
            cased.append(piece[start : start + len(word)] if start >= 0 else word)
            at = start + len(word) if start >= 0 else at
    return cased


def bags_of(texts: Sequence[Sequence[str]], vectors: WordVectors, *, unit: bool = False) -> Bags:
    """Return the bags of texts that are cut into words.

    Parameters
    ----------
    texts : sequence of sequences of str
        The words of each.
    vectors : WordVectors
    unit : bool
        Whether vectors are scaled to length 1; one of length 0 stays as it is.

    Raises
    ------
    FormatError
        If a vector is damaged.
    """
    counted = [Counter(words) for words in texts]
    different = sorted({word for counts in counted for word in counts})
    known, found = vectors.look_up(different)
    row = {different[k]: n for n, k in enumerate(np.flatnonzero(known).tolist())}
    bags = []
    for counts in counted:
        own = sorted((row[word], count) for word, count in counts.items() if word in row)
        bags.append(
            Bag(
                np.array([k for k, _ in own], dtype=np.int64),
                np.array([count for _, count in own], dtype=float),
            )
        )
    return Bags(bags, unit_rows(found) if unit else found, list(row))


def unit_rows(vectors: FloatArray) -> FloatArray:
    """Return rows scaled to length 1; rows of zeros stay."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    scaled: FloatArray = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)
    return scaled
