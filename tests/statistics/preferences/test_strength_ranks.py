"""Ranks and their agreement: SciPy's exact tests, and limits that hold for all systems at once."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from trueness.errors import ArgumentError
from trueness.statistics.preferences.strength_ranks import (
    rank_agreement,
    strength_correlation,
    strength_ranks,
)


def test_tau_and_its_exact_test_are_scipys():
    rng = np.random.default_rng(1)
    for n in (4, 7):
        one, other = rng.normal(size=(2, n))
        expected = stats.kendalltau(one, other, method="exact")
        found = rank_agreement(one, other)
        assert found.exact
        assert (found.kendall, found.pvalue) == pytest.approx((expected.statistic, expected.pvalue))


def test_of_many_systems_orders_are_drawn():
    rng = np.random.default_rng(2)
    one, other = rng.normal(size=(2, 12))
    other += 0.6 * one
    found = rank_agreement(one, other, resamples=4999, rng=3)
    assert not found.exact
    assert found.pvalue == pytest.approx(stats.kendalltau(one, other, method="exact").pvalue, abs=0.02)
    assert found.pvalue == rank_agreement(one, other, resamples=4999, rng=3).pvalue


def noisy(rng, rho, n, groups, error):
    """Return two vectors of true strengths with correlation rho, estimates with noise in common, and its influences."""
    basis = np.linalg.qr(np.concatenate([np.ones((n, 1)), rng.normal(size=(n, 2))], axis=1))[0]
    truth = np.stack([basis[:, 1], rho * basis[:, 1] + np.sqrt(1 - rho**2) * basis[:, 2]]) * np.sqrt(n)
    moved = error / np.sqrt(groups) * rng.normal(size=(groups, 2, n))
    moved[:, 1] = 0.6 * moved[:, 0] + 0.8 * moved[:, 1]  # what inputs do to both
    moved -= moved.mean(axis=2, keepdims=True)
    return truth + moved.sum(axis=0), (moved[:, 0], moved[:, 1])


@pytest.mark.parametrize("rho", [0.3, 0.95, 1.0])
def test_noise_in_common_and_apart_does_not_move_the_correlation(rho):
    rng = np.random.default_rng(3)
    found, plain = [], []
    for _ in range(400):
        (one, other), moved = noisy(rng, rho, 8, 60, 0.3)
        plain.append(stats.pearsonr(one, other).statistic)
        found.append(strength_correlation(one, other, moved, len(moved[0]) - 1))
    held = np.mean([one.low - 1e-9 <= rho <= one.high + 1e-9 for one in found])
    assert 0.925 <= held <= (0.975 if rho < 0.9 else 1.0)
    assert np.median([one.value for one in found]) == pytest.approx(rho, abs=0.02)
    if rho > 0.5:
        assert np.mean(plain) < rho - 0.005


def test_without_noise_it_is_pearsons_r():
    rng = np.random.default_rng(3)
    (one, other), moved = noisy(rng, 0.7, 6, 40, 1e-9)
    found = strength_correlation(one, other, moved, len(moved[0]) - 1)
    assert found.value == pytest.approx(stats.pearsonr(one, other).statistic)
    assert found.high - found.low < 0.002


def test_zero_points_that_other_systems_set_do_not_move_it():
    rng = np.random.default_rng(3)
    (one, other), moved = noisy(rng, 0.7, 6, 40, 0.3)
    found = strength_correlation(one, other, moved, 39)
    drift = rng.normal(size=(2, 40, 1))
    again = strength_correlation(one + 2, other - 3, (moved[0] + drift[0], moved[1] + drift[1]), 39)
    assert again.shown() == pytest.approx(found.shown())


def test_noise_alone_has_no_correlation():
    rng = np.random.default_rng(5)
    moved = rng.normal(size=(2, 30, 5))
    moved -= moved.mean(axis=2, keepdims=True)
    found = strength_correlation(*(0.01 * rng.normal(size=(2, 5))), tuple(moved), 29)
    assert np.isnan([found.value, found.low, found.high]).all()


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
