"""Differences of two correlations against the two correlations."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.methods import correlations as engine
from trueness.methods.differences import Differences, levels_together
from trueness.methods.registry import interval_method
from trueness.statistics.agreement.correlation import correlate
from trueness.statistics.score_arrays import ScoreArrays

PAIRS = [(0, 1), (0, 2), (1, 2)]
KEY = ("system", "pearson")


@pytest.fixture
def arrays():
    rng = np.random.default_rng(2)
    human = rng.normal(size=(8, 7))
    metrics = human + rng.normal(size=(3, 8, 7))
    metrics[2, 1, 3] = np.nan
    return ScoreArrays.of(metrics, human)


def test_points_are_on_the_cells_both_have(arrays):
    keys = [(level, name) for level in ("system", "input") for name in ("pearson", "kendall")]
    points = Differences(arrays, PAIRS, keys).points
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
    given = Differences(arrays, PAIRS, [KEY], resamples=300, seed=5)
    samples = given.samples("both")
    # the same systems and inputs for all: on complete pairs differences add up
    complete = ScoreArrays.of(np.nan_to_num(arrays.metrics), arrays.human)
    whole = Differences(complete, PAIRS, [KEY], resamples=300, seed=5).samples("both")
    np.testing.assert_allclose(whole[KEY, (0, 1)] + whole[KEY, (1, 2)], whole[KEY, (0, 2)], atol=1e-12)
    np.testing.assert_array_equal(whole[KEY, (0, 1)], samples[KEY, (0, 1)])
    intervals = interval_method("percentile").of_differences(given, "both")
    for pair in PAIRS:
        assert intervals[KEY, pair] == pytest.approx(tuple(np.quantile(samples[KEY, pair], [0.025, 0.975])))


def test_what_is_drawn_is_drawn_once(arrays, monkeypatch):
    drawn = []
    bootstrap = engine.bootstrap
    monkeypatch.setattr(engine, "bootstrap", lambda *a: drawn.append(a[2].over) or bootstrap(*a))
    given = Differences(arrays, PAIRS, [KEY], resamples=49)
    interval_method("percentile").of_differences(given, "both")
    given.samples("both")
    given.samples("inputs")
    assert drawn == ["both", "inputs"]


def test_levels_with_the_same_coefficients_run_together():
    keys = [(level, name) for level in ("input", "global") for name in ("pearson", "kendall")]
    assert levels_together(keys) == [(("input", "global"), ("pearson", "kendall"))]


def test_coefficients_of_system_scores_run_apart():
    keys = [("system", "pearson"), ("input", "pearson"), ("system", "spa")]
    found = levels_together(keys)
    assert (("system",), ("pearson",)) in found
    assert (("system",), ("spa",)) in found
    assert sorted((level, name) for levels, names in found for level in levels for name in names) == sorted(
        keys
    )
