"""Clipped n-gram matches against multisets of tuples, and against the tables of long references."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.metrics.rouge.encode import encode_texts
from trueness.metrics.rouge.ngram_hits import ngram_hits
from trueness.metrics.rouge.ngram_places import LONGEST, ngram_places
from trueness.metrics.rouge.pairs import pair_texts

texts = st.text("abcd", max_size=150) | st.builds(
    "".join, st.lists(st.sampled_from(["ab", "aba"]), max_size=60)
)


def ngrams(words, n):
    return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))


def encoded_pairs(candidates, references):
    encoded = encode_texts([" ".join(words) for words in (*candidates, *references)])
    numbers = range(len(candidates), len(candidates) + len(references))
    return encoded, pair_texts(range(len(candidates)), [numbers] * len(candidates))


@given(
    candidates=st.lists(texts, min_size=1, max_size=3),
    references=st.lists(texts, min_size=1, max_size=3),
    orders=st.sets(st.integers(1, 70), min_size=1, max_size=4).map(sorted),
)
def test_equals_the_intersection_of_multisets(candidates, references, orders):
    """Also for references of more than 64 tokens, whose places are several words."""
    encoded, pairs = encoded_pairs(candidates, references)
    found = ngram_places(encoded.counted, encoded.vocabulary.size, pairs, np.array(orders))
    expected = [
        [(ngrams(one, n) & ngrams(other, n)).total() for one in candidates for other in references]
        for n in orders
    ]
    assert found.tolist() == expected


@pytest.mark.parametrize("longest", [LONGEST, 3 * LONGEST])
def test_equals_the_tables(longest):
    rng = np.random.default_rng(1)
    candidates, references = (
        [[f"w{k}" for k in rng.zipf(1.5, size) % 50] for size in sizes]
        for sizes in ((90, 2000, 0), (longest, 64, 65, 128, 0))
    )
    encoded, pairs = encoded_pairs(candidates, references)
    arguments = encoded.counted, encoded.vocabulary.size, pairs, np.array([1, 2, 4, 64, 10**6])
    np.testing.assert_array_equal(ngram_places(*arguments), ngram_hits(*arguments))


def test_no_pairs():
    encoded = encode_texts([])
    assert ngram_places(encoded.counted, 0, pair_texts([], []), np.array([1, 2])).shape == (2, 0)
