"""The study of variants: its numbers against NumPy and SciPy, what it refuses, and that it can be redone."""

from __future__ import annotations

import dataclasses
import itertools

import numpy as np
import pytest
from tests.studies.variants.conftest import COLUMNS, QUICK, system_scores

from trueness.data.scores.score_table import Scorer
from trueness.errors import DataError
from trueness.reporting.manifest import manifest_of, read_manifest, write_manifest
from trueness.reporting.rerun import differences, rerun
from trueness.statistics.annotators.human_assessment import mean_of_dimensions
from trueness.studies.compare.study import compare
from trueness.studies.variants.study import variants


def test_every_variant_stands_with_means_and_with_medians_and_other_metrics_once(found):
    assert sorted(row.metric for row in found.of("pearson")) == sorted(COLUMNS)
    assert [row.estimate for row in found.of("pearson")] == sorted(
        (row.estimate for row in found.of("pearson")), reverse=True
    )
    assert found.best == found.of("pearson")[0].metric


def test_intervals_and_the_default_test_are_those_of_a_comparison(table, found):
    values = mean_of_dimensions([table.matrix("coverage"), table.matrix("quality")])
    with_mean = table.with_scores(Scorer("mean", "human"), values)
    other = compare(
        with_mean, human="mean", metrics=COLUMNS, level="system", coefficient=["pearson", "kendall"], rng=1
    )
    for row in found.variants:
        wanted = other.estimate(row.metric, "system", row.coefficient)
        assert (row.low, row.high) == pytest.approx((wanted.low, wanted.high))
        beaten = [
            test
            for test in other.tests
            if test.coefficient == row.coefficient
            and (
                (test.rival == row.metric and test.verdict == "better")
                or (test.metric == row.metric and test.verdict == "worse")
            )
        ]
        assert row.optimal_default_adjusted == (not beaten)
    tests = {(t.metric, t.rival, t.coefficient): t for t in other.tests}
    for pair in found.pairs:
        one = tests.get((pair.metric, pair.rival, pair.coefficient))
        if one is not None:
            assert pair.pvalue_default == pytest.approx(one.pvalue_greater)
            assert pair.estimate == pytest.approx(one.estimate)


def test_options_count_the_optimal_variants(found):
    for coefficient in ("pearson", "kendall"):
        optimal = [row for row in found.of(coefficient) if row.optimal and row.type]
        for row in (one for one in found.options if one.coefficient == coefficient and one.option == "part"):
            assert row.n_optimal == sum(one.part == row.value for one in optimal)
            assert row.share == pytest.approx(row.n_optimal / len(optimal))
    assert {row.value for row in found.options if row.option == "stop"} == {"kept", "removed"}
    assert (
        sum(row.n_variants for row in found.options if row.option == "type" and row.coefficient == "pearson")
        == 8
    )


def test_the_named_are_drawn_whatever_their_place(found):
    drawn = {row.metric for row in found.pairs if row.coefficient == "pearson"}
    assert drawn == {*(row.metric for row in found.of("pearson")[:3]), "rouge2_stop_recall:median", "other"}


def test_luck_says_what_is_expected_elsewhere(found):
    assert {(row.over, row.coefficient) for row in found.luck} == set(
        itertools.product(("inputs", "systems", "both"), ("pearson", "kendall"))
    )
    for row in found.luck:
        assert row.honest == pytest.approx(row.estimate - row.drop)
        assert row.drop >= 0  # who was chosen for being the highest is not too low
        (decision,) = [
            one for one in found.decisions if (one.facet, one.coefficient) == (row.over, row.coefficient)
        ]
        assert (decision.about, decision.of("elsewhere").estimate) == (row.metric, row.honest)
        assert decision.of("luck").answer == ("yes" if row.drop <= 0.05 else "no")
        assert row.drop_low <= row.drop <= row.drop_high
        own = [one for one in found.winners if (one.over, one.coefficient) == (row.over, row.coefficient)]
        assert sum(one.share for one in own) == pytest.approx(1)
        assert len(own) == row.n_winners
        assert row.share_same == pytest.approx(sum(one.share for one in own if one.metric == row.metric))


def test_every_human_score_has_its_own_correlations(table, found):
    humans = list(dict.fromkeys(row.human for row in found.humans))
    assert humans == ["arithmetic mean", "harmonic mean", "geometric mean", "coverage", "quality"]
    for how in ("harmonic", "geometric"):
        z = mean_of_dimensions([table.matrix("coverage"), table.matrix("quality")], how).mean(axis=1)
        row = next(
            r
            for r in found.humans
            if (r.human, r.metric, r.coefficient) == (f"{how} mean", "other", "pearson")
        )
        assert row.estimate == pytest.approx(np.corrcoef(system_scores(table, "other"), z)[0, 1])
    assert found.human == "arithmetic mean"
    assert set(found.people) == set(humans)


def test_systems_are_ranked_by_the_best_and_by_the_customary(table, found, people):
    assert found.customary == "rouge2_stop_recall:median"
    by_system = {row.system: row for row in found.systems}
    medians = system_scores(table, "rouge2_stop_recall:median")
    for k, name in enumerate(table.systems):
        row = by_system[name]
        assert row.estimate_human == pytest.approx(people[k])
        assert row.median_customary == pytest.approx(medians[k])
        assert row.mean_customary == pytest.approx(table.matrix("rouge2_stop_recall")[k].mean())
        assert row.rank_customary == 1 + int(np.sum(medians > medians[k]))
    assert [row.rank_best for row in found.systems] == sorted(row.rank_best for row in found.systems)


def test_it_can_be_repeated_from_its_manifest(table, found, tmp_path):
    manifest = read_manifest(write_manifest(manifest_of(found), tmp_path / "variants.json"))
    assert not differences(manifest, rerun(manifest, sources=[table]))


def test_a_table_in_which_nothing_varies_is_refused(table):
    flat = dataclasses.replace(table, values=np.where(np.arange(7)[:, None, None] < 2, table.values, 1.0))
    with pytest.raises(DataError, match="no metric has a correlation with 'coverage'"):
        variants(flat, human="coverage", **QUICK)
    with pytest.raises(DataError, match="fewer than two systems"):
        variants(table.select(systems=["s00"]), human="coverage", **QUICK)
