"""Clipped matches of skip bigrams against multisets of pairs."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.metrics.rouge.encode import encode_texts
from trueness.metrics.rouge.pairs import pair_texts
from trueness.metrics.rouge.skip_bigrams import n_skip_bigrams
from trueness.metrics.rouge.skip_hits import skip_hits

texts = st.lists(st.sampled_from("abcde"), max_size=12)


def skip_bigrams(words, skip):
    places = itertools.combinations(range(len(words)), 2)
    return Counter((words[i], words[j]) for i, j in places if j - i - 1 <= skip)


def hits_of(candidates, references, skip):
    encoded = encode_texts([" ".join(words) for words in (*candidates, *references)])
    numbers = range(len(candidates), len(candidates) + len(references))
    pairs = pair_texts(range(len(candidates)), [numbers] * len(candidates))
    found = skip_hits(encoded.counted, encoded.vocabulary.size, pairs, skip)
    return [hits.reshape(len(candidates), len(references)) for hits in found]


@given(
    candidates=st.lists(texts, min_size=1, max_size=4),
    references=st.lists(texts, min_size=1, max_size=3),
    skip=st.integers(0, 13) | st.just(2**40),
)
def test_equals_the_intersection_of_multisets(candidates, references, skip):
    bigrams, unigrams = hits_of(candidates, references, skip)
    for i, candidate in enumerate(candidates):
        for j, reference in enumerate(references):
            expected = skip_bigrams(candidate, skip) & skip_bigrams(reference, skip)
            assert bigrams[i, j] == expected.total()
            assert unigrams[i, j] == (Counter(candidate[:-1]) & Counter(reference[:-1])).total()


@given(length=st.integers(0, 20), skip=st.integers(0, 25) | st.just(2**40))
def test_number_of_skip_bigrams(length, skip):
    expected = skip_bigrams(list(range(length)), skip).total()
    assert n_skip_bigrams(np.array([length]), skip).tolist() == [expected]


@pytest.mark.parametrize(("skip", "expected"), [(0, 1), (1, 2), (2, 3), (3, 3)])
def test_lin_2004_section_5(skip, expected):
    # the gunman next to each other, police the one word apart, police gunman two
    found, _ = hits_of([["police", "kill", "the", "gunman"]], [["police", "killed", "the", "gunman"]], skip)
    assert found.ravel().tolist() == [expected]
