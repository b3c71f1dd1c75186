"""Pairwise accuracy with ties of large groups: the compiled count against pairs listed one by one."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.statistics.engine.resample import Weights
from trueness.statistics.pairs import grouped_accuracy
from trueness.statistics.pairs.grouped_accuracy import GroupedAccuracy, fill_right_pairs
from trueness.statistics.pairs.pairwise_accuracy import pair_outcomes
from trueness.statistics.score_arrays import ScoreArrays


@given(seed=st.integers(0, 10**6), sizes=st.lists(st.integers(0, 6), min_size=1, max_size=3))
def test_counts_are_those_of_listed_pairs(seed, sizes):
    rng = np.random.default_rng(seed)
    starts = np.concatenate([[0], np.cumsum(sizes)])
    n = starts[-1]
    ends = np.repeat(starts[1:], sizes)
    first = np.minimum(np.arange(1, n + 1) + rng.integers(0, 3, n), ends)
    first = np.maximum.accumulate(first) if n else first
    ranks = rng.integers(0, 3, n)
    weights = rng.integers(0, 4, (n, 5)).astype(np.float32)
    right, pairs = np.zeros((len(sizes), 5)), np.zeros((len(sizes), 5))
    fill_right_pairs(first, ranks, starts, 3, weights, right, pairs)
    for g, (start, end) in enumerate(itertools.pairwise(starts)):
        expected = np.zeros(5)
        whole = np.zeros(5)
        for p, q in itertools.combinations(range(start, end), 2):
            both = weights[p] * weights[q]
            whole += both
            ordered = q >= first[p]
            expected += both * (ranks[q] > ranks[p] if ordered else ranks[q] == ranks[p])
        assert right[g].tolist() == expected.tolist()
        assert pairs[g].tolist() == whole.tolist()


@pytest.mark.parametrize("level", ["global", "per_system"])
def test_many_outputs(level):
    rng = np.random.default_rng(3)
    x, z = rng.normal(size=(12, 150)), rng.integers(0, 40, (12, 150)).astype(float)
    arrays = ScoreArrays.of(x, z, tie_calibration="0.3")
    ready = GroupedAccuracy.of(arrays, arrays.group((0,)), level)
    expected = pair_outcomes(x, z, level, epsilon=0.3).accuracy
    np.testing.assert_allclose(ready.shares()[0], expected, atol=1e-12)
    found = ready.level_values(Weights(None, None)).values["acc_eq"]
    assert found[0, 0] == pytest.approx(expected.mean())


def test_systems_without_pairs_are_counted():
    x = np.array([[1.0, 2, 3], [1, np.nan, np.nan], [np.nan, np.nan, np.nan]])
    arrays = ScoreArrays.of(x, np.ones((3, 3)), tie_calibration="none")
    found = GroupedAccuracy.of(arrays, arrays.group((0,)), "per_system").level_values(Weights(None, None))
    assert (found.values["acc_eq"][0, 0], found.n_undefined["acc_eq"][0, 0]) == (0.0, 1.0)


@pytest.mark.parametrize("level", ["global", "per_system"])
@pytest.mark.parametrize("drawn", ["systems", "inputs", "both"])
def test_resamples_one_at_a_time_are_those_together(monkeypatch, level, drawn):
    rng = np.random.default_rng(4)
    x, z = rng.normal(size=(4, 9)), rng.integers(0, 4, (4, 9)).astype(float)
    arrays = ScoreArrays.of(x, z, tie_calibration="0.3")
    ready = GroupedAccuracy.of(arrays, arrays.group((0,)), level)
    systems, inputs = (rng.integers(0, 3, (2, size)).astype(float) for size in (4, 9))
    weights = Weights(systems if drawn != "inputs" else None, inputs if drawn != "systems" else None)
    together = ready.level_values(weights).values["acc_eq"]
    assert together[0] != together[1]
    monkeypatch.setattr(grouped_accuracy, "LANES", 1)
    np.testing.assert_array_equal(ready.level_values(weights).values["acc_eq"], together)
