"""Sums of scores times coins against the coins of every output written out."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.engine.resample import SWAPS, PermutationPlan
from trueness.statistics.engine.signed_sums import signed_sums
from trueness.statistics.engine.tile_coins import IdentityCoins, TileCoins


@pytest.mark.parametrize("swap", SWAPS)
@pytest.mark.parametrize("clusters", [None, np.array([0, 0, 1, 1, 2])])
def test_every_output_has_its_coin(swap, clusters):
    scores = np.random.default_rng(1).normal(size=(3, 4, 5))
    plan = PermutationPlan.choose(swap, 4, 5, 30, 7, clusters)
    coins = TileCoins(plan, 0)
    written = np.stack([np.broadcast_to(coins.column(j), (coins.size, 4)) for j in range(5)], axis=2)
    np.testing.assert_allclose(signed_sums(scores, coins), np.einsum("bnm,knm->bkn", written, scores))
    np.testing.assert_allclose(signed_sums(scores, IdentityCoins(plan))[0], scores.sum(axis=2))
