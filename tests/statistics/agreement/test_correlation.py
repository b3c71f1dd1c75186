"""The plain functions on matrices against SciPy and against the parts they are made of."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats

from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.statistics.agreement.correlation import correlate, correlation_interval

RNG = np.random.default_rng(8)
X = RNG.normal(size=(7, 6))
Z = (X + RNG.normal(size=X.shape)).round(0)
SCIPY = {
    "pearson": lambda x, z: scipy.stats.pearsonr(x, z).statistic,
    "spearman": lambda x, z: scipy.stats.spearmanr(x, z).statistic,
    "kendall": lambda x, z: scipy.stats.kendalltau(x, z).statistic,
    "tau_c": lambda x, z: scipy.stats.kendalltau(x, z, variant="c").statistic,
}


@pytest.mark.parametrize("coefficient", SCIPY)
def test_levels(coefficient):
    scipy_r = SCIPY[coefficient]
    expected = {
        "system": scipy_r(X.mean(axis=1), Z.mean(axis=1)),
        "input": np.mean([scipy_r(X[:, j], Z[:, j]) for j in range(6)]),
        "summary": np.mean([scipy_r(X[:, j], Z[:, j]) for j in range(6)]),
        "global": scipy_r(X.ravel(), Z.ravel()),
        "per_system": np.mean([scipy_r(X[i], Z[i]) for i in range(7)]),
    }
    for level, value in expected.items():
        found = correlate(X, Z, level, coefficient)
        assert found.estimate == pytest.approx(value, abs=1e-12)
        assert found.n_undefined == 0


def test_a_constant_input_is_counted_not_averaged():
    flat = Z.copy()
    flat[:, 2] = 3.0
    found = correlate(X, flat, "input", "kendall")
    rest = [scipy.stats.kendalltau(X[:, j], flat[:, j]).statistic for j in (0, 1, 3, 4, 5)]
    assert found == (pytest.approx(np.mean(rest)), 1)


def test_means_of_judged_or_of_all_outputs():
    few = Z.copy()
    few[:, 3:] = np.nan
    judged, every = (correlate(X, few, means=means).estimate for means in ("judged", "all"))
    human = few[:, :3].mean(axis=1)
    assert judged == pytest.approx(scipy.stats.pearsonr(X[:, :3].mean(axis=1), human).statistic)
    assert every == pytest.approx(scipy.stats.pearsonr(X.mean(axis=1), human).statistic)


def test_a_vector_is_one_row_of_outputs():
    assert correlate(X[0], Z[0], "global").estimate == pytest.approx(
        scipy.stats.pearsonr(X[0], Z[0]).statistic
    )
    with pytest.raises(UnsupportedMethodError, match="at least two systems"):
        correlation_interval(X[0], Z[0], "global", resamples=9)
    low, high = correlation_interval(X[0], Z[0], "global", over="inputs", resamples=199, rng=1)
    assert low < high


@pytest.mark.parametrize("method", ["percentile", "basic", "bca"])
def test_intervals_repeat_and_hold_the_estimate(method):
    one, same = (
        correlation_interval(X, Z, "input", "spearman", method=method, resamples=299, rng=4) for _ in "ab"
    )
    assert one == same
    assert one.low < correlate(X, Z, "input", "spearman").estimate < one.high
    assert one != correlation_interval(X, Z, "input", "spearman", method=method, resamples=299, rng=5)


def test_errors():
    with pytest.raises(ArgumentError, match="Did you mean 'system'"):
        correlate(X, Z, "sytem")
    with pytest.raises(ArgumentError, match="clash with"):
        correlate(X[:, :5], Z)


def test_medians_of_the_metric_and_means_of_the_human():
    found = correlate(X, Z, "system", "spearman", aggregate="median").estimate
    expected = scipy.stats.spearmanr(np.median(X, axis=1), Z.mean(axis=1).round(12)).statistic
    assert found == pytest.approx(expected, abs=1e-12)
    assert found != correlate(X, Z, "system", "spearman").estimate
    assert correlate(X, Z, "input", aggregate="median") == correlate(X, Z, "input")
    low, high = correlation_interval(X, Z, "system", "spearman", aggregate="median", resamples=199, rng=4)
    assert low <= found <= high
    assert (low, high) != correlation_interval(X, Z, "system", "spearman", resamples=199, rng=4)


@pytest.mark.parametrize("function", [correlate, correlation_interval])
def test_corpus_scores_need_more_than_scores(function):
    with pytest.raises(ArgumentError, match="`aggregate` must be one of 'mean', 'median'; it is 'corpus'"):
        function(X, Z, aggregate="corpus")
