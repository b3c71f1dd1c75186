"""How metrics stand on a terminal is what estimates and tests say, one line each."""

import math

import numpy as np
import pytest

import trueness
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.reporting.manifest import manifest_of
from trueness.reporting.report import report_html
from trueness.reporting.writing.tables import cell
from trueness.studies.compare.standing_table import TOP, standing_table


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


def written(row):
    """Return an estimate as the table has it."""
    value = f"{row.estimate:.2f}"
    return (value if math.isnan(row.low) else f"{value} [{row.low:.2f}, {row.high:.2f}]").replace("-", "−")


def by_metric(rows, level, coefficient):
    return {row.metric: row for row in rows if (row.level, row.coefficient) == (level, coefficient)}


def test_the_best_few_stand_in_order_with_all_levels_side_by_side(table):
    found = trueness.compare(table, rng=1)
    spec, rows = standing_table(found, top=4)
    assert (spec.name, spec.title) == ("standing", "The best 4 of 14 metrics by Pearson's r, system level")
    assert [column.heading for column in spec.columns] == [
        *("Metric", "System: r", "May be best", "Input: r", "May be best")
    ]
    order = by_metric(found.estimates, "system", "pearson")
    assert [row["metric"] for row in rows] == sorted(order, key=lambda name: -order[name].estimate)[:4]
    for level in ("system", "input"):
        wanted = by_metric(found.estimates, level, "pearson")
        ranks = by_metric(found.ranks, level, "pearson")
        for row in rows:
            assert row[f"agreement_{level}"] == written(wanted[row["metric"]])
            assert row[f"standing_{level}"] == ("yes" if ranks[row["metric"]].may_be_best else "no")
    # metrics differ, so that both words are there
    _, whole = standing_table(found, top=None)
    assert {row["standing_system"] for row in whole} == {"yes", "no"}
    assert [row["metric"] for row in whole[:4]] == [row["metric"] for row in rows]


def test_a_narrow_terminal_gives_up_the_last_level_first(table):
    spec, _ = standing_table(trueness.compare(table, rng=1))
    assert spec.dispensable == (("standing_input",), ("agreement_input",))
    one, _ = standing_table(trueness.compare(table, level="input", coefficient="kendall", rng=1))
    assert one.dispensable == ()


def test_against_a_baseline_each_has_what_its_test_says(table):
    found = trueness.compare(table, baseline="m5", level="system", coefficient="kendall", rng=1)
    spec, rows = standing_table(found, top=20)
    assert spec.title == "The 14 metrics by Kendall's tau-b"
    assert [column.heading for column in spec.columns] == ["Metric", "System: τ", "Against m5"]
    said = {line[0]: line[-1] for line in lines(spec, rows)}
    assert said.pop("m5") == "–"
    verdicts = {row.metric: row.verdict for row in found.tests}
    assert {"better", "worse"} & set(verdicts.values())
    assert said == {
        name: verdict if verdict in ("better", "worse") else "–" for name, verdict in verdicts.items()
    }


def test_without_tests_and_intervals_there_are_correlations(table):
    found = trueness.compare(
        table, tests=False, interval="none", level="input", coefficient=("pearson", "kendall")
    )
    spec, rows = standing_table(found)
    assert [column.heading for column in spec.columns] == ["Metric", "Input: r"]
    assert len(rows) == TOP == 10
    wanted = by_metric(found.estimates, "input", "pearson")
    assert [line[1] for line in lines(spec, rows)] == [
        f"{wanted[row['metric']].estimate:.2f}" for row in rows
    ]


def test_an_undefined_correlation_stands_last():
    rng = np.random.default_rng(2)
    people = rng.normal(size=(8, 10))
    table = table_of({"people": people, "same": np.ones((8, 10)), "worse": -people})
    _, rows = standing_table(trueness.compare(table, level="system", tests=False))
    assert [row["metric"] for row in rows] == ["worse", "same"]
    assert rows[0]["agreement_system"].startswith("−1.00")
    assert rows[1]["agreement_system"] == "–"


def test_they_can_be_sorted_by_another_coefficient_or_by_name(table):
    found = trueness.compare(table, rng=1)
    spec, rows = standing_table(found, top=None, sort="kendall")
    assert spec.title == "The 14 metrics by Kendall's tau-b, system level"
    assert [column.heading for column in spec.columns] == [
        *("Metric", "System: τ", "May be best", "Input: τ", "May be best")
    ]
    wanted = by_metric(found.estimates, "system", "kendall")
    assert [row["metric"] for row in rows] == sorted(wanted, key=lambda name: -wanted[name].estimate)
    assert [row["agreement_system"] for row in rows] == [written(wanted[row["metric"]]) for row in rows]
    spec, rows = standing_table(found, top=3, sort="name")
    assert spec.title == "The first 3 of 14 metrics by name"
    assert [row["metric"] for row in rows] == ["m0", "m1", "m10"]


def test_a_coefficient_that_a_level_does_not_have_is_not_shown_there(table):
    found = trueness.compare(table, rng=1, coefficient=("spa", "kendall"), tests=False)
    spec, _ = standing_table(found, sort="spa")
    assert [column.heading for column in spec.columns] == ["Metric", "System: SPA", "Input: τ"]


def test_a_metric_whose_difference_is_known_well_is_ruled_out_above_one_whose_is_not():
    rng = np.random.default_rng(4)
    quality = rng.normal(size=(12, 1)) + rng.normal(size=(12, 30)) / 2
    errors = rng.normal(size=(12, 1))
    two_far_off = np.array([0] * 10 + [2, -2])[:, None]
    odd = quality + rng.normal(size=(12, 1)) * two_far_off + 0.8 * rng.normal(size=(12, 1))
    scores = {
        "people": quality,
        "best": quality + 0.45 * errors,
        "close": quality + 0.75 * errors,
        "odd": odd,
    }
    found = trueness.compare(table_of(scores), rng=1, level="system", coefficient="pearson")
    spec, rows = standing_table(found)
    assert [(row["metric"], row["standing_system"]) for row in rows] == [
        ("best", "yes"),
        ("close", "no"),
        ("odd", "yes"),
    ]
    assert "'close' is ruled out as the best, and 'odd', which is lower, is not." in spec.note
    assert "which is lower, is not." in report_html(found, manifest_of(found))
    without = trueness.compare(table_of(scores), rng=1, metrics=["best", "close"], level="system")
    assert standing_table(without)[0].note == ""
