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
        assert pairs_in_order(x, y, []).value == pytest.approx((1 + stats.kendalltau(x, y)[0]) / 2)
    assert pairs_in_order(np.array([1.0, 1, 2]), np.array([1.0, 2, 3]), []).value == pytest.approx(5 / 6)


def test_limits_without_variance_are_wilsons_with_three_pairs_a_system():
    n, size = 3 * 12, 12
    found = pairs_in_order(np.arange(12.0), np.arange(12.0), [])
    t = stats.t.ppf(0.975, size - 1)
    assert (found.value, found.high) == (1, pytest.approx(1))
    assert found.low == pytest.approx(n / (n + t * t))


def share(a, b):
    return (1 + stats.kendalltau(a, b)[0]) / 2


def variance_behind(found, size):
    """Return the variance that the lower limit was made of: of Wilson's, (p - q)² = t² q (1 - q) v / (p (1 - p))."""
    p, q = found.value, found.low
    return (p - q) ** 2 * p * (1 - p) / (q * (1 - q)) / stats.t.ppf(0.975, size - 1) ** 2


def test_the_variance_is_that_of_leaving_out_systems():
    rng = np.random.default_rng(2)
    x = np.linspace(-3, 3, 12)
    y = x + rng.normal(0, 2.0, 12)
    left = [share(np.delete(x, k), np.delete(y, k)) for k in range(12)]
    found = pairs_in_order(x, y, [])
    assert variance_behind(found, 12) == pytest.approx(11 / 12 * np.sum((left - np.mean(left)) ** 2))
    assert found.high > found.value


def test_units_that_move_systems_together_add_to_it_and_noise_of_single_systems_does_not():
    rng = np.random.default_rng(7)
    x = np.linspace(-3, 3, 12)
    y, side = x + rng.normal(0, 4.0, 12), x / 3
    alone = variance_behind(pairs_in_order(x, y, []), 12)
    # every unit leans to one side of all systems at once, for the judge only
    leans = rng.normal(0, 2.0, (6, 1))
    spread = float(np.sqrt(np.sum(leans**2)))
    together = np.var([share(x, y + spread * z * side) for z in rng.normal(size=4000)])
    apart = np.var([share(x, y + spread * np.abs(side) * rng.normal(size=12)) for _ in range(4000)])
    leaning = (np.zeros((6, 12)), leans * side)
    found = [variance_behind(pairs_in_order(x, y, [leaning], rng=k), 12) - alone for k in range(8)]
    assert np.mean(found) == pytest.approx(together - apart, rel=0.15)
    single = (np.zeros((12, 12)), np.diag(spread * np.abs(side)))
    assert variance_behind(pairs_in_order(x, y, [single], rng=1), 12) == pytest.approx(alone, rel=0.1)


def test_pairs_that_noise_leaves_open_raise_the_upper_limit_only():
    x, y = np.arange(10.0), np.arange(10.0)[::-1].copy()
    plain = pairs_in_order(x, y, [])
    opened = pairs_in_order(x, y, [], open_pairs=np.abs(x[:, None] - x) < 4)
    assert (opened.value, opened.low) == (plain.value, plain.low)
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
