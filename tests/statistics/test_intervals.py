"""Bootstrap intervals against their definitions and scipy's BCa."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.stats

from trueness.errors import ArgumentError
from trueness.statistics.agreement.correlation import correlation_interval
from trueness.statistics.coefficients import pearson
from trueness.statistics.intervals import (
    BOOTSTRAP_INTERVALS,
    acceleration,
    bootstrap_interval,
    error_of_samples,
)


def case(n=15, resamples=1000):
    rng = np.random.default_rng(4)
    x = rng.normal(size=n)
    z = x + rng.exponential(size=n)
    picks = rng.integers(n, size=(resamples, n))
    samples = np.array([pearson(x[p], z[p]) for p in picks])
    folds = np.array([pearson(np.delete(x, i), np.delete(z, i)) for i in range(n)])
    return x, z, samples, folds


def test_percentile_and_basic_by_definition():
    samples = np.arange(101.0)
    assert bootstrap_interval(samples, 50.0, confidence=0.9) == pytest.approx((5, 95))
    assert bootstrap_interval(samples, 60.0, method="basic", confidence=0.9) == pytest.approx((25, 115))
    assert bootstrap_interval(samples[::-1], 50.0, confidence=0.5) == pytest.approx((25, 75))


def test_undefined_resamples_are_left_out():
    samples = np.concatenate([np.arange(101.0), np.full(50, np.nan)])
    for method in ("percentile", "basic"):
        assert bootstrap_interval(samples, 50.0, method=method) == bootstrap_interval(
            samples[:101], 50.0, method=method
        )
    folds = [np.array([1.0, 2.0, 4.0, np.nan])]
    assert bootstrap_interval(samples, 50.0, method="bca", jackknife=folds) == bootstrap_interval(
        samples[:101], 50.0, method="bca", jackknife=[folds[0][:3]]
    )


@pytest.mark.parametrize("method", BOOTSTRAP_INTERVALS)
def test_nothing_to_say_is_nan(method):
    folds = [np.array([1.0, 2.0])]
    for samples, estimate in (([np.nan, np.nan], 0.5), ([0.1, 0.2], np.nan), ([], 0.5)):
        assert all(
            math.isnan(limit)
            for limit in bootstrap_interval(samples, estimate, method=method, jackknife=folds)
        )


def test_bca_equals_scipy_on_the_same_resamples():
    x, z, samples, folds = case()
    estimate = pearson(x, z)
    paired = scipy.stats.bootstrap(
        (x, z),
        pearson,
        paired=True,
        vectorized=False,
        method="BCa",
        n_resamples=0,
        bootstrap_result=type("Given", (), {"bootstrap_distribution": samples})(),
    ).confidence_interval
    found = bootstrap_interval(samples, estimate, method="bca", jackknife=[folds])
    assert found == pytest.approx((paired.low, paired.high), abs=1e-12)
    assert found[0] != pytest.approx(bootstrap_interval(samples, estimate).low, abs=1e-3)  # it does correct


def test_acceleration_is_a_sixth_of_the_skewness_of_a_mean():
    """For the mean, jackknife influences are the values themselves: a = skewness / (6 sqrt(n))."""
    values = np.random.default_rng(1).exponential(size=30)
    folds = np.array([np.delete(values, i).mean() for i in range(30)])
    expected = scipy.stats.skew(values) / (6 * math.sqrt(30))
    assert acceleration([folds]) == pytest.approx(expected, rel=1e-10)


def test_acceleration_of_two_axes_pools_influences():
    """For a sum of means of independent samples: sum of third moments over the sum of second to 3/2."""
    rng = np.random.default_rng(1)
    one, two = rng.exponential(size=12), -rng.exponential(size=20)
    folds = [np.array([np.delete(v, i).mean() for i in range(len(v))]) for v in (one, two)]
    influence = [(v - v.mean()) / len(v) for v in (one, two)]
    expected = sum((u**3).sum() for u in influence) / (6 * sum((u**2).sum() for u in influence) ** 1.5)
    assert acceleration(folds) == pytest.approx(expected, rel=1e-10)
    assert acceleration([*folds, np.array([np.nan, np.nan])]) == acceleration(folds)
    assert math.isnan(acceleration([np.array([1.0, 1.0])]))


def test_ties_with_the_estimate_count_half():
    samples = np.repeat([0.0, 1.0, 2.0], [10, 80, 10])
    symmetric = [np.array([-1.0, 0.0, 1.0])]
    assert bootstrap_interval(samples, 1.0, method="bca", jackknife=symmetric) == bootstrap_interval(
        samples, 1.0
    )


def test_bca_is_undefined_beside_the_estimate():
    folds = [np.array([1.0, 2.0])]
    for estimate in (-1.0, 200.0):
        assert np.isnan(bootstrap_interval(np.arange(101.0), estimate, method="bca", jackknife=folds)).all()
    assert np.isnan(bootstrap_interval(np.arange(101.0), 50.0, method="bca", jackknife=[np.ones(3)])).all()


def test_interval_of_one_axis_agrees_with_scipy_bootstrap():
    """Other resamples, so within Monte-Carlo error."""
    rng = np.random.default_rng(8)
    x = rng.normal(size=(20, 1))
    z = x + rng.normal(size=(20, 1))
    for method, name in (("percentile", "percentile"), ("basic", "basic"), ("bca", "BCa")):
        own = correlation_interval(x, z, over="systems", method=method, resamples=5000, rng=1)
        other = scipy.stats.bootstrap(
            (x[:, 0], z[:, 0]),
            lambda a, b, axis=-1: scipy.stats.pearsonr(a, b, axis=axis).statistic,
            paired=True,
            vectorized=True,
            method=name,
            n_resamples=5000,
            rng=np.random.default_rng(3),
        ).confidence_interval
        assert own == pytest.approx((other.low, other.high), abs=0.03), method


def test_the_standard_error_of_samples_is_their_deviation():
    assert error_of_samples(np.array([0.5, np.nan, 0.75, 0.25])) == pytest.approx(0.25)
    assert math.isnan(error_of_samples(np.array([0.5, np.nan])))
    assert math.isnan(error_of_samples(np.array([0.5, np.inf, 0.25])))


def test_errors():
    with pytest.raises(ArgumentError, match=r"`interval` must be one of .* Did you mean 'percentile'"):
        bootstrap_interval([1.0, 2.0], 1.0, method="percentil")
    with pytest.raises(ArgumentError, match="`confidence`"):
        bootstrap_interval([1.0, 2.0], 1.0, confidence=95)
    with pytest.raises(ArgumentError, match="needs leave-one-out values"):
        bootstrap_interval([1.0, 2.0], 1.0, method="bca")


def test_infinite_resamples_have_their_place():
    """Of a reliability whose denominator vanishes in some resamples."""
    values = np.array([-math.inf] * 30 + [*np.linspace(0, 1, 970)])
    assert bootstrap_interval(values, 0.5) == (-math.inf, pytest.approx(np.sort(values)[974]))
    assert bootstrap_interval(values, 0.5, confidence=0.9)[0] == pytest.approx(np.sort(values)[49])
