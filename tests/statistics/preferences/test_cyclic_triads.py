"""Circles among three: by enumeration, by Kendall and Babington Smith's formula, and by chance."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.preferences.cyclic_triads import CHANCE, cyclic_triads


def tournament(n, seed, *, ties=0.0, inputs=1):
    rng = np.random.default_rng(seed)
    rows = [(j, a, b) for j in range(inputs) for a, b in itertools.combinations(range(n), 2)]
    outcome = rng.choice([-1, 0, 1], len(rows), p=[(1 - ties) / 2, ties, (1 - ties) / 2])
    return (*np.array(rows).T, outcome)


def test_circles_are_kendalls_from_the_numbers_of_wins():
    # Kendall and Babington Smith (1940): d = n (n − 1) (2 n − 1) / 12 − Σ a² / 2
    inputs, first, second, outcome = tournament(9, 1)
    wins = np.bincount(np.where(outcome > 0, first, second), minlength=9)
    found = cyclic_triads(inputs, first, second, outcome)
    assert found.cyclic.sum() == 9 * 8 * 17 / 12 - np.sum(wins**2) / 2
    assert len(found.cyclic) == 84


def test_coins_give_a_quarter_and_ties_are_left_out():
    found = cyclic_triads(*tournament(5, 2, ties=0.2, inputs=2000))
    assert found.cyclic.mean() == pytest.approx(CHANCE, abs=0.02)
    assert found.n_tied + len(found.cyclic) == 2000 * 10
    assert found.n_tied / 20_000 == pytest.approx(1 - 0.8**3, abs=0.02)


def test_strengths_say_what_to_expect():
    rng = np.random.default_rng(3)
    inputs, first, second, _ = tournament(4, 0, inputs=4000)
    strengths = np.array([0.0, 0.5, 1.0, 2.0])
    odds = 1 / (1 + np.exp(-(strengths[first] - strengths[second])))
    outcome = np.where(rng.random(len(odds)) < odds, 1, -1)
    found = cyclic_triads(inputs, first, second, outcome, strengths=strengths)
    assert found.cyclic.mean() == pytest.approx(found.expected.mean(), abs=0.01)
    assert found.expected.mean() < CHANCE


def test_systems_that_were_not_all_compared_are_no_triad():
    found = cyclic_triads([0, 0, 1, 1, 1], [0, 1, 0, 1, 2], [1, 2, 1, 2, 0], [1, 1, 1, 1, 1])
    assert found.inputs.tolist() == [1]
    assert found.cyclic.tolist() == [1]


def test_a_pair_stands_once():
    with pytest.raises(ArgumentError, match="more than once"):
        cyclic_triads([0, 0, 0], [0, 1, 1], [1, 2, 0], [1, 1, 1])


def test_two_systems_are_no_triad_and_arrays_are_as_long_as_each_other():
    found = cyclic_triads([0, 1], [0, 0], [1, 1], [1, -1])
    assert [len(values) for values in found[:3]] == [0, 0, 0]
    assert found.n_tied == 0
