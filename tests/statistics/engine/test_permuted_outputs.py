"""Swapped outputs against the general path for pooled outputs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from trueness.statistics.coefficients import COEFFICIENTS
from trueness.statistics.engine import permuted_outputs
from trueness.statistics.engine.permuted_outputs import PermutedOutputs
from trueness.statistics.engine.permuted_rows import pooled_permuted_coefficients
from trueness.statistics.engine.resample import SWAPS, PermutationPlan
from trueness.statistics.engine.tile_coins import TileCoins

PAIRS = np.array([[0, 1], [2, 1]])


def every_coin(coins, cells):
    n, m = cells.shape
    pooled = np.stack([np.broadcast_to(coins.column(j), (coins.size, n)) for j in range(m)], axis=2)
    return pooled[:, cells]


@given(
    seed=st.integers(0, 2**32 - 1),
    shape=st.tuples(st.integers(1, 5), st.integers(1, 5)),
    distinct=st.sampled_from([1, 2, 5, 1000]),
    swap=st.sampled_from(SWAPS),
    missing=st.sampled_from([0.0, 0.3, 1.0]),
)
@example(seed=3, shape=(20, 30), distinct=1000, swap="cells", missing=0.0)
def test_equals_the_general_path(seed, shape, distinct, swap, missing):
    rng = np.random.default_rng(seed)
    x = rng.integers(0, distinct, (3, *shape)) / 3
    z = rng.integers(0, distinct, shape).astype(float)
    cells = rng.random(shape) >= missing
    coins = TileCoins(PermutationPlan(swap, *shape, 70, seed), 0)
    found = PermutedOutputs(x, z, cells, PAIRS, COEFFICIENTS).under(coins)
    expected = pooled_permuted_coefficients(
        x[:, cells], z[cells], PAIRS, every_coin(coins, cells), COEFFICIENTS
    )
    for side in (0, 1):
        for name in COEFFICIENTS:
            np.testing.assert_allclose(found[side][name], expected[side][name], atol=1e-10, err_msg=name)


@pytest.mark.parametrize("swap", SWAPS)
def test_memory_does_not_change_a_bit(monkeypatch, swap):
    rng = np.random.default_rng(6)
    x, z = rng.normal(size=(3, 4, 5)), rng.integers(0, 4, (4, 5)).astype(float)
    coins = TileCoins(PermutationPlan(swap, 4, 5, 40, 1), 0)
    arguments = (x, z, np.ones((4, 5), dtype=bool), PAIRS, COEFFICIENTS)
    plain = PermutedOutputs(*arguments).under(coins)
    monkeypatch.setattr(permuted_outputs, "memory_budget", lambda: 10)
    for side, expected in zip(PermutedOutputs(*arguments).under(coins), plain, strict=True):
        for name in COEFFICIENTS:
            np.testing.assert_array_equal(side[name], expected[name])


def test_rounding_leaves_no_correlation_undefined():
    """The spread of scores that differ in the ninth digit may come out less than nothing."""
    for seed in range(20):
        rng = np.random.default_rng(seed)
        x, z = 1 + 1e-9 * rng.normal(size=(3, 4, 5)), rng.normal(size=(4, 5))
        coins = TileCoins(PermutationPlan("cells", 4, 5, 40, seed), 0)
        for side in PermutedOutputs(x, z, np.ones((4, 5), dtype=bool), PAIRS, ["pearson"]).under(coins):
            assert np.all(np.abs(side["pearson"]) <= 1)


def test_sums_are_taken_where_no_resample_has_equal_scores_alone():
    rng = np.random.default_rng(1)
    x, z, cells = rng.normal(size=(3, 2, 3)), rng.normal(size=(2, 3)), np.ones((2, 3), dtype=bool)
    assert PermutedOutputs(x, z, cells, PAIRS, ["pearson"]).linear
    assert PermutedOutputs(x, np.sign(z), cells, PAIRS, ["pearson"]).linear
    assert not PermutedOutputs(x, np.ones((2, 3)), cells, PAIRS, ["pearson"]).linear
    turned = np.stack([np.sign(z), -np.sign(z), x[2]])  # of their scores some resample picks 1 everywhere
    assert not PermutedOutputs(turned, z, cells, PAIRS, ["pearson"]).linear
    assert not PermutedOutputs(x, z, np.arange(6).reshape(2, 3) < 2, PAIRS, ["pearson"]).linear
