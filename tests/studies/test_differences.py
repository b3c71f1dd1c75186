"""Differences of two correlations against the two correlations."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.correlation import correlate
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.differences import difference_intervals, pair_points, pair_samples
from trueness.studies.settings import Settings

PAIRS = [(0, 1), (0, 2), (1, 2)]


@pytest.fixture
def arrays():
    rng = np.random.default_rng(2)
    human = rng.normal(size=(8, 7))
    metrics = human + rng.normal(size=(3, 8, 7))
    metrics[2, 1, 3] = np.nan
    return ScoreArrays.of(metrics, human)


def test_points_are_on_the_cells_both_have(arrays):
    settings = Settings(levels=("system", "input"), coefficients=("pearson", "kendall"))
    points = pair_points(arrays, arrays.pair_groups(PAIRS), settings)
    assert len(points) == 2 * 2 * 3
    for ((level, coefficient), pair), found in points.items():
        shared = ~np.isnan(arrays.metrics[list(pair)]).any(axis=0)
        for k, value in zip(pair, found, strict=True):
            human = np.where(shared, arrays.human, np.nan)
            expected = correlate(
                np.where(shared, arrays.metrics[k], np.nan), human, level, coefficient
            ).estimate
            assert value == pytest.approx(expected, abs=1e-12)


def test_samples_are_paired(arrays):
    settings = Settings(levels=("system",), coefficients=("pearson",), resamples=300, seed=5)
    groups = arrays.pair_groups(PAIRS)
    samples = pair_samples(arrays, groups, settings, 1, None, None)
    # the same systems and inputs for all: on complete pairs differences add up
    key = ("system", "pearson")
    complete = ScoreArrays.of(np.nan_to_num(arrays.metrics), arrays.human)
    whole = pair_samples(complete, complete.pair_groups(PAIRS), settings, 1, None, None)
    np.testing.assert_allclose(whole[key, (0, 1)] + whole[key, (1, 2)], whole[key, (0, 2)], atol=1e-12)
    np.testing.assert_array_equal(whole[key, (0, 1)], samples[key, (0, 1)])
    intervals = difference_intervals(arrays, groups, settings, samples, pair_points(arrays, groups, settings))
    for pair in PAIRS:
        assert intervals[key, pair] == pytest.approx(tuple(np.quantile(samples[key, pair], [0.025, 0.975])))


def test_nothing_is_drawn_where_no_interval_is_wanted(arrays):
    settings = Settings(interval="none")
    assert pair_samples(arrays, arrays.pair_groups(PAIRS), settings, 1, None, None) == {}
