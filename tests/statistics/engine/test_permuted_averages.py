"""All columns at once against one column at a time."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from trueness.statistics.engine import permuted_averages
from trueness.statistics.engine.permuted_averages import PermutedAverages
from trueness.statistics.engine.permuted_columns import PermutedColumn

NAMES = ("pearson", "spearman", "kendall")


@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(2, 8),
    distinct=st.sampled_from([2, 4, 1000]),
    turned=st.booleans(),
    missing=st.sampled_from([0.0, 0.2]),
)
def test_equals_one_column_at_a_time(seed, n, distinct, turned, missing):
    rng = np.random.default_rng(seed)
    m, draws = 4, 300
    x, z = rng.integers(0, distinct, (3, n, m)) / 3, rng.integers(0, distinct, (n, m)).astype(float)
    present = rng.random((n, m)) >= missing
    pairs = np.array([[0, 1], [2, 1]])
    coins = rng.choice([-1, 1], (draws, n)).astype(np.int8)
    turns = rng.choice([-1, 1], (draws, m)).astype(np.int8) if turned else None
    found = PermutedAverages(x, z, present, pairs, NAMES).under(coins, turns)
    own = [coins if turns is None else coins * turns[:, j : j + 1] for j in range(m)]
    same_as_averages(found, x, z, present, pairs, own)


@given(seed=st.integers(0, 2**32 - 1), n=st.integers(2, 8), distinct=st.sampled_from([2, 1000]))
def test_columns_with_coins_of_their_own_equal_one_at_a_time(seed, n, distinct):
    rng = np.random.default_rng(seed)
    x, z = rng.integers(0, distinct, (3, n, 4)) / 3, rng.integers(0, distinct, (n, 4)).astype(float)
    present, pairs = rng.random((n, 4)) >= 0.2, np.array([[0, 1], [2, 1]])
    own = rng.choice([-1, 1], (4, 300, n)).astype(np.int8)
    found = PermutedAverages(x, z, present, pairs, NAMES, single=True).under_own(own.__getitem__, 300)
    same_as_averages(found, x, z, present, pairs, own)


def same_as_averages(found, x, z, present, pairs, own):
    """Compare with averages over columns of `x`, each swapped by its own coins (B, N)."""
    values = {name: np.full((2, len(own), len(own[0]), len(pairs)), np.nan) for name in NAMES}
    for j, coins in enumerate(own):
        here = present[:, j]
        if here.any():
            column = PermutedColumn.of(x[:, here, j], z[here, j], pairs, NAMES)
            for side, value in enumerate(column.under(coins[:, here])):
                for name in NAMES:
                    values[name][side, j] = value[name]
    for name in NAMES:
        count = (~np.isnan(values[name])).sum(axis=1)
        total = np.nansum(values[name], axis=1)
        expected = np.divide(total, count, out=np.full(total.shape, np.nan), where=count > 0)
        for side in (0, 1):
            np.testing.assert_allclose(found[side][name], expected[side], atol=1e-10, err_msg=name)


def test_memory_does_not_change_a_bit(monkeypatch):
    rng = np.random.default_rng(6)
    x, z = rng.normal(size=(2, 7, 9)), rng.integers(0, 4, (7, 9)).astype(float)
    coins, turns = (rng.choice([-1, 1], (40, n)).astype(np.int8) for n in (7, 9))
    arguments = (x, z, np.ones((7, 9), dtype=bool), np.array([[0, 1]]), NAMES)
    plain = PermutedAverages(*arguments).under(coins, turns)
    monkeypatch.setattr(permuted_averages, "memory_budget", lambda: 1000)
    for side, expected in zip(PermutedAverages(*arguments).under(coins, turns), plain, strict=True):
        for name in NAMES:
            np.testing.assert_array_equal(side[name], expected[name])
