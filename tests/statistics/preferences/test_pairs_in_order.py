"""The share of pairs in order is Kendall's tau turned into a share, and its lower limit rarely lies above the truth."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from trueness.errors import ArgumentError
from trueness.statistics.preferences.pairs_in_order import fewest_systems, pairs_in_order


def test_the_share_is_of_tau():
    rng = np.random.default_rng(1)
    for _ in range(5):
        x, y = rng.normal(size=(2, 9))
        assert pairs_in_order(x, y, []).estimate == pytest.approx((1 + stats.kendalltau(x, y)[0]) / 2)
    assert pairs_in_order(np.array([1.0, 1, 2]), np.array([1.0, 2, 3]), []).estimate == pytest.approx(5 / 6)


def test_limits_without_variance_are_wilsons_with_three_pairs_a_system():
    n, size = 3 * 12, 12
    found = pairs_in_order(np.arange(12.0), np.arange(12.0), [])
    t = stats.t.ppf(0.975, size - 1)
    assert (found.estimate, found.high) == (1, pytest.approx(1))
    assert found.low == pytest.approx(n / (n + t * t))


def test_the_variance_is_that_of_leaving_out_systems_and_units():
    rng = np.random.default_rng(2)
    x = np.linspace(-3, 3, 12)
    y = x + rng.normal(0, 2.0, 12)
    moved = (rng.normal(0, 0.3, (6, 12)), rng.normal(0, 0.3, (6, 12)))

    def share(a, b):
        return (1 + stats.kendalltau(a, b)[0]) / 2

    left = [share(np.delete(x, k), np.delete(y, k)) for k in range(12)]
    scale = np.sqrt(6 / 5)
    units = [share(x - scale * moved[0][g], y - scale * moved[1][g]) for g in range(6)]
    variance = 11 / 12 * np.sum((left - np.mean(left)) ** 2) + 5 / 6 * np.sum((units - np.mean(units)) ** 2)
    found, p, square = pairs_in_order(x, y, [moved]), share(x, y), stats.t.ppf(0.975, 11) ** 2
    n = min(36, p * (1 - p) / variance)
    # Wilson's limits are where (p - q)² = t² q (1 - q) / n
    for q in (found.low, found.high):
        assert (p - q) ** 2 == pytest.approx(square * q * (1 - q) / n)


def test_pairs_that_noise_leaves_open_raise_the_upper_limit_only():
    x, y = np.arange(10.0), np.arange(10.0)[::-1].copy()
    plain = pairs_in_order(x, y, [])
    opened = pairs_in_order(x, y, [], open_pairs=np.abs(x[:, None] - x) < 4)
    assert opened[:2] == plain[:2]
    assert opened.high > plain.high


def test_the_lower_limit_is_above_a_true_share_at_the_bar_in_fewer_than_one_in_forty():
    rng = np.random.default_rng(3)
    share, tables = 0.8, 600
    rho = np.sin((2 * share - 1) * np.pi / 2)
    for size in (8, 20):
        above = 0
        for _ in range(tables):
            x, z = rng.normal(size=(2, size))
            above += pairs_in_order(x, rho * x + np.sqrt(1 - rho**2) * z, []).low > share
        assert above / tables <= 0.025


@pytest.mark.parametrize("size", [0, 2])
def test_it_takes_three_systems(size):
    with pytest.raises(ArgumentError, match="three or more"):
        pairs_in_order(np.zeros(size), np.zeros(size), [])


def test_with_too_few_systems_no_order_reaches_the_bar():
    for share, confidence in ((0.8, 0.95), (0.9, 0.9)):
        fewest = fewest_systems(share, confidence)
        every = [
            pairs_in_order(np.arange(n), np.arange(n), [], confidence=confidence).low
            for n in (fewest - 1, fewest)
        ]
        assert every[0] < share <= every[1]
    assert fewest_systems(0.8) == 8
