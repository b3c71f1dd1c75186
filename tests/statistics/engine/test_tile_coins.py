"""Coins of a tile, seen from inputs and from systems."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.engine.resample import SWAPS, PermutationPlan
from trueness.statistics.engine.tile_coins import IdentityCoins, TileCoins


@pytest.mark.parametrize("swap", SWAPS)
@pytest.mark.parametrize("clusters", [None, np.array([0, 0, 1, 2])])
def test_both_views_are_of_the_same_coins(swap, clusters):
    coins = TileCoins(PermutationPlan(swap, 3, 4, 7, 5, clusters), 0)
    by_input = np.stack([np.broadcast_to(coins.within(j, turned=False), (7, 3)) for j in range(4)], axis=2)
    by_system = np.stack([np.broadcast_to(coins.within(i, turned=True), (7, 4)) for i in range(3)], axis=1)
    np.testing.assert_array_equal(by_input, by_system)
    assert set(np.unique(by_input)) == {-1, 1}


@pytest.mark.parametrize("swap", SWAPS)
def test_the_identity_swaps_nothing(swap):
    plan = PermutationPlan(swap, 3, 4, 7, 5)
    coins, drawn = IdentityCoins(plan), TileCoins(plan, 0)
    assert coins.size == 1
    for own, other in ((coins.systems, drawn.systems), (coins.inputs, drawn.inputs)):
        assert (own is None) == (other is None)
        assert own is None or own.tolist() == [[1] * other.shape[1]]
    assert (coins.column(2) == 1).all()
    assert (coins.within(1, turned=True) == 1).all()
