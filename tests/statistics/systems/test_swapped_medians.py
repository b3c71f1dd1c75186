"""Medians under swapping against lists that are swapped and sorted one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.statistics.engine.resample import PermutationPlan
from trueness.statistics.systems.swapped_medians import fill_places, swapped_medians


def plainly(first, second, shared, coins):
    result = np.full((len(coins), len(first)), np.nan)
    for b, coin in enumerate(coins):
        for p, cells in enumerate(shared):
            if cells.any():
                stays = coin[cells] > 0
                x, y = first[p, cells], second[p, cells]
                result[b, p] = np.median(np.where(stays, x, y)) - np.median(np.where(stays, y, x))
    return result


@given(st.integers(0, 10**6), st.integers(1, 13), st.sampled_from([1, 3, 1000]), st.floats(0, 1))
def test_brute_force(seed, m, levels, missing):
    rng = np.random.default_rng(seed)
    first, second = rng.integers(0, levels, (2, 4, m)) / 7
    shared = rng.random((4, m)) >= missing
    first[~shared] = np.nan
    coins = PermutationPlan("inputs", 1, m, 20, seed).input_coins(0)
    np.testing.assert_allclose(
        swapped_medians(first, second, shared, coins), plainly(first, second, shared, coins), atol=1e-14
    )


@pytest.mark.parametrize("n", [1, 256, 300, 512])
def test_any_number_of_arrangements(n):
    rng = np.random.default_rng(1)
    first, second = rng.normal(size=(2, 3, 8))
    shared = np.ones((3, 8), dtype=bool)
    coins = PermutationPlan("inputs", 1, 8, n, 1).input_coins(0)
    found = swapped_medians(first, second, shared, coins)
    np.testing.assert_allclose(found, plainly(first, second, shared, coins), atol=1e-14)


def test_the_kernel_uncompiled_counts_places():
    """Outputs 1 and 3 of one system, 2 and 4 of the other, in order: whose they are with and without a swap."""
    inputs, swapped = np.array([[0, 0, 1, 1]], dtype=np.int32), np.array([[0, 1, 0, 1]], dtype=np.int32)
    heads = np.array([[1, 0], [1, 1]], dtype=np.int32)  # nothing swapped; the first input swapped
    places = np.zeros((1, 4, 2), dtype=np.int32)
    fill_places(inputs, swapped, np.array([2], dtype=np.int32), heads, places)
    assert places[0, :, 0].tolist() == [0, 2, 1, 3]
    assert places[0, :, 1].tolist() == [1, 2, 0, 3]
