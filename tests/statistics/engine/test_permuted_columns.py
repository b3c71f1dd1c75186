"""Products with coins against swapping, ranking and correlating."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.statistics.coefficients import COEFFICIENTS, weighted_coefficients
from trueness.statistics.engine.permuted_columns import PermutedColumn, coin_products

PAIRS = np.array([[0, 1], [2, 0], [1, 2]])


def swapped(x, coins, a, b):
    return np.where(coins > 0, x[a], x[b]), np.where(coins > 0, x[b], x[a])


@given(seed=st.integers(0, 2**32 - 1), n=st.integers(1, 8), distinct=st.sampled_from([2, 4, 100]))
def test_equals_swapping(seed, n, distinct):
    rng = np.random.default_rng(seed)
    x, z = rng.integers(0, distinct, (3, n)) / 7, rng.integers(0, 4, n).astype(float)
    coins = (1 - 2 * rng.integers(0, 2, (6, n))).astype(np.int8)
    column = PermutedColumn.of(x, z, PAIRS, COEFFICIENTS)
    found = column.under(coins)
    given_products = column.under(coins, coin_products(coins))
    for side, values in enumerate(found):
        exchanged = np.array([[swapped(x, c, a, b)[side] for a, b in PAIRS] for c in coins])
        expected = weighted_coefficients(exchanged, z, np.ones(n), COEFFICIENTS)
        for name in COEFFICIENTS:
            np.testing.assert_allclose(values[name], expected[name], atol=1e-9, err_msg=name)
            np.testing.assert_array_equal(values[name], given_products[side][name])


def test_values_that_differ_by_rounding_tie():
    z = np.arange(6.0)
    x = np.array([[0.1 + 0.2, 0.3, 1, 2, 3, 4], [0.3, 0.1 + 0.2, 1, 2, 3, 4]])
    column = PermutedColumn.of(x, z, np.array([[0, 1]]), ["kendall"])
    first, second = column.under(np.array([[1] * 6, [1, -1] * 3], dtype=np.int8))
    assert len({*first["kendall"].ravel().tolist(), *second["kendall"].ravel().tolist()}) == 1


def test_perfect_agreement_is_exactly_one():
    z = np.random.default_rng(1).normal(size=11)
    column = PermutedColumn.of(np.stack([z, z, -z]), z, np.array([[0, 1], [0, 2]]), ["kendall", "spearman"])
    first, second = column.under(np.ones((1, 11), dtype=np.int8))
    for name in ("kendall", "spearman"):
        assert first[name].tolist() == [[1.0, 1.0]]
        assert second[name].tolist() == [[1.0, -1.0]]


def test_rounding_never_carries_a_correlation_beyond_one():
    for seed in range(60):
        z = np.random.default_rng(seed).normal(size=7)
        x = np.stack([z, 3 * z + 1, -z])
        column = PermutedColumn.of(x, z, np.array([[0, 1], [0, 2]]), ["pearson"])
        for side, signs in zip(column.under(np.ones((1, 7), dtype=np.int8)), ([1, 1], [1, -1]), strict=True):
            assert np.all(np.abs(side["pearson"]) <= 1)
            np.testing.assert_allclose(side["pearson"], [signs], atol=1e-7)


def test_products_of_coins():
    assert coin_products(np.array([[1, -1, -1]], dtype=np.int8)).tolist() == [[-1.0, -1.0, 1.0]]


def test_sums_stay_exact_with_many_entries():
    rng = np.random.default_rng(2)
    x, z = rng.normal(size=(2, 300)), rng.normal(size=300)
    coins = (1 - 2 * rng.integers(0, 2, (2, 300))).astype(np.int8)
    first, _ = PermutedColumn.of(x, z, np.array([[0, 1]]), ["spearman", "kendall"]).under(coins)
    for b in range(2):
        permuted = swapped(x, coins[b], 0, 1)[0]
        single = weighted_coefficients(permuted, z, np.ones(300), ["spearman", "kendall"])
        for name, value in single.items():
            assert first[name][b, 0] == pytest.approx(float(value), abs=1e-14)
