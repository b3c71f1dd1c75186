"""Pairwise accuracy of systems: tie rules, exact means, missing scores."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import ArgumentError
from trueness.statistics.pairs.pairwise_accuracy import pairwise_accuracy
from trueness.statistics.pairs.system_pairwise_accuracy import (
    TIE_RULES,
    mean_scores,
    system_pairwise_accuracy,
)


def column(*values):
    return np.array(values, dtype=float)[:, None]


@given(
    scores=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=8),
    ties=st.sampled_from(TIE_RULES),
)
def test_equals_the_loop(scores, ties):
    points, n = 0.0, 0
    for (a, b), (c, d) in itertools.combinations(scores, 2):
        metric, human = np.sign(a - c), np.sign(b - d)
        if ties == "drop_human" and human == 0:
            continue
        n += 1
        points += 1 if metric == human else 0.5 if ties == "half" and 0 in (metric, human) else 0
    x, z = np.array(scores, dtype=float).T
    found = system_pairwise_accuracy(x[:, None], z[:, None], ties=ties)
    assert found.n_pairs == n
    assert found.accuracy == pytest.approx(points / n if n else np.nan, nan_ok=True)
    if ties == "sign":
        assert found.accuracy == pytest.approx(pairwise_accuracy(x, z).estimate, nan_ok=True)


def test_worked_example():
    # metric 1 2 2 3, human 1 1 2 3: 12 human tie, 13 right, 14 right, 23 metric tie, 24 right, 34 right
    x, z = column(1, 2, 2, 3), column(1, 1, 2, 3)
    assert system_pairwise_accuracy(x, z) == (4 / 6, 6)
    assert system_pairwise_accuracy(x, z, ties="half") == (5 / 6, 6)
    assert system_pairwise_accuracy(x, z, ties="drop_human") == (4 / 5, 5)


def test_equal_means_tie():
    # thirds added in another order: 1 + 4/3 + 7/3 both times, whose floating-point sums differ
    x = np.array([[1, 4 / 3, 7 / 3], [7 / 3, 4 / 3, 1]])
    assert sum(x[0]) != sum(x[1])
    assert system_pairwise_accuracy(x, np.ones((2, 3))).accuracy == 1.0


def test_means_are_in_units_of_the_scores_and_of_the_judged_cells():
    x = np.array([[0.5, 1.0, np.nan], [1.5, 3.0, 1.5], [1.0, 1.0, 1.0]])
    z = np.array([[1, np.nan, 2], [3, np.nan, 4], [np.nan] * 3])
    judged = mean_scores(x, z, means="judged")
    assert [part.tolist() for part in judged] == [[0.5, 1.5], [1, 3.5]]
    over_all = mean_scores(x, z, means="all")
    assert [part.tolist() for part in over_all] == [[0.75, 2.0], [1.5, 3.5]]
    assert mean_scores(x, z, means="judged", aggregate="median")[0].tolist() == [0.5, 1.5]
    of_no_lattice = mean_scores(np.pi * x, np.e * z, means="judged")
    assert of_no_lattice[0] == pytest.approx(np.pi * judged[0])
    assert of_no_lattice[1] == pytest.approx(np.e * judged[1])


def test_one_system_is_undefined():
    found = system_pairwise_accuracy(column(1), column(2))
    assert np.isnan(found.accuracy)
    assert found.n_pairs == 0


@pytest.mark.parametrize(
    ("x", "options", "message"),
    [
        ([1, 2], {}, r"one shape \(systems, inputs\)"),
        (column(1, 2, 3), {}, "one shape"),
        (column(1, 2), {"ties": "win"}, "ties"),
        (column(1, 2), {"means": "some"}, "means"),
        (column(1, 2), {"aggregate": "corpus"}, "aggregate"),
        (column(1, np.inf), {}, "must be finite"),
    ],
)
def test_arguments_are_checked(x, options, message):
    with pytest.raises(ArgumentError, match=message):
        system_pairwise_accuracy(x, column(1, 2), **options)
