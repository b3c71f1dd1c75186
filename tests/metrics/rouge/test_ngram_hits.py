"""Clipped n-gram matches against multisets of tuples."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.metrics.rouge.encode import encode_texts
from trueness.metrics.rouge.ngram_hits import ngram_hits
from trueness.metrics.rouge.pairs import pair_texts

texts = st.lists(st.sampled_from("abcde"), max_size=12)


def ngrams(words, n):
    return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))


def hits_of(candidates, references, orders):
    """Every candidate against every reference, by the kernel."""
    encoded = encode_texts([" ".join(words) for words in (*candidates, *references)])
    numbers = range(len(candidates), len(candidates) + len(references))
    pairs = pair_texts(range(len(candidates)), [numbers] * len(candidates))
    hits = ngram_hits(encoded.counted, encoded.vocabulary.size, pairs, np.array(orders))
    return hits.reshape(len(orders), len(candidates), len(references))


@given(
    candidates=st.lists(texts, min_size=1, max_size=4),
    references=st.lists(texts, min_size=1, max_size=3),
    orders=st.sets(st.integers(1, 14), min_size=1).map(sorted),
)
def test_equals_the_intersection_of_multisets(candidates, references, orders):
    found = hits_of(candidates, references, orders)
    for k, n in enumerate(orders):
        for i, candidate in enumerate(candidates):
            for j, reference in enumerate(references):
                expected = (ngrams(candidate, n) & ngrams(reference, n)).total()
                assert found[k, i, j] == expected


def test_worked_by_hand():
    # the cat sat on the mat, the cat on the mat: 5 words; the cat, on the, the mat; on the mat
    found = hits_of(
        [["the", "cat", "sat", "on", "the", "mat"]], [["the", "cat", "on", "the", "mat"]], [1, 2, 3, 4]
    )
    assert found.ravel().tolist() == [5, 3, 1, 0]


def test_repeats_count_as_often_as_both_have_them():
    assert hits_of([["a"] * 5], [["a"] * 3], [1, 2, 3, 4]).ravel().tolist() == [3, 2, 1, 0]


@pytest.mark.parametrize("orders", [[1], [3], [1, 4], [2, 5]])
def test_orders_do_not_depend_on_which_others_are_asked_for(orders):
    candidate, reference = list("abcabdabce"), list("abcabcabd")
    every = hits_of([candidate], [reference], [1, 2, 3, 4, 5]).ravel()
    assert hits_of([candidate], [reference], orders).ravel().tolist() == [every[n - 1] for n in orders]


def test_order_of_thousands_stops_where_texts_end():
    words = [f"w{k % 7}" for k in range(100)]
    assert hits_of([words], [words], [99, 100, 101, 10**6]).ravel().tolist() == [2, 1, 0, 0]


def test_no_pairs():
    encoded = encode_texts([])
    assert ngram_hits(encoded.counted, 0, pair_texts([], []), np.array([1, 2])).shape == (2, 0)
