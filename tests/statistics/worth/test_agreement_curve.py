"""Curves beside scikit-learn's."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.worth.agreement_curve import Logistic, isotonic_curve, logistic_curve


def _data(seed, n=40):
    rng = np.random.default_rng(seed)
    gaps = np.sort(rng.gamma(2.0, 1.0, n))
    counts = rng.integers(0, 6, n).astype(float)
    counts[0] = 3
    return gaps, counts, rng.binomial(counts.astype(int), 1 / (1 + np.exp(-0.7 * gaps))).astype(float)


@pytest.mark.parametrize("seed", range(3))
def test_the_logistic_curve_is_scikit_learns_without_intercept(seed):
    linear = pytest.importorskip("sklearn.linear_model")
    gaps, counts, agreed = _data(seed)
    x = np.repeat(gaps, 2)[:, None]
    y = np.tile([1, 0], len(gaps))
    weights = np.stack([agreed, counts - agreed], axis=1).ravel()
    fit = linear.LogisticRegression(C=1e12, fit_intercept=False, tol=1e-12, max_iter=10_000)
    fit.fit(x, y, sample_weight=weights)
    found = logistic_curve(gaps, counts, agreed)
    assert found.steepness == pytest.approx(fit.coef_[0, 0], rel=1e-5)
    at = np.array([0.0, 1.0, 4.0])
    assert found.chances(at) == pytest.approx(fit.predict_proba(at[:, None])[:, 1], rel=1e-5)
    assert found.chances(np.array([found.needed(0.8)]))[0] == pytest.approx(0.8)


def test_the_isotonic_curve_is_scikit_learns():
    sklearn = pytest.importorskip("sklearn.isotonic")
    gaps, counts, agreed = _data(4)
    there = counts > 0
    fit = sklearn.IsotonicRegression(out_of_bounds="clip")
    fit.fit(gaps[there], agreed[there] / counts[there], sample_weight=counts[there])
    found = isotonic_curve(gaps, counts, agreed)
    at = np.linspace(0, 8, 30)
    assert found.chances(at) == pytest.approx(fit.predict(at))
    top = found.fit.fitted.max()
    assert found.needed(top + 1e-6) == np.inf
    need = found.needed(top - 0.02)
    assert found.chances(np.array([need]))[0] == pytest.approx(top - 0.02)
    assert found.needed(0.0) == gaps[there][0]


def test_the_least_difference_lies_between_the_nearest_two():
    steps = np.linspace(0.5, 0.9, 301)
    found = isotonic_curve(np.arange(301.0), np.ones(301), steps)
    assert found.needed(0.5 + 100.25 * 0.4 / 300) == pytest.approx(100.25)
    assert found.needed(0.95) == np.inf


def test_curves_without_an_end():
    gaps, ones = np.array([1.0, 2.0]), np.ones(2)
    never, always = logistic_curve(gaps, ones, 0 * ones), logistic_curve(gaps, ones, ones)
    assert never.needed(0.6) == np.inf
    assert always.chances(np.array([1.0, 2.0])) == pytest.approx([1, 1])
    assert 0 < always.needed(0.9) < 1
    nothing = logistic_curve(gaps, 0 * ones, 0 * ones)
    assert np.isnan(nothing.needed(0.6))
    assert np.isnan(nothing.chances(gaps)).all()
    assert np.isnan(isotonic_curve(gaps, 0 * ones, 0 * ones).needed(0.6))
    assert Logistic(0.0).needed(0.6) == np.inf
