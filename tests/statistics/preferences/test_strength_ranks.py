"""Ranks and their agreement: SciPy's exact tests, and limits that hold for all systems at once."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from trueness.errors import ArgumentError
from trueness.statistics.preferences.strength_ranks import rank_agreement, strength_ranks


def test_tau_and_its_exact_test_are_scipys():
    rng = np.random.default_rng(1)
    for n in (4, 7):
        one, other = rng.normal(size=(2, n))
        expected = stats.kendalltau(one, other, method="exact")
        found = rank_agreement(one, other)
        assert found.exact
        assert (found.kendall, found.pvalue) == pytest.approx((expected.statistic, expected.pvalue))
        assert found.pearson == pytest.approx(stats.pearsonr(one, other).statistic)


def test_of_many_systems_orders_are_drawn():
    rng = np.random.default_rng(2)
    one, other = rng.normal(size=(2, 12))
    other += 0.6 * one
    found = rank_agreement(one, other, resamples=4999, rng=3)
    assert not found.exact
    assert found.pvalue == pytest.approx(stats.kendalltau(one, other, method="exact").pvalue, abs=0.02)
    assert found.pvalue == rank_agreement(one, other, resamples=4999, rng=3).pvalue


def test_limits_of_r_are_the_delta_method_on_fishers_scale():
    rng = np.random.default_rng(3)
    one, other = rng.normal(size=(2, 6))
    moved = tuple(rng.normal(0, 1e-4, size=(2, 40, 6)))
    found = rank_agreement(one, other, influences=moved)
    shifts = [
        np.arctanh(np.corrcoef(one + a, other + b)[0, 1]) - np.arctanh(found.pearson)
        for a, b in zip(*moved, strict=True)
    ]
    half = stats.t.ppf(0.975, 39) * np.sqrt(np.sum(np.square(shifts)))
    middle = np.arctanh(found.pearson)
    assert found.pearson_low == pytest.approx(np.tanh(middle - half), abs=1e-6)
    assert found.pearson_high == pytest.approx(np.tanh(middle + half), abs=1e-6)


def test_ranks_hold_for_all_systems_at_once():
    rng = np.random.default_rng(4)
    truth = np.array([1.2, 0.6, 0.6, 0.0, -0.1])
    covariance = 0.04 * np.eye(5)
    held = 0
    for _ in range(1000):
        found = strength_ranks(rng.multivariate_normal(truth, covariance), covariance, 1e6)
        held += bool(np.all(found.low <= [1, 3, 3, 4, 5]) and np.all(found.high >= [1, 2, 2, 4, 5]))
    assert held >= 950 - 14
    certain = strength_ranks(truth, 1e-9 * np.eye(5), 100)
    assert certain.ranks.tolist() == [1, 2, 2, 4, 5]
    assert certain.low.tolist() == [1, 2, 2, 4, 5]
    assert certain.high.tolist() == [1, 3, 3, 4, 5]


def test_three_systems_at_least():
    with pytest.raises(ArgumentError, match="three or more"):
        rank_agreement(np.zeros(2), np.zeros(2))
