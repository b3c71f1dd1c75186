"""The plain permutation test against the engine, and which system scores it cannot swap."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.errors import UnsupportedMethodError
from trueness.methods.differences import Differences
from trueness.methods.permutation import PERMUTATION, swap_of
from trueness.statistics.engine.resample import PermutationPlan
from trueness.statistics.resampling.permutation import permutation_exceedances
from trueness.statistics.resampling.sequential_permutation import sequential_exceedances

PAIRS = [(0, 1), (1, 2)]
KEYS = [("system", "kendall"), ("input", "kendall")]


def plan_of(arrays, swap, resamples):
    return PermutationPlan.choose(swap, arrays.n_systems, arrays.n_inputs, resamples, 5, arrays.clusters)


def test_words_of_a_swap():
    assert swap_of("both") == "cells"
    assert swap_of("inputs") == "inputs"


@pytest.mark.parametrize(("over", "resamples"), [("both", 199), ("systems", 1024)])
def test_it_is_the_engine(arrays, over, resamples):
    given = Differences(arrays, PAIRS, KEYS, resamples=resamples, seed=5, standardize="cells")
    found = PERMUTATION.findings(given, over, KEYS)
    plan = plan_of(arrays, swap_of(over), resamples)
    expected = permutation_exceedances(
        arrays, PAIRS, plan, ("system", "input"), ("kendall",), standardize="cells"
    )
    assert len(found) == 4
    for (key, pair), one in found.items():
        p = PAIRS.index(pair)
        for side in ("greater", "less", "two-sided"):
            assert one.pvalue(side) == expected[key].pvalue(side)[p]
        assert (one.resamples, one.exact) == (plan.resamples, resamples == 1024)


def test_it_ends_early_unless_all_arrangements_are_enumerated(arrays):
    early = Differences(arrays, PAIRS, KEYS, resamples=300, seed=5, stop_after=10)
    found = PERMUTATION.findings(early, "inputs", KEYS[1:])
    assert {one.resamples for one in found.values()} == {256}  # 2 to the 8
    found = PERMUTATION.findings(early, "both", KEYS[1:])
    expected = sequential_exceedances(
        arrays, PAIRS, plan_of(arrays, "cells", 300), ("input",), ("kendall",), stop_after=10
    )
    _, drawn = expected["input", "kendall"].used
    assert [one.resamples for one in found.values()] == drawn.tolist()
    assert drawn[0] != drawn[1]


def test_pairs_with_scores_it_cannot_swap_are_left_out(arrays):
    median = dataclasses.replace(arrays, aggregate="median")
    given = Differences(median, PAIRS, KEYS, resamples=99)
    assert {key for key, _ in PERMUTATION.findings(given, "both", KEYS)} == {("input", "kendall")}
    assert len(PERMUTATION.findings(given, "systems", KEYS)) == 4
    with pytest.raises(UnsupportedMethodError, match="medians"):
        PERMUTATION.check_scores(median, PAIRS, KEYS, "both", "level")
    PERMUTATION.check_scores(median, PAIRS, KEYS, "systems", "level")
    PERMUTATION.check_scores(median, PAIRS, KEYS[1:], "both", "level")


@pytest.mark.parametrize(
    ("level", "coefficient", "overs"),
    [
        ("system", "kendall", {"systems", "inputs", "both", "rows_then_columns"}),
        ("input", "acc_eq", {"inputs"}),
        ("global", "acc_eq", set()),
        ("system", "acc_eq", set()),
    ],
)
def test_where_it_exists(level, coefficient, overs):
    assert {over for over in PERMUTATION.overs if PERMUTATION.exists(level, coefficient, over)} == overs


def test_numbers_of_one_level_do_not_depend_on_the_other(arrays):
    given = Differences(arrays, PAIRS, KEYS, resamples=99, seed=1)
    together, alone = (PERMUTATION.findings(given, "both", keys) for keys in (KEYS, KEYS[:1]))
    assert {place: together[place].two_sided for place in alone} == {
        place: one.two_sided for place, one in alone.items()
    }
    assert not np.isnan([one.two_sided for one in alone.values()]).any()
