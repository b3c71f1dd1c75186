"""Zou's interval: published values, the bootstrap's order of magnitude, edges, symmetries."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import ArgumentError
from trueness.statistics.fisher import FISHER_COEFFICIENTS, fisher
from trueness.statistics.zou import zou_interval

small = st.floats(-0.45, 0.45)


@pytest.mark.parametrize(
    ("triple", "n", "low", "high", "digits"),
    [
        ((0.396, 0.179, 0.088), 66, -0.093, 0.517, 3),
        ((0.2, 0.5, 0.1), 315, -0.430712, -0.167490, 6),
    ],
)
def test_agrees_with_published_values(triple, n, low, high, digits):
    found = zou_interval(*triple, n)
    assert (round(found.low, digits), round(found.high, digits)) == (low, high)


@given(a=small, b=small, k=small, n=st.integers(5, 400))
def test_holds_the_difference_and_mirrors_when_the_metrics_swap(a, b, k, n):
    for coefficient in FISHER_COEFFICIENTS:
        low, high = zou_interval(a, b, k, n, coefficient=coefficient)
        assert low < a - b < high, coefficient
        turned = zou_interval(b, a, k, n, coefficient=coefficient)
        assert turned == pytest.approx((-high, -low), abs=1e-12), coefficient


def test_takes_the_limits_of_the_coefficient():
    # With r13 = r23 = 0 the estimates are uncorrelated, so the margins add as squares.
    for coefficient in FISHER_COEFFICIENTS:
        one, other = fisher(0.6, 30, coefficient), fisher(0.0, 30, coefficient)
        low, high = zou_interval(0.6, 0.0, 0.0, 30, coefficient=coefficient)
        assert low == pytest.approx(0.6 - math.hypot(0.6 - one.low, other.high), abs=1e-12)
        assert high == pytest.approx(0.6 + math.hypot(one.high - 0.6, other.low), abs=1e-12)


def test_covers_the_difference_about_as_often_as_it_says():
    rng = np.random.default_rng(11)
    n, draws = 25, 2000
    matrix = np.array([[1, 0.7, 0.6], [0.7, 1, 0.3], [0.6, 0.3, 1]])
    sample = rng.standard_normal((draws, n, 3)) @ np.linalg.cholesky(matrix).T
    sample -= sample.mean(1, keepdims=True)
    covariance = np.einsum("dni,dnj->dij", sample, sample)
    scale = np.sqrt(np.einsum("dii->di", covariance))
    r = covariance / (scale[:, :, None] * scale[:, None, :])
    low, high = zou_interval(r[:, 0, 2], r[:, 1, 2], r[:, 0, 1], n)
    covered = np.mean((low <= 0.3) & (high >= 0.3))
    assert abs(covered - 0.95) < 4 * math.sqrt(0.05 * 0.95 / draws)


@pytest.mark.parametrize(
    "arguments",
    [
        (1.0, 0.5, 0.5, 20),
        (0.5, 1.0, 0.5, 20),
        (1.0, 1.0, 1.0, 20),
        (0.5, 0.4, 0.3, 3),
        (np.nan, 0.4, 0.3, 20),
        (0.5, 0.4, np.nan, 20),
        (0.5, 0.4, 0.3, np.nan),
    ],
)
def test_is_undefined_at_perfect_correlations_few_units_and_nan(arguments):
    assert np.isnan(zou_interval(*arguments)).all()


def test_kendall_needs_five_units():
    assert np.isnan(zou_interval(0.5, 0.4, 0.3, 4, coefficient="kendall")).all()
    assert np.isfinite(zou_interval(0.5, 0.4, 0.3, 4)).all()


def test_identical_metrics_have_an_interval_around_zero():
    low, high = zou_interval(0.6, 0.6, 1.0, 20)
    assert low <= 0 <= high


def test_broadcasts():
    a = np.array([[0.5], [0.6]])
    b = np.array([0.4, 0.6, -0.1])
    low, high = zou_interval(a, b, 0.3, 20)
    assert low.shape == high.shape == (2, 3)
    assert (low[1, 2], high[1, 2]) == tuple(zou_interval(0.6, -0.1, 0.3, 20))


def test_refuses_what_cannot_be():
    with pytest.raises(ArgumentError, match="complete cases"):
        zou_interval(0.9, -0.9, 0.9, 20)
    with pytest.raises(ArgumentError, match="`coefficient`"):
        zou_interval(0.5, 0.4, 0.3, 20, coefficient="gamma")
    with pytest.raises(ArgumentError, match="`confidence`"):
        zou_interval(0.5, 0.4, 0.3, 20, confidence=1)
