"""Inference on the highest of several estimates, against SciPy's truncated normal and by simulation."""

import math

import numpy as np
import pytest
from scipy.stats import norm, truncnorm

from trueness.errors import ArgumentError
from trueness.statistics.choosing.winner_inference import winner_inference


def test_one_far_ahead_is_taken_as_it_is():
    found = winner_inference([5.0, 0.0, 0.2], 0.04 * np.eye(3))
    assert found.place == 0
    assert found.estimate == pytest.approx(5.0, abs=1e-6)
    # but for the tenth that bounds the reach, the usual interval
    rest = (0.05 - 0.005) / (1 - 0.005)
    assert (found.low, found.high) == pytest.approx(
        (5 - 0.2 * norm.isf(rest / 2), 5 + 0.2 * norm.isf(rest / 2)), abs=5e-3
    )


@pytest.mark.parametrize("gap", [0.05, 0.5, 1.5])
def test_of_two_the_middle_is_the_median_of_a_truncated_normal(gap):
    y = np.array([1.0, 1.0 - gap])
    found = winner_inference(y, np.eye(2))
    reach = norm.isf(0.005 / 4)
    start = max(y[1], found.estimate - reach)  # independent: it stays the highest above the other
    stop = found.estimate + reach
    law = truncnorm(start - found.estimate, stop - found.estimate, loc=found.estimate)
    assert law.sf(1.0) == pytest.approx(0.5, abs=1e-6)
    assert found.low < found.estimate < 1.0


def test_copies_and_unknown_ones_change_nothing():
    plain = winner_inference([1.0, 0.5], np.eye(2))
    copied = winner_inference([1.0, 0.5, 1.0], np.array([[1.0, 0, 1], [0, 1, 0], [1, 0, 1]]))
    assert copied.estimate == pytest.approx(plain.estimate, abs=0.02)  # but for the bound over three
    unknown = winner_inference([1.0, math.nan, 0.5], np.diag([1.0, math.nan, 1.0]))
    assert (unknown.place, unknown.estimate) == (0, pytest.approx(plain.estimate))
    assert winner_inference([math.nan], [[1.0]]).place == -1


def test_limits_of_an_estimated_covariance_are_wider():
    one, other = (winner_inference([1.0, 0.5], np.eye(2), widening=w) for w in (1.0, 1.2))
    assert other.low < one.low
    assert other.high > one.high
    assert other.estimate == one.estimate


@pytest.mark.parametrize(("ahead", "related"), [(0.0, 0.0), (0.0, 0.9), (1.0, 0.5), (6.0, 0.3)])
def test_it_is_right_whatever_is_ahead(ahead, related):
    rng = np.random.default_rng(3)
    k, runs = 12, 1500
    truth = np.zeros(k)
    truth[4] = ahead
    sigma = (1 - related) * np.eye(k) + related
    drawn = truth + rng.standard_normal((runs, k)) @ np.linalg.cholesky(sigma).T
    found = [winner_inference(one, sigma) for one in drawn]
    aims = np.array([truth[one.place] for one in found])
    above = np.mean([one.estimate > aim for one, aim in zip(found, aims, strict=True)])
    held = np.mean([one.low <= aim <= one.high for one, aim in zip(found, aims, strict=True)])
    assert above == pytest.approx(0.5, abs=0.05)
    assert held == pytest.approx(0.95, abs=0.02)


def test_refusals():
    with pytest.raises(ArgumentError, match="a row and a column"):
        winner_inference([1.0, 2.0], np.eye(3))
    with pytest.raises(ArgumentError, match="confidence"):
        winner_inference([1.0], [[1.0]], confidence=1.5)
