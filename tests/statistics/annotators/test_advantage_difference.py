"""A difference of advantages is a mean over inputs, with Student's test; of five annotators these vary, too."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from trueness.errors import ArgumentError
from trueness.statistics.annotators.advantage_difference import advantage_difference


def test_of_complete_outputs_it_is_students_test_of_their_means():
    rng = np.random.default_rng(1)
    first, second = (rng.random((3, 40)) < share for share in (0.8, 0.6))
    gaps = (first.astype(float) - second).mean(axis=0)
    found = advantage_difference(first.astype(float), second.astype(float), np.arange(40))
    expected = stats.ttest_1samp(gaps, 0, alternative="greater")
    assert found.value == pytest.approx(gaps.mean())
    assert found.pvalue == pytest.approx(expected.pvalue)
    half = stats.t.ppf(0.975, 39) * stats.sem(gaps)
    assert (found.low, found.high) == pytest.approx((gaps.mean() - half, gaps.mean() + half))
    turned = advantage_difference(second.astype(float), first.astype(float), np.arange(40))
    assert turned.pvalue == pytest.approx(1 - found.pvalue)


def test_people_vary_where_there_are_five():
    rng = np.random.default_rng(2)
    share = np.array([0.9, 0.9, 0.1, 0.1, 0.5])
    first, second = rng.random((5, 60)) < share[:, None], rng.random((5, 60)) < 0.4
    five = advantage_difference(first.astype(float), second.astype(float), np.arange(60))
    four = advantage_difference(first[:4].astype(float), second[:4].astype(float), np.arange(60))
    assert five.high - five.low > 2 * (four.high - four.low)


def test_gaps_equal_units_and_nothing():
    same = advantage_difference(np.ones((2, 30)), np.zeros((2, 30)), np.arange(30))
    assert (same.value, same.high) == (1, 1)
    square = stats.t.ppf(0.975, 29) ** 2  # at most so many of others differ, and are -1 then
    assert same.low == pytest.approx(1 - 2 * square / (30 + square))
    assert 0 < same.pvalue < 0.01
    turned = advantage_difference(np.zeros((2, 30)), np.ones((2, 30)), np.arange(30))
    assert (turned.value, turned.low, turned.high) == (-1, -1, pytest.approx(-same.low))
    assert turned.pvalue > 0.99
    assert np.isnan(advantage_difference(np.full((2, 3), np.nan), np.ones((2, 3)), np.arange(3)).value)
    with pytest.raises(ArgumentError, match="row per annotator"):
        advantage_difference(np.ones((2, 3)), np.ones((2, 4)), np.arange(3))
