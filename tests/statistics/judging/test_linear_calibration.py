from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from trueness.errors import ArgumentError
from trueness.statistics.judging.linear_calibration import linear_calibration


def scores(seed=0, n=60):
    rng = np.random.default_rng(seed)
    human = rng.normal(size=n)
    return human, 0.4 * human + 0.3 * rng.normal(size=n) + 7


def test_against_scipy():
    human, judge = scores(n=400)
    found, line = linear_calibration(human, judge, rng=1), stats.linregress(judge, human)
    assert (found.intercept, found.slope) == pytest.approx((line.intercept, line.slope))
    low, high = found.slope_interval
    assert (low, high) == pytest.approx(
        (line.slope - 1.96 * line.stderr, line.slope + 1.96 * line.stderr), abs=0.04
    )
    np.testing.assert_allclose(found(judge), line.intercept + line.slope * judge)
    assert (found.n_outputs, found.resamples, found.seed, found.n_undefined_resamples) == (400, 9999, 1, 0)


@given(st.integers(0, 10**6), st.floats(-50, 50), st.floats(0.1, 20))
def test_calibrated_scores_do_not_depend_on_the_judges_unit(seed, shift, factor):
    human, judge = scores(seed, 20)
    one = linear_calibration(human, judge, rng=1, resamples=50)
    other = linear_calibration(human, factor * judge + shift, rng=1, resamples=50)
    np.testing.assert_allclose(other(factor * judge + shift), one(judge), atol=1e-6)
    again = linear_calibration(human, one(judge), rng=1, resamples=50)
    assert (again.intercept, again.slope) == pytest.approx((0, 1), abs=1e-7)


@given(st.integers(0, 10**6))
def test_order_and_duplicates_within_clusters_do_not_matter(seed):
    human, judge = scores(seed, 20)
    clusters = np.arange(20)
    one = linear_calibration(human, judge, clusters=clusters, rng=1, resamples=50)
    two = linear_calibration(
        np.tile(human, 2)[::-1],
        np.tile(judge, 2)[::-1],
        clusters=np.tile(clusters, 2)[::-1],
        rng=1,
        resamples=50,
    )
    assert (one.intercept, one.slope) == pytest.approx((two.intercept, two.slope))
    assert one.slope_interval == pytest.approx(two.slope_interval)


def test_a_constant_judge_has_no_line():
    found = linear_calibration([1.0, 2, 3, np.nan], [0.1, 0.1, 0.1, 5], rng=1, resamples=20)
    assert np.isnan([found.intercept, found.slope, *found.slope_interval]).all()
    assert found.n_undefined_resamples == 20
    assert np.isnan(linear_calibration([np.nan], [1.0], rng=1, resamples=20).slope)
    nearly = np.where(np.arange(5) % 2, 0.1, np.nextafter(0.1, 1))  # what rounding leaves of one number
    assert np.isnan(linear_calibration(np.arange(5.0), nearly, rng=1, resamples=20).slope)


def test_refusals():
    with pytest.raises(ArgumentError, match="one length"):
        linear_calibration([1.0], [1.0, 2])
