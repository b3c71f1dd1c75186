"""Levels ready for coins: values after swaps, parts, their coefficients, and memory."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.coefficients import COEFFICIENTS
from trueness.statistics.engine.resample import SWAPS, PermutationPlan, Weights
from trueness.statistics.engine.tile_coins import TileCoins
from trueness.statistics.level_names import LEVELS
from trueness.statistics.resampling import permuted_levels
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.score_arrays import ScoreArrays


@pytest.mark.parametrize("swap", SWAPS)
@pytest.mark.parametrize("level", LEVELS)
def test_values_are_those_of_scores_that_are_swapped(swap, level):
    rng = np.random.default_rng(8)
    x, z = rng.normal(size=(3, 5, 6)), rng.integers(0, 4, (5, 6)).astype(float)
    arrays, names, pairs = ScoreArrays.of(x, z), ("pearson", "kendall", "gamma"), np.array([[0, 1], [2, 1]])
    plan = PermutationPlan(swap, 5, 6, 12, 2)
    parts = permuted_levels.permuted_levels(
        arrays, arrays.group((0, 1, 2)), pairs, plan, level, names, "cells"
    )
    coins = TileCoins(plan, 0)
    x = (x - x.mean(axis=(1, 2), keepdims=True)) / x.std(axis=(1, 2), keepdims=True)
    coin = np.stack([np.broadcast_to(coins.column(j), (12, 5)) for j in range(6)], axis=2)
    for part in parts:
        for found, way in zip(part.under(coins), (1, -1), strict=True):
            for place, (one, other) in enumerate(pairs):
                swapped = ScoreArrays.of(np.where(way * coin > 0, x[one], x[other]), z)
                every = swapped.group(range(12))
                expected = level_correlations(swapped, every, Weights(None, None), level, tuple(found))
                for name, values in found.items():
                    np.testing.assert_allclose(values[:, place], expected.values[name][0], atol=1e-9)


@pytest.mark.parametrize("swap", SWAPS)
@pytest.mark.parametrize("level", LEVELS)
def test_parts_have_every_coefficient_once_and_memory_does_not_show(monkeypatch, swap, level):
    rng = np.random.default_rng(7)
    arrays = ScoreArrays.of(rng.normal(size=(3, 5, 6)).round(1), rng.integers(0, 4, (5, 6)))
    plan = PermutationPlan(swap, 5, 6, 30, 2)
    pairs = np.array([[0, 1], [0, 2], [1, 2]])

    def values():
        parts = permuted_levels.permuted_levels(
            arrays, arrays.group((0, 1, 2)), pairs, plan, level, COEFFICIENTS, "level"
        )
        found = [part.under(TileCoins(plan, 0)) for part in parts]
        assert sorted(name for first, _ in found for name in first) == sorted(COEFFICIENTS)
        return [{name: value for sides in found for name, value in sides[side].items()} for side in (0, 1)]

    plain = values()
    monkeypatch.setattr(permuted_levels, "memory_budget", lambda: 1000)
    for side, expected in zip(values(), plain, strict=True):
        for name in COEFFICIENTS:
            assert side[name].shape == (30, 3)
            np.testing.assert_array_equal(side[name], expected[name])
