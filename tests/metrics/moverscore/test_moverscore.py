"""Names, and what is moved, which need no model; with one see tests/neural."""

from __future__ import annotations

import math

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.metrics.moverscore.movers import counted_tokens, distances, joined_layers, movable
from trueness.metrics.moverscore.moverscore import MoverScore
from trueness.metrics.scoring.registry import get_metric


@pytest.mark.parametrize(
    "name",
    [
        "moverscore_v2",
        "moverscore_v2_pypi:n=2",
        "moverscore_v1:model=/a/b,n=2,idf=texts,refs=best,dtype=bfloat16,long=windows",
    ],
)
def test_names_are_canonical(name):
    assert get_metric(name).name == name


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("moverscore", "no metric is called 'moverscore': there are 'moverscore_v1'"),
        ("moverscore_v3", "no metric is called 'moverscore_v3'.* Did you mean 'v"),
        ("moverscore_v1", "name one with model="),
        ("moverscore_v2:n=0", "'n' must be a whole number of at least 1"),
        ("moverscore_v2:layer=3", "no option is called 'layer'"),
    ],
)
def test_a_name_that_makes_no_sense_says_why(name, message):
    with pytest.raises(ArgumentError, match=message):
        get_metric(name)


def test_punctuation_and_later_pieces_are_left_out():
    assert counted_tokens(["[CLS]", "un", "##like", ",", "it", "...", "[SEP]"]).tolist() == [0, 1, 4, 5, 6]


def test_layers_are_joined_by_minimum_mean_and_maximum_of_unit_vectors():
    found = joined_layers([np.array([[3.0, 4.0]], np.float32), np.array([[0.0, -2.0]], np.float32)])
    np.testing.assert_allclose(found, [[0.0, -1.0, 0.3, -0.1, 0.6, 0.8]], atol=1e-7)


def test_pairs_of_words_have_the_sum_of_weights_and_the_weighted_mean():
    vectors = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0]])
    found = movable(vectors, np.array([1.0, 3.0, 0.0]), 2)
    np.testing.assert_allclose(found.weights, [4 / 7, 3 / 7])
    np.testing.assert_allclose(found.vectors, [[1 / math.sqrt(10), 3 / math.sqrt(10)], [0.0, 1.0]])
    assert movable(vectors, np.ones(3), 5).vectors.shape == (1, 2)  # a short text is one n-gram
    assert not movable(vectors, np.zeros(3), 1).weights.any()


def test_distances_of_unit_vectors():
    x, y = np.array([[1.0, 0.0]]), np.array([[0.0, 1.0], [-1.0, 0.0], [1.0, 0.0]])
    np.testing.assert_allclose(distances(x, y, squared=True), [[2.0, 4.0, 0.0]])
    np.testing.assert_allclose(distances(x, y, squared=False), [[math.sqrt(2), 2.0, 0.0]])


def test_scores_of_costs():
    costs = np.array([0.5, 1.0])
    assert MoverScore("v2").value(costs) == pytest.approx((1 / 1.5 + 0.5) / 2)
    assert MoverScore("v2_pypi").value(costs) == pytest.approx(0.25)
    assert MoverScore("v2_pypi", refs="best").value(costs) == 0.5
    assert math.isnan(MoverScore("v2").value(np.empty(0)))
