"""What is drawn: counts that sum right, whole clusters, kept strata, coins; and that a seed means numbers."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from trueness.errors import ArgumentError
from trueness.statistics.engine import resample
from trueness.statistics.engine.resample import (
    OVER,
    SWAPS,
    TILE,
    BootstrapPlan,
    PermutationPlan,
    Weights,
    n_tiles,
    resolve_seed,
    tile_size,
)


def drawn(plan):
    tiles = [plan.tile(t) for t in range(n_tiles(plan.resamples))]
    return [
        None if getattr(tiles[0], axis) is None else np.concatenate([getattr(tile, axis) for tile in tiles])
        for axis in ("systems", "inputs")
    ]


@given(over=st.sampled_from(OVER), n=st.integers(1, 9), m=st.integers(1, 9), seed=st.integers(0, 2**53))
@settings(max_examples=30)
def test_counts_are_whole_and_sum_right(over, n, m, seed):
    systems, inputs = drawn(BootstrapPlan(over, n, m, 30, seed))
    for counts, size, varies in ((systems, n, over != "inputs"), (inputs, m, over != "systems")):
        assert (counts is not None) == varies
        if counts is not None:
            assert counts.shape == (30, size)
            assert (counts.sum(axis=1) == size).all()
            assert (counts == counts.round()).all()


def test_every_unit_is_drawn_equally_often():
    systems, inputs = drawn(BootstrapPlan("both", 7, 11, 20_000, 5))
    for counts in (systems, inputs):
        assert scipy.stats.chisquare(counts.sum(axis=0)).pvalue > 0.001
        # the variance of a count is that of drawing with replacement
        size = counts.shape[1]
        assert counts.var(axis=0) == pytest.approx(np.full(size, 1 - 1 / size), rel=0.05)
    assert abs(np.corrcoef(systems[:, 0], inputs[:, 0])[0, 1]) < 0.03


def test_clusters_are_drawn_whole_and_as_many_as_there_are():
    clusters = np.array([0, 1, 1, 2, 2, 2, 0])
    _, inputs = drawn(BootstrapPlan("inputs", 3, 7, 1000, 5, clusters=clusters))
    for members in ([0, 6], [1, 2], [3, 4, 5]):
        assert (inputs[:, members] == inputs[:, members[:1]]).all()
    assert (inputs[:, [0, 1, 3]].sum(axis=1) == 3).all()
    assert len(np.unique(inputs.sum(axis=1))) > 1  # clusters differ in size, so the number of inputs varies


def test_strata_keep_their_size():
    strata = np.array([0, 1, 1, 0, 1, 0, 0])
    _, inputs = drawn(BootstrapPlan("inputs", 3, 7, 500, 5, strata=strata))
    assert (inputs[:, strata == 0].sum(axis=1) == 4).all()
    assert (inputs[:, strata == 1].sum(axis=1) == 3).all()
    assert inputs.max() > 1


@pytest.mark.parametrize("over", OVER)
def test_a_seed_means_numbers(over):
    same, again, other = (drawn(BootstrapPlan(over, 6, 8, 700, seed)) for seed in (1, 1, 2))
    for one, two, three in zip(same, again, other, strict=True):
        if one is not None:
            np.testing.assert_array_equal(one, two)
            assert (one != three).any()


def test_more_resamples_begin_with_the_same_whole_tiles():
    few, many = (drawn(BootstrapPlan("both", 6, 8, size, 1)) for size in (2 * TILE, 3 * TILE + 5))
    for one, two in zip(few, many, strict=True):
        np.testing.assert_array_equal(one, two[: 2 * TILE])
    assert len(many[0]) == 3 * TILE + 5


@pytest.mark.parametrize("together", [1, 100, 10**6])
@pytest.mark.parametrize("over", ["systems", "inputs", "both"])
@pytest.mark.parametrize(
    "units", [{}, {"clusters": np.arange(30) // 2}, {"strata": np.array([0, 0, 1, 1, 1] * 6)}]
)
@pytest.mark.parametrize("compiled_from", [1, 10**9])
def test_parts_are_the_rows_of_a_tile(monkeypatch, together, over, units, compiled_from):
    plan = BootstrapPlan(over, 5, 30, 600, 7, **units)
    expected = plan.tile(1)
    monkeypatch.setattr(resample, "COUNTED_TOGETHER", together)
    monkeypatch.setattr(resample, "BLOCK", 2 * together)
    monkeypatch.setattr(resample, "COMPILED_FROM", compiled_from)
    parts = list(plan.parts(1))
    for found in (parts, [plan.tile(1)]):
        for side in ("systems", "inputs"):
            rows = [getattr(part, side) for part in found]
            if getattr(expected, side) is None:
                assert all(one is None for one in rows)
            else:
                np.testing.assert_array_equal(np.concatenate(rows), getattr(expected, side))
    whole = over == "systems" or "strata" in units
    assert len(parts) == (1 if whole else -(-88 // max(1, min(512, 2 * together // 30))))


def test_counts_are_those_of_one_draw_of_64_bits():
    units, size = 7, 3  # an odd number of draws: half of 64 random bits is left for the next
    plan = BootstrapPlan("inputs", 1, units, size, 11)
    rows = resample.random_stream(11, 1, 0).integers(units, size=(size, units))
    expected = [np.bincount(row, minlength=units) for row in rows]
    np.testing.assert_array_equal(plan.tile(0).inputs, expected)


def test_tiles_differ_from_each_other():
    systems, _ = drawn(BootstrapPlan("systems", 8, 1, 2 * TILE, 1))
    assert (systems[:TILE] != systems[TILE:]).any()


def test_systems_are_drawn_alike_whether_inputs_vary_or_not():
    np.testing.assert_array_equal(
        drawn(BootstrapPlan("both", 6, 8, 40, 1))[0], drawn(BootstrapPlan("systems", 6, 8, 40, 1))[0]
    )


def test_the_global_state_is_neither_read_nor_changed():
    np.random.seed(1)  # noqa: NPY002
    before = np.random.get_state()[1].copy()  # noqa: NPY002
    first = drawn(BootstrapPlan("both", 6, 8, 40, 1))
    PermutationPlan.choose("cells", 6, 8, 40, 1).cell_coins(0, 0)
    resolve_seed(None)
    np.testing.assert_array_equal(before, np.random.get_state()[1])  # noqa: NPY002
    np.random.seed(2)  # noqa: NPY002
    np.testing.assert_array_equal(first[0], drawn(BootstrapPlan("both", 6, 8, 40, 1))[0])


def test_sizes():
    assert [n_tiles(b) for b in (1, TILE, TILE + 1, 9999)] == [1, 1, 2, -(-9999 // TILE)]
    assert [tile_size(t, TILE + 3) for t in (0, 1)] == [TILE, 3]
    assert Weights(None, None).size == 1
    assert Weights(None, np.ones((4, 2))).size == 4


def test_seeds():
    assert resolve_seed(7) == 7
    assert resolve_seed(np.int64(7)) == 7
    assert resolve_seed(np.random.default_rng(3)) == resolve_seed(np.random.default_rng(3))
    generator = np.random.default_rng(3)
    assert resolve_seed(generator) != resolve_seed(generator)
    assert 0 <= resolve_seed(None) < 2**53
    assert resolve_seed(None) != resolve_seed(None)
    for wrong in (-1, 1.5, "one", True, np.random.RandomState(1)):
        with pytest.raises(ArgumentError, match="`rng` must be None, a whole number of at least 0 or"):
            resolve_seed(wrong)


def test_plans_refuse_what_they_do_not_know():
    with pytest.raises(ArgumentError, match=r"`over` .* Did you mean 'systems'"):
        BootstrapPlan("system", 3, 3, 10, 1)
    with pytest.raises(ArgumentError, match="`resamples`"):
        BootstrapPlan("both", 3, 3, 0, 1)
    with pytest.raises(ArgumentError, match="`swap`"):
        PermutationPlan.choose("rows", 3, 3, 10, 1)
    with pytest.raises(ArgumentError, match="`resamples`"):
        PermutationPlan.choose("cells", 3, 3, 1.5, 1)


def test_coins_exist_where_they_are_thrown():
    for swap in SWAPS:
        plan = PermutationPlan.choose(swap, 20, 21, 50, 1)
        assert not plan.exact
        systems, inputs, cells = plan.system_coins(0), plan.input_coins(0), plan.cell_coins(0, 3)
        assert (systems is not None) == (swap in ("systems", "rows_then_columns"))
        assert (inputs is not None) == (swap in ("inputs", "rows_then_columns"))
        assert (cells is not None) == (swap == "cells")
        for coins, shape in ((systems, (50, 20)), (inputs, (50, 21)), (cells, (50, 20))):
            if coins is not None:
                assert coins.shape == shape
                assert set(np.unique(coins)) == {-1, 1}


def test_coins_are_fair_and_independent():
    plan = PermutationPlan.choose("cells", 10, 10, 20 * TILE, 1)
    first, second = (np.concatenate([plan.cell_coins(t, j) for t in range(20)]).astype(float) for j in (0, 1))
    assert abs(first.mean()) < 0.02
    correlations = np.corrcoef(np.concatenate([first, second], axis=1).T) - np.eye(20)
    assert np.abs(correlations).max() < 0.05


@pytest.mark.parametrize(("swap", "n", "m"), [("systems", 4, 9), ("inputs", 9, 4), ("cells", 2, 2)])
def test_few_arrangements_are_enumerated_each_once(swap, n, m):
    plan = PermutationPlan.choose(swap, n, m, 16, 1)
    assert plan.exact
    assert plan.resamples == 16
    if swap == "cells":
        found = np.concatenate([plan.cell_coins(0, j) for j in range(m)], axis=1)
    else:
        found = plan.system_coins(0) if swap == "systems" else plan.input_coins(0)
    assert {tuple(row) for row in found.tolist()} == set(itertools.product([1, -1], repeat=4))
    assert found[0].tolist() == [1, 1, 1, 1]
    assert not PermutationPlan.choose(swap, n, m, 15, 1).exact


def test_enumeration_runs_through_tiles():
    plan = PermutationPlan.choose("systems", 11, 2, 5000, 1)
    rows = np.concatenate([plan.system_coins(t) for t in range(n_tiles(plan.resamples))])
    assert len({tuple(row) for row in rows.tolist()}) == 2**11


def test_inputs_of_a_cluster_are_swapped_together():
    clusters = np.array([0, 1, 0, 2, 2])
    for resamples, exact in ((8, True), (7, False)):
        plan = PermutationPlan.choose("inputs", 9, 5, resamples, 1, clusters)
        assert plan.exact == exact
        coins = plan.input_coins(0)
        assert (coins[:, 0] == coins[:, 2]).all()
        assert (coins[:, 3] == coins[:, 4]).all()
        assert coins.shape == (resamples, 5)


def test_rows_then_columns_is_never_enumerated():
    assert not PermutationPlan.choose("rows_then_columns", 1, 2, 9999, 1).exact


def test_cells_of_a_cluster_are_swapped_together():
    clusters = np.array([0, 1, 0, 2, 1])
    plan = PermutationPlan.choose("cells", 4, 5, 200, 3, clusters)
    columns = [plan.cell_coins(0, j) for j in range(5)]
    np.testing.assert_array_equal(columns[0], columns[2])
    np.testing.assert_array_equal(columns[1], columns[4])
    assert not np.array_equal(columns[0], columns[1])
    small = PermutationPlan.choose("cells", 2, 5, 64, 3, clusters)
    assert (small.exact, small.resamples) == (True, 2**6)
    grid = np.stack([small.cell_coins(0, j) for j in range(5)], axis=2).reshape(64, -1)
    assert len({tuple(row) for row in grid.tolist()}) == 64


def test_clusters_of_systems_are_drawn_whole_and_as_many_as_there_are():
    families = np.array([1, 0, 1, 2, 0, 1])
    for over in ("systems", "both"):
        systems, inputs = drawn(BootstrapPlan(over, 6, 4, 900, 5, system_clusters=families))
        for members in ([1, 4], [0, 2, 5]):
            assert (systems[:, members] == systems[:, members[:1]]).all()
        assert (systems[:, [1, 0, 3]].sum(axis=1) == 3).all()
        # each of the 27 equally likely draws of three families of three, by how often each comes
        expected = {}
        for draw in itertools.product(range(3), repeat=3):
            counts = tuple(draw.count(family) for family in range(3))
            expected[counts] = expected.get(counts, 0) + 900 / 27
        seen = [int((systems[:, [1, 0, 3]] == counts).all(axis=1).sum()) for counts in expected]
        assert sum(seen) == 900
        assert scipy.stats.chisquare(seen, list(expected.values())).pvalue > 0.001
        assert (inputs is None) == (over == "systems")
    # clusters of one system each are systems
    for one, two in zip(
        drawn(BootstrapPlan("both", 6, 4, 40, 5, system_clusters=np.arange(6))),
        drawn(BootstrapPlan("both", 6, 4, 40, 5)),
        strict=True,
    ):
        np.testing.assert_array_equal(one, two)


@pytest.mark.parametrize("swap", SWAPS)
def test_systems_of_a_cluster_are_swapped_together(swap):
    families, documents = np.array([0, 1, 0, 2]), np.array([1, 0, 1])

    def grid(plan):
        cells = [plan.cell_coins(0, j) for j in range(3)]
        if cells[0] is not None:
            return np.stack(cells, axis=2)
        ones = np.ones((plan.resamples, 1), np.int8)
        systems, inputs = plan.system_coins(0), plan.input_coins(0)
        rows = np.repeat(ones, 4, axis=1) if systems is None else systems
        columns = np.repeat(ones, 3, axis=1) if inputs is None else inputs
        return rows[:, :, None] * columns[:, None, :]

    for resamples in (64, 63):
        coins = grid(PermutationPlan.choose(swap, 4, 3, resamples, 3, documents, families))
        if swap != "inputs":
            np.testing.assert_array_equal(coins[:, 0], coins[:, 2])
            assert (coins[:, 0] != coins[:, 1]).any()
        np.testing.assert_array_equal(coins[:, :, 0], coins[:, :, 2])
    exact = PermutationPlan.choose(swap, 4, 3, 64, 3, documents, families)
    units = {"systems": 3, "inputs": 2, "cells": 6, "rows_then_columns": None}[swap]
    assert exact.exact == (units is not None)
    if units is not None:
        assert exact.resamples == 2**units
        assert len(np.unique(grid(exact).reshape(2**units, -1), axis=0)) == 2**units
