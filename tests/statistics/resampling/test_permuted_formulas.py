"""Formulas after swaps, beside the kernels of the same coefficient, and swaps of scores as they are given."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.statistics.engine.resample import SWAPS, PermutationPlan
from trueness.statistics.level_names import LEVELS
from trueness.statistics.resampling import permuted_formulas as module
from trueness.statistics.resampling.permutation import PermutationTiles, permutation_exceedances
from trueness.statistics.score_arrays import ScoreArrays

PAIRS = [(0, 1), (0, 2), (2, 1)]


# every two values of two factors meet
@pytest.mark.parametrize(
    ("level", "swap", "standardize"),
    [
        (level, swap, ("level", "cells")[(k + n) % 2])
        for k, level in enumerate(LEVELS)
        for n, swap in enumerate(SWAPS)
    ],
)
def test_as_kernels(monkeypatch, formula_pearson, gappy_arrays, level, swap, standardize):
    name = formula_pearson
    monkeypatch.setattr(module, "BLOCK", 500)  # many blocks
    arrays = gappy_arrays(5, clusters=np.arange(9) // 2)
    plan = PermutationPlan.choose(swap, 7, 9, 100, 2, arrays.clusters)
    run = PermutationTiles.of(arrays, PAIRS, plan, (level,), (name, "pearson"), standardize)
    for found, seen in zip(run.differences(0), run.observed, strict=True):
        np.testing.assert_allclose(found[level, name], found[level, "pearson"], rtol=0, atol=1e-10)
        np.testing.assert_allclose(seen[level, name], seen[level, "pearson"], rtol=0, atol=1e-10)


@pytest.mark.parametrize("swap", SWAPS)
@pytest.mark.parametrize("level", LEVELS)
def test_scores_are_swapped_as_given_where_the_scale_matters(level, swap, formula_gap):
    """The difference of two mean differences from the human is a mean difference of the metrics themselves."""
    name = formula_gap
    rng = np.random.default_rng(6)
    z = rng.normal(size=(3, 4))
    x = np.stack([z, 3 * z + 1])  # z-scores of the two would be the same
    arrays = ScoreArrays.of(x, z)
    plan = PermutationPlan.choose(swap, 3, 4, 50, 3)
    run = PermutationTiles.of(arrays, [(0, 1)], plan, (level,), (name,), "level")
    (found,), (seen,) = run.differences(0), run.observed
    assert seen[level, name][0, 0] == pytest.approx(np.mean(x[0] - x[1]), abs=1e-12)
    coins = _coins(plan, len(found[level, name]))
    expected = np.mean(coins * (x[0] - x[1]), axis=(1, 2))
    np.testing.assert_allclose(found[level, name][:, 0], expected, rtol=0, atol=1e-12)


def _coins(plan, size):
    coins = np.ones((size, plan.n_systems, plan.n_inputs))
    if (systems := plan.system_coins(0)) is not None:
        coins = coins * systems[:, :, None]
    if (inputs := plan.input_coins(0)) is not None:
        coins = coins * inputs[:, None, :]
    if plan.swap == "cells":
        coins = np.stack([plan.cell_coins(0, j) for j in range(plan.n_inputs)], axis=2)
    return coins


def test_all_arrangements(formula_pearson):
    name = formula_pearson
    rng = np.random.default_rng(7)
    z = rng.normal(size=(5, 3))
    x = np.stack([z + rng.normal(size=z.shape), rng.normal(size=z.shape)])
    arrays = ScoreArrays.of(x, z)
    plan = PermutationPlan.choose("systems", 5, 3, 999, 1)
    found = permutation_exceedances(arrays, [(0, 1)], plan, ("system",), (name,))["system", name]
    means = x.mean(axis=2)
    means = (means - means.mean(axis=1, keepdims=True)) / means.std(axis=1, keepdims=True)

    def difference(swapped):
        one, other = np.where(swapped, means[::-1], means)
        human = z.mean(axis=1)
        return np.corrcoef(one, human)[0, 1] - np.corrcoef(other, human)[0, 1]

    all_of_them = np.array([difference(np.array(s)) for s in itertools.product([False, True], repeat=5)])
    expected = np.mean(np.abs(all_of_them) >= np.abs(all_of_them[0]) - 1e-12)
    assert found.exact
    assert found.pvalue("two-sided")[0] == pytest.approx(expected)


def test_medians_swap_as_whole_systems(formula_pearson, gappy_arrays):
    name = formula_pearson
    arrays = gappy_arrays(8, aggregate="median")
    plan = PermutationPlan.choose("systems", 7, 9, 60, 2)
    run = PermutationTiles.of(arrays, PAIRS, plan, ("system",), (name, "pearson"), "level")
    for found in run.differences(0):
        np.testing.assert_allclose(found["system", name], found["system", "pearson"], rtol=0, atol=1e-10)


def test_nothing_to_compare_is_undefined(formula_pearson):
    name = formula_pearson
    x = np.full((2, 4, 3), np.nan)
    arrays = ScoreArrays.of(x, np.ones((4, 3)))
    plan = PermutationPlan.choose("systems", 4, 3, 10, 2)
    for level in LEVELS:
        run = PermutationTiles.of(arrays, [(0, 1)], plan, (level,), (name,), "level")
        assert np.isnan(run.differences(0)[0][level, name]).all()
