import numpy as np
import pytest

import trueness
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.reporting.writing.tables import cell
from trueness.studies.compare.standing_tables import standing_tables


def table_of(scores):
    values = np.stack(list(scores.values()))
    _, n, m = values.shape
    scorers = tuple(Scorer(name, "human" if name == "people" else "metric") for name in scores)
    return ScoreTable(scorers, tuple(f"s{i}" for i in range(n)), tuple(f"d{j}" for j in range(m)), values)


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(5)
    quality = rng.normal(size=(12, 1)) + rng.normal(size=(12, 30)) / 2
    noise = np.linspace(0.2, 4, 14)
    metrics = [quality + size * rng.normal(size=quality.shape) for size in noise]
    return table_of({"people": quality, **{f"m{k}": scores for k, scores in enumerate(metrics)}})


def lines(spec, rows):
    return [[cell(row, column) for column in spec.columns] for row in rows]


def test_the_best_few_stand_in_order(table):
    found = trueness.compare(table, rng=1)
    specs = standing_tables(found, top=4)
    assert [spec.title for spec, _ in specs] == [
        "System level: best 4 of 14 metrics by Pearson's r",
        "Input level: best 4 of 14 metrics by Pearson's r",
    ]
    for (spec, rows), level in zip(specs, ("system", "input"), strict=True):
        wanted = {
            (row.metric, row.coefficient): row.estimate for row in found.estimates if row.level == level
        }
        best = sorted((name for name, coefficient in wanted if coefficient == "pearson"))
        best.sort(key=lambda name: -wanted[name, "pearson"])
        assert [row["metric"] for row in rows] == best[:4]
        for row in rows:
            assert all(
                row[coefficient] == wanted[row["metric"], coefficient]
                for coefficient in ("pearson", "spearman", "kendall")
            )
        ranks = {
            row.metric: (row.may_be_best, row.rank_low, row.rank_high)
            for row in found.ranks
            if (row.level, row.coefficient) == (level, "pearson")
        }
        shown = [(row["may_be_best"], row["rank_low"], row["rank_high"]) for row in rows]
        assert shown == [ranks[row["metric"]] for row in rows]
        assert [column.heading for column in spec.columns] == [
            *("Metric", "r", "Interval", "ρ", "τ", "May be best", "Ranks")
        ]


def test_against_a_baseline_each_has_its_test(table):
    found = trueness.compare(table, baseline="m5", level="system", coefficient="kendall", rng=1)
    ((spec, rows),) = standing_tables(found, top=20)
    assert spec.title == "System level: 14 metrics by Kendall's tau-b"
    said = {line[0]: line[-2:] for line in lines(spec, rows)}
    assert said["m5"] == ["–", "–"]
    assert {row.metric: row.verdict for row in found.tests} == {
        name: verdict for name, (_, verdict) in said.items() if name != "m5"
    }


def test_without_tests_and_intervals_there_are_correlations(table):
    found = trueness.compare(
        table, tests=False, interval="none", level="input", coefficient=("pearson", "kendall")
    )
    ((spec, rows),) = standing_tables(found)
    assert [column.heading for column in spec.columns] == ["Metric", "r", "τ"]
    assert len(rows) == 10


def test_an_undefined_correlation_stands_last():
    rng = np.random.default_rng(2)
    people = rng.normal(size=(8, 10))
    table = table_of({"people": people, "same": np.ones((8, 10)), "worse": -people})
    ((_, rows),) = standing_tables(trueness.compare(table, level="system", tests=False))
    assert [row["metric"] for row in rows] == ["worse", "same"]


def test_they_can_be_sorted_by_another_coefficient_or_by_name(table):
    found = trueness.compare(table, rng=1)
    for spec, rows in standing_tables(found, top=None, sort="kendall"):
        assert spec.title.endswith("14 metrics by Kendall's tau-b")
        assert [column.heading for column in spec.columns][:5] == ["Metric", "τ", "Interval", "r", "ρ"]
        values = [row["kendall"] for row in rows]
        assert values == sorted(values, reverse=True)
        wanted = {
            row.metric: row.low
            for row in found.estimates
            if (row.level, row.coefficient) == (rows[0]["level"], "kendall")
        }
        assert [row["low"] for row in rows] == [wanted[row["metric"]] for row in rows]
    for spec, rows in standing_tables(found, top=3, sort="name"):
        assert spec.title.endswith("first 3 of 14 metrics by name")
        assert [row["metric"] for row in rows] == ["m0", "m1", "m10"]


def test_why_one_that_is_ruled_out_may_have_limits_from_one_is_said_once(table):
    found = trueness.compare(table, rng=1)
    (first, rows), (last, others) = standing_tables(found, top=None)
    assert any(not row["may_be_best"] and row["rank_low"] == 1 for row in (*rows, *others))
    assert not first.note
    assert last.note.endswith("they may begin at 1 for a metric that is ruled out as the best.")
    assert not any(spec.note for spec, _ in standing_tables(found, top=1))  # that one is not shown
    assert not any(
        spec.note for spec, _ in standing_tables(trueness.compare(table, rng=1, correction="none"), None)
    )
