"""Metrics whose scores of systems are means beside such with medians, in one comparison."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import UnknownNameError
from trueness.reporting.manifest import manifest_of
from trueness.reporting.rerun import differences, rerun
from trueness.statistics.dependent_correlations import williams
from trueness.studies.compare.study import compare
from trueness.studies.compare.view import ComparisonView
from trueness.studies.judge.study import judge
from trueness.studies.systems.study import systems

METRICS = ("a", "a:median", "b", "b:median")


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(8)
    quality = rng.normal(size=(9, 1))
    values = quality + rng.gumbel(scale=1.5, size=(3, 9, 13))
    scorers = Scorer("h", "human"), Scorer("a", "metric"), Scorer("b", "metric")
    return ScoreTable(scorers, tuple(f"s{k}" for k in range(9)), tuple(f"d{k}" for k in range(13)), values)


def run(table, metrics=METRICS, **more):
    asked = {"level": "system", "coefficient": "pearson", "metrics": metrics, "rng": 3, "resamples": 99}
    return compare(table, **{**asked, **more})


@pytest.fixture(scope="module")
def mixed(table):
    return run(table)


def numbers(rows):
    skipped = {"pvalue_adjusted", "significant_adjusted", "family_size", "verdict"}
    return [
        {name: value for name, value in dataclasses.asdict(row).items() if name not in skipped}
        for row in rows
    ]


def same(found, wanted):
    assert len(found) == len(wanted)
    for one, other in zip(numbers(found), numbers(wanted), strict=True):
        for name, value in one.items():
            text = isinstance(value, str)
            assert (
                (value.removesuffix(":median") == other[name])
                if text
                else value == pytest.approx(other[name], nan_ok=True)
            )


def test_each_column_has_its_own_numpy_scores_of_systems(table, mixed):
    for name, of in (("a", np.mean), ("a:median", np.median)):
        x, z = of(table.matrix("a"), axis=1), table.matrix("h").mean(axis=1)
        np.testing.assert_allclose(mixed.system_scores[name], x)
        assert mixed.estimate(name, "system", "pearson").estimate == pytest.approx(np.corrcoef(x, z)[0, 1])


@pytest.mark.parametrize("test", ["two_way_jackknife", "williams", "bootstrap"])
def test_what_is_compared_beside_moves_nothing(table, test):
    mixed = run(table, test=test)
    means, medians = run(table, ("a", "b"), test=test), run(table, ("a", "b"), test=test, aggregate="median")
    plain = [row for row in mixed.tests if ":" not in row.metric + row.rival]
    same(plain, means.tests)
    same([row for row in mixed.tests if "median" in row.metric and "median" in row.rival], medians.tests)
    same([row for row in mixed.estimates if ":" in row.metric], medians.estimates)


def test_williams_test_of_a_mean_and_a_median_is_that_of_their_scores(table):
    row = next(r for r in run(table, test="williams").tests if (r.metric, r.rival) == ("a", "a:median"))
    x, y, z = (
        table.matrix("a").mean(axis=1),
        np.median(table.matrix("a"), axis=1),
        table.matrix("h").mean(axis=1),
    )
    r = np.corrcoef([x, y, z])
    assert row.pvalue == pytest.approx(float(williams(r[0, 2], r[1, 2], r[0, 1], 9).pvalue))


def test_words_say_which_are_medians(mixed):
    caution = next(one for one in mixed.cautions if one.code == "median_scores")
    assert "'a:median', 'b:median' are medians" in caution.message
    page = "".join(spec.caption for spec, _ in ComparisonView().tables(mixed))
    assert ":median: system scores are medians" in page
    assert "|agg:corpus-or-by-column|" in str(mixed.signature)
    assert [mixed.aggregation(name) for name in METRICS] == ["mean", "median"] * 2


def test_it_can_be_repeated_from_the_table_without_these_columns(table, mixed):
    manifest = manifest_of(mixed)
    assert not differences(manifest, rerun(manifest, sources=[table]))


def test_systems_are_compared_by_both(table):
    found = systems(table, scorers=("a", "a:median"), rng=1, resamples=99)
    scores = {(row.scorer, row.system): row.estimate for row in found.standing}
    assert scores["a:median", "s0"] == pytest.approx(np.median(table.matrix("a")[0]))
    assert scores["a", "s0"] == pytest.approx(table.matrix("a")[0].mean())


def test_studies_without_scores_of_systems_know_no_such_names(table):
    with pytest.raises(UnknownNameError, match="a:median"):
        judge(table, judges=["a:median"], human="h")
