from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import ArgumentError
from trueness.statistics.engine.resample import BootstrapPlan
from trueness.statistics.judging.reliability_table import reliability_table


def test_by_hand():
    human = [1.0, 2, 2, 3, 5, 5, np.nan]
    judge = [1.0, 1, 2, 2, 4, 4, 4]
    found = reliability_table(human, judge, rng=1, resamples=99)
    assert [(b.judge_low, b.judge_high, b.mean_judge, b.mean_human, b.n_outputs) for b in found.bins] == [
        (1, 1, 1, 1.5, 2),
        (2, 2, 2, 2.5, 2),
        (4, 4, 4, 5, 2),
    ]
    assert found.calibration_error == pytest.approx((0.5 * 2 + 0.5 * 2 + 1 * 2) / 6)
    assert found.n_outputs == 6


@given(st.integers(0, 10**6), st.integers(1, 12), st.integers(2, 60))
def test_bins_are_of_about_equal_size_and_hold_equal_scores_together(seed, bins, n):
    rng = np.random.default_rng(seed)
    human, judge = rng.normal(size=n), rng.integers(0, 25, n).astype(float)
    found = reliability_table(human, judge, bins=bins, rng=1, resamples=10)
    assert 1 <= len(found.bins) <= max(bins, 1)
    assert sum(b.n_outputs for b in found.bins) == n
    for one, other in zip(found.bins, found.bins[1:], strict=False):
        assert one.judge_high < other.judge_low
    continuous = reliability_table(human, rng.normal(size=n), bins=bins, rng=1, resamples=10)
    sizes = [b.n_outputs for b in continuous.bins]
    assert max(sizes) - min(sizes) <= 1
    weighted = sum(b.n_outputs * b.mean_human for b in found.bins) / n
    assert weighted == pytest.approx(human.mean())


@given(st.integers(0, 10**6))
def test_order_shift_and_duplicates(seed):
    rng = np.random.default_rng(seed)
    human, judge = rng.normal(size=30), rng.normal(size=30)
    clusters = np.arange(30)
    one = reliability_table(human, judge, clusters=clusters, rng=1, resamples=60)
    order = rng.permutation(30)
    assert reliability_table(
        human[order], judge[order], rng=1, resamples=5
    ).calibration_error == pytest.approx(one.calibration_error)
    moved = reliability_table(3 * human + 2, 3 * judge + 2, clusters=clusters, rng=1, resamples=60)
    assert moved.calibration_error == pytest.approx(3 * one.calibration_error)
    twice = reliability_table(
        np.tile(human, 2), np.tile(judge, 2), clusters=np.tile(clusters, 2), rng=1, resamples=60
    )
    assert twice.calibration_error_interval == pytest.approx(one.calibration_error_interval)


def test_intervals_are_those_of_resamples_worked_out_one_by_one():
    rng = np.random.default_rng(4)
    judge = rng.integers(1, 4, 30).astype(float)
    human = judge + 0.8 + 0.5 * rng.normal(size=30)
    errors, firsts = [], []
    for counts in BootstrapPlan("inputs", 1, 30, 80, 1).tile(0).inputs:
        y, f = (np.repeat(v, counts.astype(int)) for v in (human, judge))
        gaps = [
            np.sum(f == level) * abs((y - f)[f == level].mean()) for level in (1, 2, 3) if np.any(f == level)
        ]
        errors.append(sum(gaps) / 30)
        firsts.append(y[f == 1].mean())
    found = reliability_table(human, judge, rng=1, resamples=80)
    low, high = 2 * found.calibration_error - np.quantile(errors, [0.975, 0.025])
    assert found.calibration_error_interval == pytest.approx((low, high))
    assert found.bins[0].human_interval == pytest.approx(tuple(np.quantile(firsts, [0.025, 0.975])))


def test_a_shifted_judge_errs_by_its_shift():
    rng = np.random.default_rng(0)
    human = rng.normal(size=5000)
    judge = human + 0.5
    found = reliability_table(human, judge, rng=1, resamples=200)
    assert found.calibration_error == pytest.approx(0.5)
    assert found.calibration_error_interval == pytest.approx((0.5, 0.5))


def coverage(runs, shift):
    rng = np.random.default_rng(2)
    inside = 0
    for _ in range(runs):
        judge = rng.integers(1, 6, 400).astype(float)
        human = judge + np.where(judge > 3, shift, -shift) + rng.normal(size=400)
        low, high = reliability_table(
            human, judge, rng=int(rng.integers(10**6)), resamples=300
        ).calibration_error_interval
        inside += low <= abs(shift) <= high
    return inside / runs


@pytest.mark.slow
@pytest.mark.parametrize(("shift", "least"), [(0.3, 0.87), (0.6, 0.92)])
def test_coverage(shift, least):
    """Of 95% intervals where the judge errs everywhere; small errors hide in what chance gives."""
    assert least < coverage(600, shift) < 0.98


def test_few_outputs_and_refusals():
    lone = reliability_table([1.0], [2.0], rng=1, resamples=9)
    assert (len(lone.bins), lone.calibration_error) == (1, 1)
    nothing = reliability_table([np.nan], [2.0], rng=1, resamples=9)
    assert nothing.bins == ()
    assert np.isnan(nothing.calibration_error)
    with pytest.raises(ArgumentError, match="one length"):
        reliability_table([1.0], [1.0, 2])
    with pytest.raises(ArgumentError, match="`bins`"):
        reliability_table([1.0], [1.0], bins=0)
