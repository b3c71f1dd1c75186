"""Sequential p-values: uniform under the null hypothesis, and those of the first draws whatever the rounds."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.parallel import Execution, executing, step
from trueness.statistics.engine.resample import TILE, PermutationPlan
from trueness.statistics.resampling.permutation import PermutationTiles, permutation_exceedances
from trueness.statistics.resampling.sequential_permutation import (
    SIDES,
    SequentialExceedances,
    sequential_exceedances,
)
from trueness.statistics.score_arrays import ScoreArrays

NAMES = ("pearson", "kendall")


def arrays_of(missing=0.0, seed=0):
    rng = np.random.default_rng(seed)
    human = rng.normal(size=(12, 9))
    metrics = human * np.array([0.2, 0.3, 0.0, 3.0])[:, None, None] + rng.normal(size=(4, 12, 9))
    metrics[rng.random(metrics.shape) < missing] = np.nan
    return ScoreArrays.of(metrics, human)


def literal(observed, permuted, side, h):
    """The p-value of draws taken one by one, how many were taken, and how many of them were undefined."""
    reached = undefined = 0
    for n, value in enumerate(permuted, start=1):
        undefined += np.isnan(value)
        reached += {
            "greater": value >= observed - 1e-12,
            "less": value <= observed + 1e-12,
            "two-sided": abs(value) >= abs(observed) - 1e-12,
        }[side]
        if reached == h:
            return h / (n - undefined), n, undefined
    return (1 + reached) / (1 + n - undefined), n, undefined


@pytest.mark.parametrize("missing", [0.0, 0.1])
@pytest.mark.parametrize("swap", ["systems", "cells"])
@pytest.mark.parametrize("resamples", [300, 1300])
def test_pvalues_are_those_of_draws_taken_one_by_one(swap, missing, resamples):
    arrays, levels = arrays_of(missing), ("system", "input")
    pairs = list(itertools.combinations(range(4), 2))
    plan = PermutationPlan.choose(swap, 12, 9, resamples, 3)
    found = sequential_exceedances(arrays, pairs, plan, levels, NAMES, 7)
    tiles = PermutationTiles.of(arrays, pairs, plan, levels, NAMES, "level")
    drawn = [tiles.differences(tile) for tile in range(-(-resamples // 512))]
    for g, members in enumerate(tiles.members):
        for key in tiles.keys:
            permuted = np.concatenate([tile[g][key] for tile in drawn])
            for p, pair in enumerate(members):
                place = pairs.index(pair)
                for side, name in enumerate(SIDES):
                    expected, n, lost = literal(tiles.observed[g][key][0, p], permuted[:, p], name, 7)
                    assert found[key].pvalue(name)[place] == pytest.approx(expected, rel=1e-12)
                    assert found[key].drawn[side, place] == n
                    assert found[key].undefined[side, place] == lost


@pytest.mark.parametrize(("stop_after", "rounds"), [(10**6, [1, 2, 3]), (1, [1, 3])])
def test_progress_goes_through_all_levels_and_over_what_is_not_drawn(stop_after, rounds):
    arrays, seen = arrays_of(), []
    plan = PermutationPlan.choose("systems", 12, 9, 3 * TILE, 3)
    with executing(Execution(workers=1), lambda _: lambda *now: seen.append(now)), step("s"):
        sequential_exceedances(arrays, [(0, 1)], plan, ("system", "input"), ("pearson",), stop_after)
    assert seen == [(done + before, 6) for before in (0, 3) for done in rounds]


def test_same_numbers_for_any_workers_and_chunks():
    arrays = arrays_of()
    pairs = list(itertools.combinations(range(4), 2))
    plan = PermutationPlan.choose("systems", 12, 9, 3000, 3)
    runs = [
        executing(Execution(workers=workers, chunk=chunk))(sequential_exceedances)(
            arrays,
            pairs,
            plan,
            ("system", "input"),
            NAMES,
            20,
        )
        for workers, chunk in ((1, None), (2, 1), (4, 3))
    ]
    for run in runs[1:]:
        for key, one in runs[0].items():
            for name in ("observed", "counts", "drawn", "undefined"):
                assert getattr(one, name).tobytes() == getattr(run[key], name).tobytes()


def test_pairs_that_are_never_decided_have_the_pvalues_of_all_draws():
    arrays = arrays_of()
    pairs = [(3, 2), (3, 0)]
    plan = PermutationPlan.choose("systems", 12, 9, 2000, 3)
    whole = permutation_exceedances(arrays, pairs, plan, ("system",), NAMES)
    found = sequential_exceedances(arrays, pairs, plan, ("system",), NAMES, 2001)
    for key, one in whole.items():
        assert (found[key].drawn == 2000).all()
        for side in SIDES:
            np.testing.assert_array_equal(found[key].pvalue(side), one.pvalue(side))


def test_undefined_differences_stay_undefined():
    arrays = arrays_of()
    metrics = arrays.metrics.copy()
    metrics[2:] = 1.0
    constant = ScoreArrays.of(metrics, arrays.human)
    plan = PermutationPlan.choose("systems", 12, 9, 1000, 3)
    found = sequential_exceedances(constant, [(2, 3), (0, 1)], plan, ("input",), NAMES, 5)
    for part in found.values():
        assert np.isnan(part.pvalue("two-sided")[0])
        assert part.decided.all()


def test_what_it_is_not_for():
    arrays = arrays_of()
    with pytest.raises(ArgumentError, match="stop_after"):
        sequential_exceedances(
            arrays, [(0, 1)], PermutationPlan.choose("systems", 12, 9, 100, 1), ("input",), NAMES, 0
        )
    with pytest.raises(ArgumentError, match="enumerated"):
        sequential_exceedances(
            arrays, [(0, 1)], PermutationPlan.choose("systems", 12, 9, 5000, 1), ("input",), NAMES, 5
        )
    one = ScoreArrays.of(arrays.metrics[:, :1], arrays.human[:1])
    with pytest.raises(UnsupportedMethodError, match="at least two"):
        sequential_exceedances(
            one, [(0, 1)], PermutationPlan.choose("systems", 1, 9, 1, 1), ("global",), NAMES, 5
        )


def uniform(seed, tests, h, most, tie=None):
    """P-values of exchangeable draws: the observed value is one of them."""
    rng = np.random.default_rng(seed)
    draws = rng.normal(size=(most + 1, tests))
    if tie:
        draws = np.rint(draws * tie)
    found = SequentialExceedances.of(draws[0], h)
    flags = np.stack(
        [
            draws[1:] >= draws[0],
            draws[1:] <= draws[0],
            np.abs(draws[1:]) >= np.abs(draws[0]),
            np.zeros(draws[1:].shape, dtype=bool),
        ]
    )
    for start in range(0, most, 37):  # in parts, as tiles come
        found.add(np.arange(tests), flags[:, start : start + 37])
    return found


@pytest.mark.parametrize(("h", "most"), [(1, 50), (5, 199), (20, 199)])
def test_uniform_under_the_null_hypothesis(h, most):
    """At the values that p can take the probability is the value itself, within 5 standard errors."""
    tests = 15_000
    found = uniform(1, tests, h, most)
    for side in SIDES:
        pvalues = found.pvalue(side)
        attained = [k / (1 + most) for k in range(1, h + 1)] + [h / n for n in range(h, most + 1)]
        for value in attained[:: max(1, len(attained) // 25)]:
            share = np.mean(pvalues <= value + 1e-12)
            assert abs(share - value) <= 5 * np.sqrt(value * (1 - value) / tests) + 1e-12, (side, value)


def test_ties_only_make_it_more_careful():
    found = uniform(2, 40_000, 5, 99, tie=1.5)
    for side in SIDES:
        pvalues = found.pvalue(side)
        for value in (0.01, 0.02, 0.05, 0.1, 0.3, 0.5):
            assert np.mean(pvalues <= value) <= value + 5 * np.sqrt(value * (1 - value) / 40_000)
