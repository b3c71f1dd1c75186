"""The corrected resampled t against its formula and SciPy, and how often it errs where nothing is learned."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from trueness.learning.resampled_t import resampled_t


def test_without_correction_it_is_students_t():
    values = np.random.default_rng(0).standard_normal(12) + 0.4
    found = resampled_t(values, 0.0, 12, 0.9)
    expected = stats.ttest_1samp(values, 0)
    assert found.pvalue == pytest.approx(expected.pvalue)
    interval = expected.confidence_interval(0.9)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high))


def test_the_variance_is_equation_nine_and_units_bound_the_degrees_of_freedom():
    values = np.array([0.1, 0.3, 0.2, np.nan, 0.4, 0.0])
    found = resampled_t(values, 0.25, 4, 0.95)
    error = np.sqrt((1 / 5 + 0.25) * np.var([0.1, 0.3, 0.2, 0.4, 0.0], ddof=1))
    assert found.value == pytest.approx(0.2)
    assert found.high - 0.2 == pytest.approx(stats.t.ppf(0.975, 3) * error)
    assert found.pvalue == pytest.approx(2 * stats.t.sf(0.2 / error, 3))


def test_little_and_nothing():
    assert np.isnan(resampled_t(np.array([np.nan]), 0.25, 5, 0.95).value)
    one = resampled_t(np.array([0.3, np.nan]), 0.25, 5, 0.95)
    assert one.value == 0.3
    assert np.isnan(one.pvalue)
    nothing = resampled_t(np.zeros(4), 0.25, 5, 0.95)
    assert (nothing.value, nothing.low, nothing.high, nothing.pvalue) == (0.0, 0.0, 0.0, 1.0)
    for value in (1 / 3, 0.1 + 0.2):  # of four systems a correlation has few values: that proves nothing
        same = resampled_t(np.full(10, value), 0.25, 5, 0.95)
        assert same.value == pytest.approx(value)
        assert np.isnan([same.low, same.high, same.pvalue]).all()
