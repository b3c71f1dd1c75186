"""How far tests of systems reach: against systems that are as far apart as can be."""

from __future__ import annotations

import numpy as np
import pytest
from tests.studies.systems.test_said import far_apart

from trueness.studies.systems.reach import (
    counted_units,
    fewest_for_best,
    least_pvalue,
    out_of_reach,
    units_words,
)
from trueness.studies.systems.settings import SystemSettings
from trueness.studies.systems.study import systems


@pytest.mark.parametrize("test", ["permutation", "wilcoxon", "rank_sum"])
@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
@pytest.mark.parametrize("n_inputs", [3, 6])
def test_the_bound_is_reached_by_systems_that_never_meet(test, alternative, n_inputs):
    found = systems(far_apart(n_inputs), test=test, alternative=alternative, rng=1)
    reached = min(row.pvalue for row in found.pairs)
    assert found.pairs[0].pvalue_least == pytest.approx(reached, rel=1e-12)
    assert least_pvalue(n_inputs, found.settings) == found.pairs[0].pvalue_least


def test_the_bound_of_resamples_and_of_none():
    means = systems(far_apart(30), resamples=19, rng=1)
    assert means.pairs[0].pvalue_least == 2 / 2**30
    assert means.pairs[0].pvalue == pytest.approx(2 / 2**30)
    medians = systems(far_apart(30), resamples=19, rng=1, aggregate="median")
    assert medians.pairs[0].pvalue_least == 1 / 20 == medians.pairs[0].pvalue
    t = systems(far_apart(3), test="t", rng=1)
    assert t.pairs[0].pvalue_least == 0 == least_pvalue(3, t.settings)


@pytest.mark.parametrize(
    ("n_inputs", "n_systems", "correction", "needed"),
    [
        (4, 2, "holm", 6),  # 2 / 16
        (6, 2, "holm", None),  # 2 / 64
        (6, 3, "holm", 7),  # three times that
        (6, 3, "bh", None),  # all of them together
        (6, 3, "none", None),
        (5, 36, "holm", 15),
    ],
)
def test_it_is_known_how_many_units_would_do(n_inputs, n_systems, correction, needed):
    found = systems(far_apart(n_inputs, n_systems), correction=correction, rng=1)
    assert any(row.significant_adjusted for row in found.pairs) == (needed is None)
    tests = {name: [row for row in found.pairs if row.scorer == name] for name in found.scorers}
    short = out_of_reach(tests, found.settings)
    assert bool(short) == (needed is not None)
    if needed is not None:
        assert {one.units_needed for one in short.values()} == {needed}
        assert short["human"].smallest == 2 / 2**n_inputs
        assert short["human"].needed == pytest.approx(0.05 / len(tests["human"]))
        more = systems(far_apart(needed, n_systems), correction=correction, rng=1)
        assert any(row.significant_adjusted for row in more.pairs)


def test_resamples_lack_only_where_no_formula_takes_their_place():
    found = systems(far_apart(30, 3), resamples=30, rng=1, aggregate="median")
    tests = {name: [row for row in found.pairs if row.scorer == name] for name in found.scorers}
    short = out_of_reach(tests, found.settings)["human"]
    assert (short.units_needed, short.resamples_needed) == (None, 59)
    again = systems(far_apart(30, 3), resamples=59, rng=1, aggregate="median")
    assert all(row.significant_adjusted for row in again.pairs)
    assert all(row.significant_adjusted for row in systems(far_apart(30, 3), resamples=30, rng=1).pairs)


def test_the_default_reaches_whatever_the_number_of_systems():
    assert all(row.significant_adjusted for row in systems(far_apart(40, 36), rng=1).pairs)
    medians = systems(far_apart(40, 36), rng=1, scorers="human", aggregate="median")
    assert all(row.significant_adjusted for row in medians.pairs)
    assert medians.settings.resamples > 9999


def test_the_best_of_many_takes_fewer_units_than_their_ranks():
    settings = SystemSettings()
    for n_systems in (2, 12, 36):
        n = fewest_for_best(n_systems, settings)
        assert (n_systems - 1) / 2**n <= 0.05 < max(1, n_systems - 1) / 2 ** (n - 1)
    assert fewest_for_best(36, SystemSettings(test="t")) == 2
    assert np.all([fewest_for_best(k, settings) < 15 for k in range(1, 37)])


@pytest.mark.parametrize(
    ("clusters", "number", "words"),
    [
        (None, 1, "1 input"),
        (None, 100, "100 inputs"),
        ("document", 5, "5 documents"),
        ("document", 1, "1 document"),
        ("topics", 3, "3 topics"),
        ("doc_id", 3, "3 groups of inputs ('doc_id')"),
    ],
)
def test_units_have_their_own_name(clusters, number, words):
    assert counted_units(number, clusters) == words
    assert number == 1 or words.endswith(units_words(clusters))
