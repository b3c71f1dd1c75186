"""The jackknife of functions of sums: of a mean it is the textbook's standard error."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import stdtrit
from scipy.stats import sem, ttest_1samp

from trueness.statistics.certain import Scale
from trueness.statistics.judging.label_agreement import kurtosis_freedom
from trueness.statistics.judging.summed_value import summed_value


def mean(sums):
    return sums[:, 1] / sums[:, 0]


def test_of_a_mean_it_is_the_standard_error():
    values = np.random.default_rng(1).normal(0.3, 1, 40)
    found = summed_value(np.stack([np.ones(40), values], axis=1), mean, 0.9)
    freedom = kurtosis_freedom((values - values.mean()) ** 2, 40)
    half = stdtrit(freedom, 0.95) * sem(values)
    assert found.value == pytest.approx(values.mean())
    assert (found.low, found.high) == pytest.approx((values.mean() - half, values.mean() + half))
    if freedom == 39:
        assert found.pvalue == pytest.approx(ttest_1samp(values, 0).pvalue)


def test_a_scale_on_which_the_interval_is_symmetric():
    values = np.random.default_rng(2).lognormal(size=30)
    found = summed_value(np.stack([np.ones(30), values], axis=1), mean, 0.95, scale=Scale(np.log, np.exp))
    assert found.low * found.high == pytest.approx(found.value**2)


def test_without_a_cluster_too_many_there_is_no_interval():
    one = np.array([[1.0, 0.0], [0.0, 2.0]])  # without the first, 2 / 0
    with np.errstate(divide="ignore"):
        found = summed_value(one, mean, 0.95)
    assert found.value == 2
    assert np.isnan(found.low)
    assert np.isnan(found.pvalue)
    assert np.isnan(summed_value(np.empty((0, 2)), mean, 0.95).value)
    assert np.isnan(summed_value(np.array([[1.0, 3.0]]), mean, 0.95).low)


def test_values_without_spread_have_an_interval_of_no_width():
    found = summed_value(np.array([[1.0, 2.0]] * 5), mean, 0.95)
    assert (found.low, found.high) == (2, 2)
    assert summed_value(np.array([[1.0, 0.0]] * 5), mean, 0.95).pvalue == 1
