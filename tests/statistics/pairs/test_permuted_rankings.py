"""Tau of relative rankings after swaps: ties of a metric are wrong, pairs that are not clear count nothing."""

from __future__ import annotations

import numpy as np

from trueness.statistics.engine.resample import PermutationPlan
from trueness.statistics.engine.tile_coins import TileCoins
from trueness.statistics.pairs.column_pair_levels import clear_preferences
from trueness.statistics.pairs.permuted_rankings import PermutedRankings

Z = np.array([[1.0], [2], [3]])
X = np.array([[[1.0], [2], [3]], [[3.0], [3], [1]]])
CELLS = np.ones((3, 1), dtype=bool)


def values(swap, threshold, x=X):
    plan = PermutationPlan.choose(swap, 3, 1, 8, 1)
    assert plan.exact
    clear = clear_preferences(Z, CELLS, threshold)
    part = PermutedRankings(x, clear, CELLS, np.array([[0, 1]]), swap, "darr")
    return [side["darr"][:, 0] for side in part.under(TileCoins(plan, 0))]


def test_whole_inputs():
    first, second = values("inputs", 1.0)
    # X orders all three pairs, Y none (one tie, two reversed)
    assert first.tolist() == [1.0, -1.0]
    assert second.tolist() == [-1.0, 1.0]


def test_systems_and_outputs_are_one_thing_for_one_input():
    for systems, cells in zip(values("systems", 1.0), values("cells", 1.0), strict=True):
        assert sorted(systems) == sorted(cells)
    # swapping the third alone: 1 2 1 has one right, one tied and one reversed pair
    assert values("systems", 1.0)[0][4] == -1 / 3


def test_only_clear_pairs():
    assert set(values("systems", 2.0)[0].tolist()) == {1.0, -1.0}
    assert np.isnan(values("systems", 3.0)[0]).all()


def test_scores_that_differ_by_rounding_tie_and_a_tie_is_wrong():
    x = np.array([[[0.3], [0.1 + 0.2], [1.0]], X[1]])
    assert x[0, 1, 0] > x[0, 0, 0]
    assert values("inputs", 1.0, x)[0].tolist() == [(2 - 1) / 3, -1.0]
