"""Correlations of metrics, each on all it has, against the plain functions."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from trueness.methods.correlations import Correlations, levels_by_coefficients
from trueness.statistics.agreement.correlation import correlate
from trueness.statistics.resampling.bootstrap import bootstrap_plan
from trueness.statistics.score_arrays import ScoreArrays

KEYS = [("system", "pearson"), ("input", "kendall")]


@pytest.fixture
def arrays():
    rng = np.random.default_rng(2)
    human = rng.normal(size=(8, 7))
    metrics = human + rng.normal(size=(3, 8, 7))
    metrics[2, 1, 3] = np.nan
    return ScoreArrays.of(metrics, human)


def test_points_are_those_of_every_metric_alone(arrays):
    points = Correlations(arrays, KEYS).points
    for level, coefficient in KEYS:
        expected = [correlate(x, arrays.human, level, coefficient).estimate for x in arrays.metrics]
        np.testing.assert_allclose(points[level, coefficient], expected, atol=1e-12)


def test_samples_are_those_of_every_metric_alone(arrays):
    together = Correlations(arrays, KEYS, resamples=99, seed=3).samples("both")
    for k in range(3):
        one = ScoreArrays.of(arrays.metrics[[k]], arrays.human)
        alone = Correlations(one, KEYS, resamples=99, seed=3).samples("both")
        for key in KEYS:
            np.testing.assert_array_equal(together[key][:, k], alone[key][:, 0])


def test_each_system_is_left_out_once(arrays):
    given = Correlations(arrays, KEYS)
    (group, *_) = given.groups
    found = given.left_out(group, "systems")["system", "pearson"]
    assert [axis.shape for axis in found] == [(8, len(group.metrics))]
    kept = np.arange(8) != 2
    expected = correlate(arrays.metrics[group.metrics[0]][kept], arrays.human[kept], "system").estimate
    assert found[0][2, 0] == pytest.approx(expected)


def test_levels_with_the_same_coefficients_stand_together():
    keys = [("system", "pearson"), ("input", "pearson"), ("global", "kendall")]
    assert levels_by_coefficients(keys) == [
        (("system", "input"), ("pearson",)),
        (("global",), ("kendall",)),
    ]


def test_points_and_resamples_by_scipy():
    rng = np.random.default_rng(0)
    human = rng.normal(size=(6, 8))
    metrics = human + rng.normal(size=(3, 6, 8))
    metrics[1, 2, 3] = np.nan  # its cells differ, so it is in a group of its own
    arrays = ScoreArrays.of(metrics, human)
    keys = (("global", "pearson"), ("global", "kendall"))
    given = Correlations(arrays, keys, resamples=20, seed=1)
    found = given.points
    for k in range(3):
        there = ~np.isnan(metrics[k])
        assert found["global", "pearson"][k] == pytest.approx(
            stats.pearsonr(metrics[k][there], human[there])[0]
        )
        assert found["global", "kendall"][k] == pytest.approx(
            stats.kendalltau(metrics[k][there], human[there])[0]
        )
    plan = bootstrap_plan(arrays, "inputs", 20, 1)
    drawn = given.samples("inputs")["global", "pearson"]
    assert drawn.shape == (20, 3)
    counts = plan.tile(0).inputs
    for b in (0, 13):
        columns = np.repeat(np.arange(8), counts[b].astype(int))
        for k in (0, 2):
            x, z = metrics[k][:, columns].ravel(), human[:, columns].ravel()
            assert drawn[b, k] == pytest.approx(stats.pearsonr(x, z)[0])
