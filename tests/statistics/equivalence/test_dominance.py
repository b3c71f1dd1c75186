from __future__ import annotations

import math

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.equivalence.dominance import dominance, dominance_shift, resolved

SAMPLES = np.array([[0.5, 0.4, 0.4], [0.5, 0.6, np.nan], [0.3, 0.1, 0.1], [0.9, 0.2, 0.2 + 1e-14]])


def test_shares_by_hand():
    found = dominance(SAMPLES)
    np.testing.assert_allclose(found[0, 1], 3 / 4)
    np.testing.assert_allclose(found[0, 2], 1.0)
    np.testing.assert_allclose(found[1, 2], 1 / 2)  # equal up to rounding: half each
    assert np.isnan(np.diag(found)).all()


def test_shares_of_a_pair_sum_to_one_and_follow_the_loop():
    samples = np.random.default_rng(0).normal([0, 0.5, 1], 1, (400, 3))
    found = dominance(samples)
    np.testing.assert_allclose((found + found.T)[~np.eye(3, dtype=bool)], 1)
    for a, b in [(0, 1), (2, 0)]:
        assert found[a, b] == pytest.approx(sum(row[a] > row[b] for row in samples) / 400)


def test_resolved_at_the_threshold():
    shares = np.array([[np.nan, 0.975], [0.025, np.nan]])
    assert resolved(shares).tolist() == [[False, True], [False, False]]
    assert not resolved(shares, 0.98).any()
    assert resolved([[np.nan, 1.0], [0.0, np.nan]], 1).tolist() == [[False, True], [False, False]]
    for threshold in (0.5, 1.1):
        with pytest.raises(ArgumentError, match="threshold"):
            resolved(shares, threshold)


def test_shifts_by_hand():
    nan = np.nan
    before = np.array([[nan, 1.0, 0.98], [0.0, nan, 0.6], [0.02, 0.4, nan]])
    after = np.array([[nan, 0.9, 0.48], [0.1, nan, 0.99], [0.52, 0.01, nan]])
    found = dominance_shift(before, after)
    assert found.shift == pytest.approx((0.1 + 0.5) / 2)
    assert found.signed == pytest.approx(-0.3)
    assert (found.n_pairs, found.n_unresolved, found.n_reversed) == (2, 2, 1)
    same = dominance_shift(before, before)
    assert (same.shift, same.n_unresolved, same.n_reversed) == (0, 0, 0)


def test_no_resolved_pair():
    half = np.full((2, 2), 0.5)
    found = dominance_shift(half, half)
    assert math.isnan(found.shift)
    assert found.n_pairs == 0


def test_what_is_refused():
    with pytest.raises(ArgumentError, match="samples"):
        dominance([1.0, 2.0])
    with pytest.raises(ArgumentError, match="same metrics"):
        dominance_shift(np.eye(2), np.eye(3))
