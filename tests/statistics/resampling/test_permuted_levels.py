"""Levels ready for coins: parts, their coefficients, and memory (values are checked in test_permutation)."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.coefficients import COEFFICIENTS
from trueness.statistics.engine.resample import SWAPS, PermutationPlan
from trueness.statistics.engine.tile_coins import TileCoins
from trueness.statistics.level_names import LEVELS
from trueness.statistics.resampling import permuted_levels
from trueness.statistics.score_arrays import ScoreArrays


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
