"""Metrics in two columns with dots: both definitions of the dot, by loops over the tests."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.compare.dotted_table import BY_NONE, BY_NONE_AFTER, dotted_table
from trueness.studies.compare.study import compare

NAMES = tuple("abcdefg")


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(4)
    quality = rng.normal(size=(8, 30))
    scores = [
        quality + (0.3 + 0.25 * k) * rng.normal(size=quality.shape) ** (1 + 2 * (k % 2)) for k in range(7)
    ]
    scorers = (Scorer("h", "human"), *(Scorer(name, "metric") for name in NAMES))
    return ScoreTable(
        scorers,
        tuple(f"s{k}" for k in range(8)),
        tuple(f"d{k}" for k in range(30)),
        np.stack([quality + rng.normal(size=quality.shape), *scores]),
    )


def run(table, **more):
    asked = {
        "level": "global",
        "coefficient": ["spearman", "pearson"],
        "test": "williams",
        "as_published": True,
    }
    return compare(table, human="h", interval="none", rng=1, **{**asked, **more})


def cells(found, coefficient):
    spec, rows = dotted_table(found)
    lines = [(row["metric"], row[coefficient]) for row in rows]
    return spec, [*lines, *((row["metric_2"], row[f"{coefficient}_2"]) for row in rows if row["metric_2"])]


def test_metrics_stand_in_two_columns_the_best_first(table):
    found = run(table)
    spec, lines = cells(found, "spearman")
    r = {row.metric: row.estimate for row in found.estimates if row.coefficient == "spearman"}
    assert [name for name, _ in lines] == sorted(r, key=r.__getitem__, reverse=True)
    assert [column.heading for column in spec.columns] == ["Metric", "ρ", "r"] * 2
    assert len(dotted_table(found)[1]) == 4


@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
@pytest.mark.parametrize("coefficient", ["spearman", "pearson"])
def test_both_dots_are_those_of_the_tests(table, coefficient, alternative):
    found = run(table, alternative=alternative)
    _, lines = cells(found, coefficient)
    order = [name for name, _ in lines]
    for place, (name, text) in enumerate(lines):
        better = set()
        for row in found.tests:
            if row.coefficient == coefficient and row.pvalue <= 0.05 and name in (row.metric, row.rival):
                other = row.rival if row.metric == name else row.metric
                ahead = row.estimate < 0 if row.metric == name else row.estimate > 0
                better |= {other} if ahead else set()
        wanted = BY_NONE if not better else "" if better & set(order[place:]) else BY_NONE_AFTER
        assert text.endswith(wanted)
        assert (wanted != "") == (BY_NONE in text or BY_NONE_AFTER in text)
    assert any(BY_NONE_AFTER in text for _, text in lines)


def test_without_tests_of_all_pairs_there_are_no_dots(table):
    for found in (run(table, baseline="a"), run(table, tests=False)):
        _, lines = cells(found, "spearman")
        assert not any(BY_NONE in text or BY_NONE_AFTER in text for _, text in lines)


def test_another_coefficient_sorts_and_a_narrow_terminal_has_one_block(table):
    found = run(table)
    spec, rows = dotted_table(found, "pearson", width=40)
    r = {row.metric: row.estimate for row in found.estimates if row.coefficient == "pearson"}
    assert [row["metric"] for row in rows] == sorted(r, key=r.__getitem__, reverse=True)
    assert [column.heading for column in spec.columns] == ["Metric", "ρ", "r"]  # as they were asked for
    assert "Sorted by Pearson's r" in spec.caption
    assert all(BY_NONE in row["pearson"] or BY_NONE_AFTER in row["pearson"] for row in rows)
    assert [row["metric"] for row in dotted_table(found, "name", width=40)[1]] == sorted(NAMES)
    assert len(dotted_table(found, "pearson", width=80)[1]) == 4


def test_levels_follow_each_other(table):
    found = run(table, level=["system", "global"])
    spec, rows = dotted_table(found)
    assert spec.columns[0].key == "level"
    assert [row["level"] for row in rows] == ["System level"] * 4 + ["Global level"] * 4


def test_there_is_no_dot_where_nothing_is_told_apart(table):
    found = run(table, alpha=1e-60)
    assert not any(row.significant for row in found.tests)
    _, lines = cells(found, "spearman")
    assert not any(BY_NONE in text or BY_NONE_AFTER in text for _, text in lines)
    assert not found.marked("system", "spearman")
