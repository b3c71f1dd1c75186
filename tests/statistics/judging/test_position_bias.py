from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from trueness.errors import ArgumentError, DataError
from trueness.statistics.judging.position_bias import position_bias


def test_by_hand():
    """Ten pairs: 4 the same, 5 for whatever is first, 1 for whatever is second."""
    first = [1, 1, 0, 0, 1, 1, 1, 1, 1, 0]
    second = [1, 1, 0, 0, 0, 0, 0, 0, 0, 1]
    found = position_bias(first, second, rng=1)
    assert (found.n_first, found.n_second, found.n_pairs) == (5, 1, 10)
    assert found.consistent == pytest.approx(0.4)
    assert found.bias == pytest.approx(0.2)  # first wins 14 of 20 times
    assert found.pvalue == pytest.approx(stats.binomtest(1, 6).pvalue)
    assert found.bias_interval.low < 0.2 < found.bias_interval.high


@given(st.integers(0, 10**6), st.integers(2, 30))
def test_swapping_names_or_orders(seed, n):
    rng = np.random.default_rng(seed)
    first, second = rng.choice([0, 0.5, 1], (2, n))
    one = position_bias(first, second, rng=1, resamples=50)
    names = position_bias(1 - second, 1 - first, rng=1, resamples=50)
    assert names.bias == pytest.approx(one.bias)
    assert (names.n_first, names.pvalue) == (one.n_first, one.pvalue)
    turned = position_bias(second, first, rng=1, resamples=50)
    assert turned.bias == pytest.approx(-one.bias)
    assert turned.consistent == one.consistent
    shares = [first.mean(), 1 - second.mean()]
    assert one.bias == pytest.approx(np.mean(shares) - 0.5)
    clusters = np.arange(n)
    twice = position_bias(
        np.tile(first, 2), np.tile(second, 2), clusters=np.tile(clusters, 2), rng=1, resamples=50
    )
    assert twice.bias_interval == pytest.approx(one.bias_interval)


def test_no_bias_ties_and_missing():
    found = position_bias([1, 0, 0.5, np.nan], [1, 0, 0.5, 1], rng=1)
    assert (found.bias, found.consistent, found.pvalue, found.n_pairs) == (0, 1, 1, 3)
    half = position_bias([1, 1], [0.5, 0.5], rng=1)
    assert (half.bias, half.n_first) == (0.25, 2)


def test_refusals():
    with pytest.raises(ArgumentError, match="one length"):
        position_bias([1.0], [1.0, 0])
    with pytest.raises(DataError, match="no pair"):
        position_bias([np.nan], [1.0])
    with pytest.raises(DataError, match="between 0"):
        position_bias([2.0], [1.0])


def test_pairs_that_are_all_alike_leave_room_for_others():
    found = position_bias(np.ones(20), np.zeros(20), clusters=np.repeat(np.arange(10), 2), rng=1)
    others = stats.t.ppf(0.975, 9) ** 2 / (10 + stats.t.ppf(0.975, 9) ** 2)
    assert found.bias == 0.5
    assert tuple(found.bias_interval) == pytest.approx((0.5 - others, 0.5))
    assert tuple(found.consistent_interval) == pytest.approx((0.0, others))
