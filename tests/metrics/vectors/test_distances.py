"""Distances of words, and costs of moving them."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from trueness.errors import DataError
from trueness.metrics.vectors import distances
from trueness.metrics.vectors.distances import (
    check_cells,
    cosine,
    euclidean,
    movers_distance,
    relaxed,
    word_distances,
)
from trueness.metrics.vectors.word_bags import Bag

RNG = np.random.default_rng(7)


def test_distances_are_those_of_scipy():
    left, right = RNG.normal(size=(6, 30)), RNG.normal(size=(9, 30))
    np.testing.assert_allclose(euclidean(left, right), cdist(left, right), rtol=1e-12)
    np.testing.assert_allclose(cosine(left, right), cdist(left, right, "cosine"), rtol=1e-12)


@pytest.mark.parametrize("ground", ["e", "c"])
def test_a_word_is_at_no_distance_from_itself(ground):
    vectors = 1e6 + RNG.normal(size=(5, 300))  # of which products of matrices leave no digit
    found = word_distances(ground, np.array([0, 2, 3]), np.array([1, 2, 4]), vectors)
    assert found[1, 1] == 0.0


def test_the_cosine_of_nothing_is_none():
    assert cosine(np.zeros((1, 2)), np.ones((1, 2))).tolist() == [[1.0]]


def drawn(size, n_words):
    rows = np.sort(RNG.choice(n_words, size, replace=False))
    return Bag(rows, RNG.integers(1, 4, size).astype(float))


def test_what_stays_does_not_change_the_distance():
    pytest.importorskip("ot")
    vectors = RNG.normal(size=(12, 4))
    for _ in range(40):
        output, reference = drawn(RNG.integers(1, 9), 12), drawn(RNG.integers(1, 9), 12)
        cost = word_distances("e", output.rows, reference.rows, vectors)
        whole = movers_distance(output, reference, cost, stays=False)
        assert movers_distance(output, reference, cost, stays=True) == pytest.approx(whole, abs=1e-12)
        assert max(relaxed(output, reference, cost)) <= whole + 1e-12


def test_equal_texts_are_at_distance_0_exactly():
    bag = drawn(5, 5)
    assert movers_distance(bag, Bag(bag.rows, 3 * bag.counts), RNG.random((5, 5)), stays=True) == 0.0


def test_too_many_words_are_refused(monkeypatch):
    monkeypatch.setattr(distances, "MOST_CELLS", 100)
    check_cells(10, 10)
    with pytest.raises(
        DataError, match=r"11 different words of the output and 10 of a reference make more than the 100"
    ):
        check_cells(11, 10)
