"""n-grams and their vectors."""

from __future__ import annotations

import numpy as np

from trueness.metrics.vectors.ngram_vectors import composed, counted_ngrams, counted_skip_bigrams
from trueness.metrics.vectors.word_vectors import load_word_vectors


def test_ngrams_are_counted_in_the_order_in_which_they_come():
    assert list(counted_ngrams(["b", "a", "b", "a"], 2).items()) == [(("b", "a"), 2), (("a", "b"), 1)]
    assert counted_ngrams(["a"], 2) == {}


def test_skip_bigrams_with_words():
    assert counted_skip_bigrams(["a", "b", "c", "d"], 1) == {
        **{(w,): 1 for w in "abcd"},
        **dict.fromkeys([("a", "b"), ("b", "c"), ("c", "d"), ("a", "c"), ("b", "d")], 1),
    }


def test_vectors_are_products_or_sums(toy_vectors):
    vectors = load_word_vectors(toy_vectors)
    ngrams = [("b", "c"), ("b",), ("b", "zzz"), ("a", "b"), ("d", "e")]
    unit, known = composed(ngrams, vectors, "product")
    assert known.tolist() == [1, 1, 0, 1, 1]
    np.testing.assert_allclose(unit[0], np.array([18, 32]) / np.hypot(18, 32), rtol=1e-15)
    np.testing.assert_allclose(unit[1:], [[0.6, 0.8], [0, 0], [0, 0], [0, 0]], rtol=1e-15)
    unit, _ = composed(ngrams, vectors, "sum")
    np.testing.assert_allclose(unit[[0, 4]], [[0.6, 0.8], [0.5**0.5, 0.5**0.5]], rtol=1e-15)
