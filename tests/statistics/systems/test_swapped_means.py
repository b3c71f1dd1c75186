"""Counting in compiled code is counting in NumPy, to the bit, and what a person would count by hand."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.parallel import Execution, executing
from trueness.statistics.systems import swapped_means
from trueness.statistics.systems.swapped_means import counted_at_once, swapped_exceedances
from trueness.statistics.systems.system_pairs import SystemPairs
from trueness.statistics.systems.system_permutation import system_permutation


@pytest.mark.parametrize("lattice", [True, False])
def test_every_p_value_is_that_of_the_other_way(monkeypatch, lattice):
    rng = np.random.default_rng(3)
    scores = rng.integers(1, 6, (12, 17)) / 3.0 if lattice else rng.normal(size=(12, 17)) + 40
    pairs = SystemPairs.of(scores)
    by_numpy = system_permutation(pairs, resamples=1100, rng=4)
    monkeypatch.setattr(swapped_means, "COMPILED_FROM", 0)
    for workers in (1, 2):
        at_once = executing(Execution(workers=workers))(system_permutation)(pairs, resamples=1100, rng=4)
        for a, b in zip(by_numpy, at_once, strict=True):
            np.testing.assert_array_equal(a, b)


def test_counts_by_hand():
    scores = np.array([[3.0, 5.0, 4.0], [1.0, 5.0, 2.0], [2.0, 2.0, 2.0]])
    pairs = SystemPairs.of(scores)
    coins = np.array(list(itertools.product([-1.0, 1.0], repeat=3)))
    sums = coins @ pairs.exact[0].T
    observed = np.array([scores[i].mean() - scores[k].mean() for i, k in ((0, 1), (0, 2), (1, 2))])
    counts = swapped_exceedances(pairs, sums, np.ones(3), observed)
    # differences 2 0 2, then 1 3 2, then -1 3 0, with every choice of signs
    assert counts.tolist() == [[2, 1, 4], [8, 8, 6], [4, 2, 8], [0, 0, 0]]


@pytest.mark.parametrize(("hole", "aggregate"), [(True, "mean"), (False, "median")])
def test_few_differences_gaps_and_medians_go_the_other_way(monkeypatch, hole, aggregate):
    scores = np.arange(12.0).reshape(3, 4)
    assert not counted_at_once(SystemPairs.of(scores), 9_999)
    monkeypatch.setattr(swapped_means, "COMPILED_FROM", 0)
    assert counted_at_once(SystemPairs.of(scores), 9_999)
    scores[0, 0] = np.nan if hole else 0
    assert not counted_at_once(SystemPairs.of(scores, aggregate=aggregate), 9_999)
