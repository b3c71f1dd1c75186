"""Estimates against the plain functions, and systems left out against tables without them."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from trueness.statistics.agreement.correlation import correlate, correlation_interval
from trueness.statistics.fisher import fisher
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.compare.estimates import estimate_correlations, leave_one_system_out
from trueness.studies.compare.settings import Settings

LEVELS = ("system", "input", "global", "per_system")


def arrays_of(n=8, m=7):
    rng = np.random.default_rng(2)
    human = rng.integers(1, 6, (n, m)) / 3
    metrics = human + rng.normal(size=(3, n, m))
    metrics[1, 2, :3] = np.nan
    metrics[2, 5] = np.nan  # a system without scores
    human[:, 4] = np.nan  # an input without judgements
    return ScoreArrays.of(metrics, human, ["a", "b", "c"])


@pytest.mark.parametrize("interval", ["percentile", "basic", "bca"])
def test_rows_equal_the_plain_functions(interval):
    arrays = arrays_of()
    settings = Settings(levels=LEVELS, interval=interval, resamples=200, seed=3)
    found = estimate_correlations(arrays, settings)
    keys = list(itertools.product(LEVELS, settings.coefficients, arrays.names))
    assert [(row.level, row.coefficient, row.metric) for row in found.estimates] == keys
    for row in found.estimates:
        x = arrays.metrics[arrays.names.index(row.metric)]
        there = ~np.isnan(x) & ~np.isnan(arrays.human)
        point = correlate(x, arrays.human, row.level, row.coefficient)
        limits = correlation_interval(
            x, arrays.human, row.level, row.coefficient, method=interval, resamples=200, rng=3
        )
        assert row.estimate == pytest.approx(point.estimate, abs=1e-12)
        assert (row.low, row.high) == pytest.approx(limits, abs=1e-9)
        assert row.n_undefined == point.n_undefined
        assert (row.n_systems, row.n_inputs, row.n_cells) == (
            there.any(1).sum(),
            there.any(0).sum(),
            there.sum(),
        )
        assert (row.interval, row.over, row.resamples) == (interval, "both", 200)
        if (row.level, row.coefficient) == ("system", "kendall"):
            assert (row.wrong_pairs_low, row.wrong_pairs_high) == ((1 - row.high) / 2, (1 - row.low) / 2)
        else:
            assert math.isnan(row.wrong_pairs_low)
        samples = found.samples[row.level, row.coefficient]
        assert samples.shape == (200, 3)
        assert row.n_undefined_resamples == np.isnan(samples[:, arrays.names.index(row.metric)]).sum()


def test_inputs_that_nobody_judged_are_not_undefined():
    arrays = arrays_of()
    (row, *_) = estimate_correlations(arrays, Settings(levels=("input",), resamples=9)).estimates
    assert row.n_inputs == 6
    assert row.n_undefined == 0


def test_undefined_inputs_are_counted():
    arrays = arrays_of()
    human = arrays.human.copy()
    human[:, 0] = 1.0
    rows = estimate_correlations(
        ScoreArrays.of(arrays.metrics, human), Settings(levels=("input",), resamples=9)
    ).estimates
    assert {row.n_undefined for row in rows} == {1}


def test_without_a_bootstrap():
    arrays = arrays_of()
    fisher_rows = estimate_correlations(arrays, Settings(levels=("system",), interval="fisher"))
    assert fisher_rows.samples == {}
    for row in fisher_rows.estimates:
        limits = fisher(row.estimate, row.n_systems, row.coefficient, 0.95)
        assert (row.low, row.high) == pytest.approx((limits.low, limits.high))
        assert (row.over, row.resamples) == ("systems", 0)
    for row in estimate_correlations(arrays, Settings(interval="none")).estimates:
        assert math.isnan(row.low)
        assert math.isnan(row.high)


def test_leaving_systems_out_equals_tables_without_them():
    arrays = arrays_of()
    systems = tuple("ABCDEFGH")
    settings = Settings(levels=LEVELS, resamples=9)
    rows = leave_one_system_out(arrays, settings, systems)
    assert len(rows) == 4 * 3 * 3
    for row in rows:
        x = arrays.metrics[arrays.names.index(row.metric)]
        without = []
        for i in range(8):
            kept = np.arange(8) != i
            without.append(correlate(x[kept], arrays.human[kept], row.level, row.coefficient).estimate)
        assert row.estimate == pytest.approx(
            correlate(x, arrays.human, row.level, row.coefficient).estimate, abs=1e-12
        )
        assert (row.low, row.high) == pytest.approx((min(without), max(without)), abs=1e-12)
        moved = np.abs(np.array(without) - row.estimate)
        assert moved[systems.index(row.most_influential)] == pytest.approx(moved.max(), abs=1e-12)


def test_three_systems_are_too_few_to_leave_one_out():
    three = ScoreArrays.of(np.ones((3, 4)), np.ones((3, 4)))
    assert leave_one_system_out(three, Settings(), ("a", "b", "c")) == ()
