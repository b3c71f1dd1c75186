"""Random effects against statsmodels, by hand, and in what they promise."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import norm
from scipy.stats import t as student
from statsmodels.stats.meta_analysis import combine_effects

from trueness.errors import ArgumentError
from trueness.statistics.heterogeneity import heterogeneity


@pytest.mark.parametrize("seed", range(12))
def test_as_statsmodels(seed):
    rng = np.random.default_rng(seed)
    k = rng.integers(3, 12)
    errors = rng.uniform(0.1, 0.4, k)
    values = 0.8 + rng.normal(size=k) * np.sqrt(errors**2 + 0.05)
    found = heterogeneity(values, errors)
    theirs = combine_effects(values, errors**2, method_re="iterated", use_t=True)
    assert found.spread**2 == pytest.approx(theirs.tau2, abs=1e-4)
    assert found.mean == pytest.approx(theirs.mean_effect_re, abs=1e-3)
    assert found.statistic == pytest.approx(theirs.q)
    assert found.share == pytest.approx(max(0, theirs.i2))
    if found.spread > 0:  # their factor of Hartung and Knapp's may make intervals narrower
        low, high = theirs.conf_int(use_t=True)[3]
        assert (found.low, found.high) == pytest.approx((low, high), abs=2e-3)


def test_worked_by_hand():
    # values 0, 1, 2 with errors of 1/2: Q = 4 (1 + 0 + 1) = 8; τ² + 1/4 = 1, the variance of the values
    found = heterogeneity([0, 1, 2], [0.5] * 3)
    assert (found.statistic, found.share, found.spread**2, found.mean) == pytest.approx((8, 0.75, 0.75, 1))
    assert found.high - 1 == pytest.approx(4.3026527 * np.sqrt(1 / 3))
    # given a quantile u of χ² with two degrees of freedom, -2 log of a uniform, τ² + 1/4 = 2 / u
    variances = np.maximum(2 / (-2 * np.log((np.arange(100_000) + 0.5) / 100_000)), 0.25)
    spreads = np.sqrt(variances - 0.25 + variances / 3)
    assert norm.cdf((found.next_high - 1) / spreads).mean() == pytest.approx(0.975, abs=1e-4)
    assert found.next_low + found.next_high == pytest.approx(2)
    assert found.pvalue == pytest.approx(np.exp(-4))


def test_equal_values_have_no_spread_and_keep_their_errors():
    found = heterogeneity([0.5] * 4, [0.2, 0.2, 0.3, 0.3])
    assert (found.spread, found.share, found.statistic, found.pvalue) == (0, 0, 0, 1)
    assert found.high - found.mean == pytest.approx(3.1824463 / np.sqrt(2 / 0.04 + 2 / 0.09))


@pytest.mark.parametrize("k", [3, 4, 12])
def test_another_value_without_errors_is_students(k):
    values = np.random.default_rng(k).normal(size=k)
    found = heterogeneity(values, [1e-9] * k, confidence=0.9)
    reach = student.ppf(0.95, k - 1) * values.std(ddof=1) * np.sqrt(1 + 1 / k)
    assert (found.next_low, found.next_high) == pytest.approx(
        (values.mean() - reach, values.mean() + reach), rel=1e-3
    )


@pytest.mark.parametrize(
    ("k", "spread", "least"), [(3, 0.2, 0.94), (8, 0.5, 0.94), (12, 0.2, 0.93), (20, 0.1, 0.93)]
)
def test_what_the_intervals_hold(k, spread, least):
    rng = np.random.default_rng(2)
    mean, another = [], []
    for _ in range(250):
        errors = rng.uniform(0.1, 0.4, k)
        found = heterogeneity(0.8 + spread * rng.normal(size=k) + errors * rng.normal(size=k), errors)
        mean.append(found.low <= 0.8 <= found.high)
        low, high = norm.cdf([found.next_low, found.next_high], 0.8, spread)
        another.append(high - low)
    assert least - 0.015 < np.mean(another) < 0.99
    assert np.mean(mean) > 0.91


def test_what_has_no_error_is_left_out_and_two_are_too_few():
    found = heterogeneity([0, 1, 2, np.nan, 5, 7], [0.5, 0.5, 0.5, 1, np.nan, 0])
    assert found == heterogeneity([0, 1, 2], [0.5] * 3)
    few = heterogeneity([0, 1], [1, 1])
    assert few.n_values == 2
    assert np.isnan(few[:-1]).all()
    with pytest.raises(ArgumentError, match="errors at least 0"):
        heterogeneity([1, 2, 3], [1, -1, 1])
