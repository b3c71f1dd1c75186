"""Pearson's r of pairwise differences after swaps, without a value where nothing differs."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.engine.resample import SWAPS, PermutationPlan
from trueness.statistics.engine.tile_coins import TileCoins
from trueness.statistics.pairs.pairwise_differences_pearson import pairwise_differences_pearson
from trueness.statistics.pairs.permuted_differences import PermutedDifferences


@pytest.mark.parametrize("swap", SWAPS)
def test_constant_after_a_swap_is_undefined(swap):
    x = np.stack([np.tile([[1.0], [-1], [0]], 2), np.tile([[-1.0], [1], [0]], 2)])
    z = np.array([[1.0, 2], [0, 0], [-1, -2]])
    cells = np.ones((3, 2), dtype=bool)
    plan = PermutationPlan.choose(swap, 3, 2, 64, 3)
    part = PermutedDifferences(x, z, cells, np.array([[0, 1]]), swap)
    coins = TileCoins(plan, 0)
    for side, way in zip(part.under(coins), (1, -1), strict=True):
        for b in range(coins.size):
            coin = np.stack([np.broadcast_to(coins.column(j), (coins.size, 3))[b] for j in range(2)], axis=1)
            expected = pairwise_differences_pearson(np.where(way * coin > 0, x[0], x[1]), z)
            assert side["pdp"][b, 0] == pytest.approx(expected, abs=1e-12, nan_ok=True)


def test_a_constant_human_is_undefined():
    x = np.random.default_rng(1).normal(size=(2, 3, 2))
    plan = PermutationPlan.choose("systems", 3, 2, 8, 3)
    part = PermutedDifferences(x, np.zeros((3, 2)), np.ones((3, 2), bool), np.array([[0, 1]]), "systems")
    assert np.isnan(part.under(TileCoins(plan, 0))[0]["pdp"]).all()
