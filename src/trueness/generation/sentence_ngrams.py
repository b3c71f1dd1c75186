"""N-grams of summaries, added up from those of their sentences and of the places where two sentences meet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.generation.possible_summaries import BoolArray

Tokens = tuple[Hashable, ...]
Ngrams = Callable[[Sequence[Hashable]], Sequence[Hashable]]
"""Returns the n-grams that count in a sequence of words."""


class _Joint(NamedTuple):
    """What a sentence adds behind certain words besides its own n-grams.

    Attributes
    ----------
    columns : tuple of int
        The known n-grams across the joint; one that occurs twice is there twice.
    total : int
        All n-grams across the joint.
    tail : tuple
        The last words now.
    """

    columns: tuple[int, ...]
    total: int
    tail: Tokens


class SentenceNgrams:
    """Counts n-grams in summaries of one document, which run across the ends of sentences.

    What stands within sentences is counted once; the n-grams of a summary are a sum over its sentences, for all
    summaries at once a product of matrices, and those that lie across the ends of two or more sentences, each of which
    is looked at once.

    Parameters
    ----------
    sentences : sequence of sequences
        The words of every sentence.
    order : int
        The length of the n-grams.
    ngrams : callable
        Returns the n-grams that count in a sequence of words.
    known : sequence
        The different n-grams that are counted one by one; of all others only the number is.
    """

    def __init__(
        self, sentences: Sequence[Sequence[Hashable]], order: int, ngrams: Ngrams, known: Sequence[Hashable]
    ) -> None:
        self._sentences = [tuple(sentence) for sentence in sentences]
        self._reach = order - 1
        self._ngrams = ngrams
        self._column = {ngram: column for column, ngram in enumerate(known)}
        self._within = np.zeros((len(sentences), len(known)))
        self._totals = np.zeros(len(sentences))
        for k, sentence in enumerate(self._sentences):
            found = ngrams(sentence)
            self._totals[k] = len(found)
            for ngram, count in Counter(found).items():
                if ngram in self._column:
                    self._within[k, self._column[ngram]] = count
        self._joints: dict[tuple[Tokens, int], _Joint] = {}

    def count(self, chosen: BoolArray) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return how often known n-grams occur in summaries, and how many n-grams there are in all.

        Parameters
        ----------
        chosen : array of shape (p, n)
            Which sentences each summary has; they come in the order of the document.

        Returns
        -------
        tuple of two arrays, of shape (p, number of known n-grams) and (p,)
            Whole numbers.
        """
        flags = chosen.astype(np.float64)
        counts, totals = flags @ self._within, flags @ self._totals
        if self._reach:
            rows: list[int] = []
            columns: list[int] = []
            for row, summary in enumerate(chosen):
                tail: Tokens = ()
                for sentence in np.flatnonzero(summary).tolist():
                    joint = self._joint(tail, sentence)
                    columns += joint.columns
                    rows += [row] * len(joint.columns)
                    totals[row] += joint.total
                    tail = joint.tail
            np.add.at(counts, (np.array(rows, dtype=np.intp), np.array(columns, dtype=np.intp)), 1.0)
        return counts, totals

    def _joint(self, tail: Tokens, sentence: int) -> _Joint:
        """Return what a sentence adds behind the last words of those before it, at most n - 1."""
        found = self._joints.get((tail, sentence))
        if found is None:
            words = self._sentences[sentence]
            # neither side is long enough to hold an n-gram by itself
            across = self._ngrams(tail + words[: self._reach]) if tail else ()
            known = tuple(self._column[ngram] for ngram in across if ngram in self._column)
            behind = words if len(words) >= self._reach else tail + words
            found = _Joint(known, len(across), behind[-self._reach :])
            self._joints[tail, sentence] = found
        return found


def count_matrix(counted: Sequence[Mapping[Hashable, int]], known: Sequence[Hashable]) -> NDArray[np.float64]:
    """Return counts of n-grams as a matrix, a row for every text and a column for every known n-gram.

    Parameters
    ----------
    counted : sequence of mappings
        N-gram to how often it occurs, for every text.
    known : sequence
        The n-grams.
    """
    return np.array([[text.get(ngram, 0) for ngram in known] for text in counted], dtype=np.float64).reshape(
        len(counted), len(known)
    )
