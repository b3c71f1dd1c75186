"""The permutation of systems on Fisher's scale against the engine."""

from __future__ import annotations

from trueness.methods.differences import Differences
from trueness.methods.fisher_permutation import FISHER_PERMUTATION
from trueness.statistics.engine.resample import PermutationPlan
from trueness.statistics.resampling.permutation import permutation_exceedances

KEYS = [("input", "kendall")]


def test_it_is_the_engine_on_the_scale_whatever_the_scaling(arrays):
    given = Differences(arrays, [(0, 1)], KEYS, resamples=99, seed=2, standardize="cells")
    (found,) = FISHER_PERMUTATION.findings(given, "systems", KEYS).values()
    plan = PermutationPlan.choose("systems", 9, 8, 99, 2)
    expected = permutation_exceedances(arrays, [(0, 1)], plan, ("input",), ("kendall",), scale="fisher")
    assert found.two_sided == expected["input", "kendall"].pvalue("two-sided")[0]


def test_it_is_of_systems_and_of_correlations():
    assert FISHER_PERMUTATION.exists("system", "pearson", "systems")
    assert not FISHER_PERMUTATION.exists("system", "pearson", "inputs")
    assert not FISHER_PERMUTATION.exists("global", "pearson", "systems")
    assert not FISHER_PERMUTATION.exists("system", "gamma", "systems")
