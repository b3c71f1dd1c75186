"""Permuted differences of the pairwise accuracy: against tables that are swapped and counted anew."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import UnsupportedMethodError
from trueness.statistics.engine.resample import PermutationPlan
from trueness.statistics.engine.tile_coins import TileCoins
from trueness.statistics.pairs.permuted_accuracy import PermutedAccuracy
from trueness.statistics.pairs.system_pairwise_accuracy import system_pairwise_accuracy
from trueness.statistics.score_arrays import ScoreArrays

NAN = np.nan
SWAPS = ("systems", "inputs", "cells", "rows_then_columns")


def arrays_of(n=5, m=4, k=3, seed=1, gaps=0.0):
    rng = np.random.default_rng(seed)
    scores = rng.integers(1, 5, (k + 1, n, m)).astype(float)
    scores[rng.random(scores.shape) < gaps] = NAN
    return ScoreArrays.of(scores[1:], scores[0])


def shares(x, z):
    """Return the share of pairs with one sign, of means that tie within rounding."""
    pairs = list(itertools.combinations(range(len(x)), 2))
    signs = [[0 if abs(v[i] - v[k]) < 1e-9 else np.sign(v[i] - v[k]) for i, k in pairs] for v in (x, z)]
    return np.mean(np.array(signs[0]) == np.array(signs[1]))


@given(seed=st.integers(0, 10**6), swap=st.sampled_from(SWAPS), gaps=st.sampled_from([0.0, 0.2]))
def test_differences_are_those_of_swapped_tables(seed, swap, gaps):
    arrays = arrays_of(seed=seed, gaps=gaps)
    pairs = list(itertools.combinations(range(3), 2))
    plan = PermutationPlan.choose(swap, 5, 4, 20, seed)
    ready = PermutedAccuracy.of(arrays, pairs, plan, "level")
    found, coins = ready.differences(0), TileCoins(plan, 0)
    for p, (a, b) in enumerate(pairs):
        cells = ~np.isnan(arrays.metrics[a] + arrays.metrics[b] + arrays.human)
        rows = np.flatnonzero(cells.any(axis=1))
        if len(rows) < 2:
            assert np.isnan(found[:, p]).all()
            continue

        def means(scores, cells=cells, rows=rows):
            return np.array([scores[i, cells[i]].mean() for i in rows])

        sides = []
        for k in (a, b):
            own = means(arrays.metrics[k])
            spread = own.std() if np.ptp(own) > 1e-12 else 0.0
            sides.append((arrays.metrics[k] - own.mean()) / spread if spread else np.zeros_like(arrays.human))
        z = means(arrays.human)
        for r in range(5):
            coin = np.stack([coins.column(j)[r if len(coins.column(j)) > 1 else 0] for j in range(4)], axis=1)
            first = np.where(coin > 0, sides[0], sides[1])
            second = np.where(coin > 0, sides[1], sides[0])
            expected = shares(means(first), z) - shares(means(second), z)
            assert found[r, p] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("swap", SWAPS)
def test_nothing_swapped_gives_the_difference_of_the_accuracies(swap):
    arrays = arrays_of(n=7, m=6, seed=3)
    pairs = [(0, 1), (2, 0)]
    ready = PermutedAccuracy.of(arrays, pairs, PermutationPlan.choose(swap, 7, 6, 9, 1), "level")
    own = [system_pairwise_accuracy(x, arrays.human).accuracy for x in arrays.metrics]
    assert ready.observed == pytest.approx([own[a] - own[b] for a, b in pairs], abs=1e-12)
    assert ready.n_pairs.tolist() == [21, 21]


def test_all_swapped_turns_the_sign():
    arrays = arrays_of(n=4, m=3, seed=2)
    plan = PermutationPlan.choose("systems", 4, 3, 99, 1)
    ready = PermutedAccuracy.of(arrays, [(0, 1)], plan, "level")
    found = ready.differences(0)[:, 0]
    assert (plan.exact, found[0]) == (True, ready.observed[0])
    np.testing.assert_array_equal(found, -found[::-1])


def test_scales_do_not_matter():
    arrays = arrays_of(n=6, m=5, seed=5)
    moved = ScoreArrays.of(arrays.metrics * np.array([1.0, 2.0**20, 2.0**-20])[:, None, None], arrays.human)
    for swap in SWAPS:
        plan = PermutationPlan.choose(swap, 6, 5, 50, 2)
        one, other = (PermutedAccuracy.of(some, [(0, 1), (1, 2)], plan, "level") for some in (arrays, moved))
        np.testing.assert_allclose(one.differences(0), other.differences(0), atol=1e-12)


def test_medians_are_swapped_as_whole_systems_only():
    arrays = ScoreArrays.of(*[arrays_of().metrics, arrays_of().human], aggregate="median")
    PermutedAccuracy.of(arrays, [(0, 1)], PermutationPlan.choose("systems", 5, 4, 9, 1), "level")
    with pytest.raises(UnsupportedMethodError, match="medians"):
        PermutedAccuracy.of(arrays, [(0, 1)], PermutationPlan.choose("inputs", 5, 4, 9, 1), "level")
