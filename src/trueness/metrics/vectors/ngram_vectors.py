"""n-grams and skip-bigrams of texts, and how similar they are as vectors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from trueness.metrics.metric import FloatArray
from trueness.metrics.tokens import ngrams_of
from trueness.metrics.vectors.word_bags import unit_rows
from trueness.metrics.vectors.word_vectors import WordVectors

Ngram = tuple[str, ...]


def counted_ngrams(words: Sequence[str], order: int) -> Counter[Ngram]:
    """Return how often each n-gram of a text occurs, in the order in which they come."""
    return Counter(ngrams_of(words, order))


def counted_skip_bigrams(words: Sequence[str], between: int) -> Counter[Ngram]:
    """Return how often words, and pairs of words with at most so many others in between, occur (ROUGE-SU)."""
    counts: Counter[Ngram] = Counter((word,) for word in words)
    for skip in range(1, between + 2):
        counts.update(zip(words, words[skip:], strict=False))
    return counts


def composed(ngrams: Sequence[Ngram], vectors: WordVectors, how: str) -> tuple[FloatArray, FloatArray]:
    """Return unit vectors of n-grams, and which of them have one.

    Parameters
    ----------
    ngrams : sequence of tuple of str
        n of them, which may have different lengths.
    vectors : WordVectors
        Of words.
    how : {'product', 'sum'}
        Of the vectors of its words, number by number.

    Returns
    -------
    unit : array of shape (n, dimension)
        Of length 1; zeros where a word has no vector, or the composed vector has length 0.
    known : array of shape (n,)
        1 where all words of the n-gram have vectors, else 0.
    """
    words = sorted({word for ngram in ngrams for word in ngram})
    has, found = vectors.look_up(words)
    row = {words[k]: n for n, k in enumerate(np.flatnonzero(has).tolist())}
    made = np.zeros((len(ngrams), vectors.dimension))
    known = np.zeros(len(ngrams))
    for length in {len(ngram) for ngram in ngrams}:
        places = [
            k for k, ngram in enumerate(ngrams) if len(ngram) == length and all(w in row for w in ngram)
        ]
        if places:
            parts = found[np.array([[row[word] for word in ngrams[k]] for k in places])]
            made[places] = parts.prod(axis=1) if how == "product" else parts.sum(axis=1)
            known[places] = 1.0
    return unit_rows(made), known
