"""Held-out tie calibration: every fold's threshold comes from the other folds alone."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trueness.errors import ArgumentError
from trueness.statistics.pairs.held_out_calibration import cross_validated_accuracy, deal_folds
from trueness.statistics.pairs.pairwise_accuracy import pairwise_accuracy
from trueness.statistics.pairs.tie_calibration import calibrate_ties


def scores(seed, n=6, m=30, missing=0.1):
    rng = np.random.default_rng(seed)
    z = rng.integers(0, 3, (n, m)).astype(float)
    x = z + rng.normal(size=(n, m))
    return np.where(rng.random((n, m)) < missing, np.nan, x), z


@settings(max_examples=20)
@given(seed=st.integers(0, 10**6), folds=st.integers(2, 8))
def test_equals_calibrating_and_evaluating_fold_by_fold(seed, folds):
    x, z = scores(seed)
    found = cross_validated_accuracy(x, z, folds=folds, rng=seed)
    total, n = 0.0, 0
    for k in range(folds):
        epsilon = calibrate_ties(x[:, found.folds != k], z[:, found.folds != k]).epsilon
        assert found.epsilons[k] == pytest.approx(epsilon)
        for j in np.flatnonzero(found.folds == k):
            one = pairwise_accuracy(x[:, [j]], z[:, [j]], epsilon=epsilon)
            if not one.n_undefined:
                total, n = total + one.estimate, n + 1
    assert found.accuracy == pytest.approx(total / n)
    assert found.n_undefined == x.shape[1] - n


def test_a_metric_of_noise_gains_nothing_held_out():
    # human scores tie in half of the pairs of some inputs: on the data themselves calibration always gains
    x, z = scores(3, n=4, m=12, missing=0)
    noise = np.random.default_rng(4).normal(size=x.shape)
    chosen = calibrate_ties(noise, z)
    held_out = [cross_validated_accuracy(noise, z, folds=6, rng=seed).accuracy for seed in range(20)]
    assert chosen.accuracy > np.mean(held_out)


def test_the_seed_decides():
    x, z = scores(1)
    first, second = (cross_validated_accuracy(x, z, rng=7) for _ in range(2))
    assert first.folds.tolist() == second.folds.tolist()
    assert (first.accuracy, first.seed) == (second.accuracy, 7)
    assert cross_validated_accuracy(x, z, rng=8).folds.tolist() != first.folds.tolist()
    fresh = cross_validated_accuracy(x, z)
    assert cross_validated_accuracy(x, z, rng=fresh.seed).accuracy == fresh.accuracy


def test_folds_are_even_and_clusters_stay_together():
    fold = deal_folds(23, 5, 1)
    assert sorted(np.bincount(fold).tolist()) == [4, 4, 5, 5, 5]
    clusters = np.repeat(["a", "b", "c", "d"], [5, 1, 3, 2])
    fold = deal_folds(11, 2, 1, clusters)
    for label in "abcd":
        assert len(set(fold[clusters == label])) == 1
    assert len(set(fold)) == 2


def test_every_unit_is_as_likely_in_every_fold():
    counts = np.zeros((6, 3))
    for seed in range(600):
        counts[np.arange(6), deal_folds(6, 3, seed)] += 1
    # 200 expected, standard deviation 11.5
    assert np.all(np.abs(counts - 200) < 50)


def test_inputs_without_a_threshold_are_undefined():
    # only one input has a pair: its fold has no other to calibrate on
    x = np.array([[1.0, 1, 1], [2, np.nan, np.nan]])
    found = cross_validated_accuracy(x, np.ones((2, 3)), folds=3, rng=0)
    assert np.isnan(found.accuracy)
    assert found.n_undefined == 3
    assert np.isnan(found.epsilons).sum() == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"folds": 1}, "`folds`"),
        ({"folds": 31}, "at most 30"),
        ({"folds": 3, "clusters": np.arange(30) // 15}, "at most 2"),
        ({"clusters": [1, 2]}, "`clusters` must hold 30 labels"),
        ({"rng": -1}, "`rng`"),
    ],
)
def test_arguments_are_checked(options, message):
    with pytest.raises(ArgumentError, match=message):
        cross_validated_accuracy(*scores(0), **options)
