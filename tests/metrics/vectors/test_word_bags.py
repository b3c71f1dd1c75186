"""Bags of words with vectors."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.metrics.vectors.word_bags import bags_of, unit_rows, words_of
from trueness.metrics.vectors.word_vectors import load_word_vectors


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, ["the", "u.s", "president's", "house", "2.5"]),
        ({"case": "kept"}, ["The", "U.S", "president's", "House", "2.5"]),
        ({"tokens": "blanks"}, ["the", "u.s.", "president's", "house,", "2.5"]),
        ({"tokens": "blanks", "case": "kept"}, ["The", "U.S.", "president's", "House,", "2.5"]),
        ({"stop": True}, ["u.s", "president's", "house", "2.5"]),
    ],
)
def test_words(settings, expected):
    assert words_of("The U.S. president's House, 2.5", **settings) == expected


def test_case_is_kept_where_lower_case_has_another_length():
    assert words_of("İstanbul Straße", case="kept")[1] == "Straße"
    assert len(words_of("İstanbul Straße", case="kept")) == 2


def test_bags_hold_known_words_with_counts(toy_vectors):
    found = bags_of([["b", "a", "b", "zzz"], ["zzz"], []], load_word_vectors(toy_vectors))
    assert found.words == ["a", "b"]
    assert found.vectors.tolist() == [[0, 0], [3, 4]]
    assert found.bags[0].rows.tolist() == [0, 1]
    assert found.bags[0].weights.tolist() == [1 / 3, 2 / 3]
    assert [len(bag.weights) for bag in found.bags] == [2, 0, 0]


def test_unit_vectors(toy_vectors):
    found = bags_of([["a", "b"]], load_word_vectors(toy_vectors), unit=True)
    np.testing.assert_allclose(found.vectors, [[0, 0], [0.6, 0.8]], rtol=1e-15)
    assert unit_rows(np.zeros((0, 3))).shape == (0, 3)
