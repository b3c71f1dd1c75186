"""Pearson's r of pairwise differences after swaps, without a value where nothing differs."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.engine.resample import SWAPS, PermutationPlan
from trueness.statistics.engine.tile_coins import TileCoins
from trueness.statistics.pairs.pairwise_differences_pearson import pairwise_differences_pearson
from trueness.statistics.pairs.permuted_differences import PermutedDifferences


def check_swaps(x, z, cells, swap, pairs):
    """Compare with the coefficient of swapped scores, one arrangement after another."""
    n, m = cells.shape
    plan = PermutationPlan.choose(swap, n, m, 64, 3)
    centred = np.where(cells, z - np.where(cells, z, 0.0).sum(axis=0) / cells.sum(axis=0), 0.0)
    part = PermutedDifferences(np.where(cells, x, 0.0), centred, cells, np.array(pairs), swap)
    coins = TileCoins(plan, 0)
    columns = [np.broadcast_to(coins.column(j), (coins.size, n)) for j in range(m)]
    for side, way in zip(part.under(coins), (1, -1), strict=True):
        for b in range(coins.size):
            coin = np.stack([column[b] for column in columns], axis=1)
            for place, (one, other) in enumerate(pairs):
                swapped = np.where(cells, np.where(way * coin > 0, x[one], x[other]), np.nan)
                expected = pairwise_differences_pearson(swapped, z)
                assert side["pdp"][b, place] == pytest.approx(expected, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("swap", SWAPS)
def test_constant_after_a_swap_is_undefined(swap):
    x = np.stack([np.tile([[1.0], [-1], [0]], 2), np.tile([[-1.0], [1], [0]], 2)])
    z = np.array([[1.0, 2], [0, 0], [-1, -2]])
    check_swaps(x, z, np.ones((3, 2), dtype=bool), swap, [(0, 1)])


@pytest.mark.parametrize("swap", SWAPS)
def test_swaps_of_several_pairs_on_the_outputs_that_are_there(swap):
    rng = np.random.default_rng(2)
    cells = rng.random((4, 5)) < 0.8
    check_swaps(rng.normal(size=(3, 4, 5)), rng.normal(size=(4, 5)), cells, swap, [(0, 1), (2, 1)])


def test_a_constant_human_is_undefined():
    x = np.random.default_rng(1).normal(size=(2, 3, 2))
    plan = PermutationPlan.choose("systems", 3, 2, 8, 3)
    part = PermutedDifferences(x, np.zeros((3, 2)), np.ones((3, 2), bool), np.array([[0, 1]]), "systems")
    assert np.isnan(part.under(TileCoins(plan, 0))[0]["pdp"]).all()
