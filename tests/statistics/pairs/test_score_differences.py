"""Thresholds for differences of scores, on a lattice and off it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.pairs.score_differences import DifferenceScale, check_threshold


def reaches(scores, difference):
    """Return which neighbours lie at least `difference` apart."""
    scaled, scale = DifferenceScale.of(np.array(scores))
    threshold, tolerance = scale.limit(difference)
    return (np.diff(scaled) - threshold >= -tolerance).tolist()


def test_decimal_fractions_are_compared_as_whole_numbers():
    scores = [0.1, 0.2, 0.3, 0.4]
    assert len(set(np.diff(scores))) == 3  # as floats they all differ
    assert reaches(scores, 0.1) == [True] * 3
    assert reaches(scores, 0.11) == [False] * 3


def test_thirds_have_a_common_denominator():
    _, scale = DifferenceScale.of(np.array([1 / 3, 2 / 3, np.nan]))
    assert scale == DifferenceScale(3, 0.0)
    assert scale.difference(2.0) == 2 / 3
    assert np.array_equal(scale.difference(np.array([3.0, 1.0])), [1.0, 1 / 3])


def test_other_scores_have_a_relative_tolerance():
    scores = [0.0, 100 / 7, 200 / 7 + 1e-11, 300 / 7 + 1e-8]
    _, scale = DifferenceScale.of(np.array(scores))
    assert scale.denominator is None
    assert scale.tolerance == pytest.approx(300e-12 / 7, rel=1e-3)
    assert scale.difference(0.3) == 0.3
    assert reaches(scores, 100 / 7) == [True, True, True]
    assert reaches(scores, 100 / 7 + 1e-9) == [False, False, True]


def test_unequal_scores_are_apart_at_a_threshold_of_zero():
    scaled, scale = DifferenceScale.of(np.array([np.pi, np.pi + 1e-15]))
    assert scale.limit(0.0) == (0.0, 0.0)
    assert np.diff(scaled)[0] > 0


def test_no_scores_have_a_scale():
    assert DifferenceScale.of(np.array([np.nan]))[1] == DifferenceScale(None, 0.0)


def test_tolerance_on_a_lattice_stays_below_half_a_step():
    _, scale = DifferenceScale.of(np.array([0.0, 1e12]))
    assert scale.limit(1e12) == (1e12, 0.25)


@pytest.mark.parametrize("value", [-1, math.nan, math.inf, "far", None])
def test_a_threshold_is_a_finite_number_of_at_least_zero(value):
    with pytest.raises(ArgumentError, match="`epsilon` must be"):
        check_threshold("epsilon", value)


def test_a_positive_threshold_is_not_zero():
    assert check_threshold("epsilon", 0) == 0.0
    assert check_threshold("epsilon", "0.5") == check_threshold("epsilon", 0.5, positive=True) == 0.5
    with pytest.raises(ArgumentError, match="`threshold` must be finite and positive"):
        check_threshold("threshold", 0, positive=True)
