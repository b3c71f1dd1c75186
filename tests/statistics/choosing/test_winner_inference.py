"""Inference on the highest of several estimates: closed forms where one is far ahead or all are equal, simulation."""

import math

import numpy as np
import pytest
from scipy.stats import norm, t

from trueness.errors import ArgumentError
from trueness.statistics.choosing.winner_inference import winner_inference


def samples(sigma, size=20_000, seed=5):
    """Return deviations whose covariance is exactly sigma, and whose mean is exactly 0."""
    sigma = np.atleast_2d(sigma)
    drawn = np.random.default_rng(seed).standard_normal((size, len(sigma)))
    drawn -= drawn.mean(axis=0)
    drawn = drawn @ np.linalg.inv(np.linalg.cholesky(np.cov(drawn.T))).T
    return drawn @ np.linalg.cholesky(sigma).T


def test_one_far_ahead_has_the_usual_interval():
    found = winner_inference([5.0, 0.0, 0.2], samples(0.04 * np.eye(3)))
    half = 0.2 * norm.isf(0.9 * 0.05 / 2)  # but for the tenth that finds who might have been ahead
    assert found.place == 0
    assert found.estimate == pytest.approx(5.0, abs=1e-9)
    assert (found.low, found.high) == pytest.approx((5 - half, 5 + half))


def test_of_equal_ones_the_interval_is_that_of_all_at_once():
    k = 6
    found = winner_inference([1.0, *[0.9] * (k - 1)], samples(np.eye(k)), degrees=14)
    half = t.isf(0.9 * 0.05 / 2 / k, 14)
    assert (found.low, found.high) == pytest.approx((1 - half, 1 + half))


@pytest.mark.parametrize("k", [2, 3, 5])
def test_who_might_have_been_ahead_is_found_by_all_differences_at_once(k):
    """Twice the quantile for all k (k - 1) differences, at a tenth of the level, times their standard error."""
    reach = 2 * norm.isf(0.1 * 0.05 / (k * (k - 1))) * math.sqrt(2)
    for gap, close in ((0.999 * reach, k), (1.001 * reach, 1)):
        found = winner_inference([gap, *[0.0] * (k - 1)], samples(np.eye(k)))
        assert found.high - gap == pytest.approx(norm.isf(0.9 * 0.05 / 2 / close))


def test_what_choosing_adds_is_that_of_the_maximum_of_two():
    """Of two equal independent normal estimates the larger is too large by sigma / sqrt(pi) on average."""
    found = winner_inference([0.0, 0.0], samples(np.eye(2), size=200_000))
    assert -found.estimate == pytest.approx(1 / math.sqrt(math.pi), abs=0.01)


def test_copies_add_no_luck_and_unknown_ones_take_no_part():
    plain = winner_inference([1.0, 0.5], samples(np.eye(2)))
    drawn = samples(np.eye(2))
    copied = winner_inference([1.0, 0.5, 1.0], np.column_stack([drawn, drawn[:, 0]]))
    assert copied.estimate == pytest.approx(plain.estimate)
    gap = winner_inference([1.0, math.nan, 0.5], np.insert(drawn, 1, np.nan, axis=1))
    assert gap == plain
    assert winner_inference([math.nan], [[1.0]] * 5).place == -1
    assert winner_inference([1.0], [[1.0]] * 5).place == -1


@pytest.mark.parametrize(("ahead", "related"), [(0.0, 0.0), (0.0, 0.9), (1.0, 0.5), (6.0, 0.3)])
def test_the_interval_holds_whatever_is_ahead(ahead, related):
    rng = np.random.default_rng(3)
    k, runs = 12, 600
    truth = np.zeros(k)
    truth[4] = ahead
    sigma = (1 - related) * np.eye(k) + related
    errors = samples(sigma, size=2000)
    drawn = truth + rng.standard_normal((runs, k)) @ np.linalg.cholesky(sigma).T
    found = [winner_inference(one, errors) for one in drawn]
    aims = np.array([truth[one.place] for one in found])
    held = np.mean([one.low <= aim <= one.high for one, aim in zip(found, aims, strict=True)])
    assert held >= 0.95 - 2 * math.sqrt(0.05 * 0.95 / runs)
    too_high = np.mean([max(one) - aim for one, aim in zip(drawn, aims, strict=True)])
    left = np.mean([one.estimate - aim for one, aim in zip(found, aims, strict=True)])
    assert abs(left) < max(0.07, 0.6 * too_high)  # most of the luck is taken away, and no more


def test_refusals():
    with pytest.raises(ArgumentError, match="a column for each"):
        winner_inference([1.0, 2.0], np.zeros((5, 3)))
    with pytest.raises(ArgumentError, match="confidence"):
        winner_inference([1.0], [[1.0]] * 5, confidence=1.5)
