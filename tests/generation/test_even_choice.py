"""The even choice against the best of all choices."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.generation.even_choice import choose_evenly


def distance(scores, chosen):
    """Return how far chosen scores are from equal steps, in the best order."""
    return np.abs(np.sort(scores[chosen]) - np.linspace(scores.min(), scores.max(), len(chosen))).sum()


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("count", [2, 3, 5])
def test_no_choice_comes_closer_to_equal_steps(seed, count):
    scores = np.round(np.random.default_rng(seed).gamma(1.0, size=9), 1)  # with ties
    found = choose_evenly(scores, count)
    best = min(distance(scores, list(one)) for one in itertools.combinations(range(9), count))
    assert distance(scores, found) == pytest.approx(best, abs=1e-12)


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=40), st.data())
def test_different_ones_are_chosen_in_order_with_both_ends(values, data):
    scores = np.array(values)
    count = data.draw(st.integers(1, len(values)))
    found = choose_evenly(scores, count)
    assert len(set(found.tolist())) == count
    assert (np.diff(scores[found]) >= 0).all()
    assert scores[found[-1]] == scores.max()
    if count > 1:
        assert scores[found[0]] == scores.min()


def test_all_of_them_are_all():
    assert sorted(choose_evenly(np.array([3.0, 1.0, 2.0]), 3).tolist()) == [0, 1, 2]


def test_equal_steps_are_found_where_they_exist():
    scores = np.array([0.0, 0.1, 0.11, 0.25, 0.5, 0.9, 0.75, 1.0])
    assert scores[choose_evenly(scores, 5)].tolist() == [0.0, 0.25, 0.5, 0.75, 1.0]
