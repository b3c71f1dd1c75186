"""The tables of a comparison of systems: columns, captions, escaping."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from tests.studies.systems.test_decided import of_means

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.methods.registry import SYSTEM_TESTS, system_test
from trueness.reporting.writing.html_tables import to_html
from trueness.reporting.writing.latex_tables import to_latex
from trueness.reporting.writing.tables import to_csv, to_json, to_markdown
from trueness.studies.systems.rows import (
    DifferenceNormality,
    PeopleSeparation,
    SystemAgreement,
    SystemDecision,
    SystemPairTest,
    SystemRank,
    SystemsResult,
)
from trueness.studies.systems.said import how_tested
from trueness.studies.systems.settings import SystemSettings
from trueness.studies.systems.study import systems
from trueness.studies.systems.view import SystemView, sorted_standing, system_tables

HUMAN, METRIC = "<b>hu|man</b>", "a_b%c&d#e{f}~^\\$ | `x`"


def table():
    rng = np.random.default_rng(0)
    values = rng.normal(size=(2, 4, 20)) + np.array([[0], [2], [1], [2]])
    return ScoreTable(
        (Scorer(HUMAN, "human"), Scorer(METRIC, "metric", higher_is_better=False)),
        ("=s0", "<i>s1</i>", "s2", "s&3"),
        tuple(f"i{j}" for j in range(20)),
        values,
        name="data <i>",
    )


def compared(**options):
    return systems(table(), **{"rng": 1, "resamples": 99, **options})


def tables_of(comparison):
    return {spec.name: (spec, rows) for spec, rows in system_tables(comparison)}


@pytest.fixture(scope="module")
def found():
    return compared(people="s2")


def test_every_table_is_there_and_every_column_a_field(found):
    specs = tables_of(found)
    assert tuple(specs) == SystemsResult.TABLES
    kinds = {
        "pairs": SystemPairTest,
        "standing": SystemRank,
        "agreement": SystemAgreement,
        "choices": SystemDecision,
        "separation": PeopleSeparation,
        "normality": DifferenceNormality,
    }
    for name, kind in kinds.items():
        keys = {field.name for field in dataclasses.fields(kind)}
        spec, rows = specs[name]
        assert rows
        for column in spec.columns:
            assert {column.key} <= keys if isinstance(column.key, str) else set(column.key) <= keys


@pytest.mark.parametrize("test", SYSTEM_TESTS)
def test_columns_without_values_are_left_out_and_captions_say_the_test(test):
    spec, rows = tables_of(compared(test=test))["pairs"]
    keys = [column.key for column in spec.columns]
    assert (("low", "high") in keys) == (test in ("t", "bootstrap"))
    assert ("statistic" in keys) == (test in ("t", "wilcoxon", "rank_sum"))
    assert system_test(test).words in spec.caption
    assert "Holm's correction" in spec.caption
    assert len(rows) == 12


def test_captions_say_the_settings(found):
    specs = tables_of(compared(correction="none", alternative="greater", aggregate="median"))
    caption = specs["pairs"][0].standalone_caption
    for words in (
        "One-sided (greater)",
        "not adjusted",
        "medians",
        "data <i>: 4 systems and 20 inputs",
        HUMAN,
    ):
        assert words in caption
    assert "corpus scores where there are" in tables_of(found)["pairs"][0].caption
    labels = [spec.label for spec, _ in system_tables(found)]
    assert len(set(labels)) == len(labels)
    assert all(letter.isalnum() or letter == "-" for label in labels for letter in label)


def test_why_one_that_is_ruled_out_may_have_limits_from_one_is_said():
    spec, rows = tables_of(systems(of_means([0.29, 0]), test="t", rng=1))["standing"]
    assert [(row.may_be_best, row.rank_low) for row in rows] == [(True, 1), (False, 1)]
    assert spec.noted_caption.endswith("they may begin at 1 for a system that is ruled out as the best.")
    assert not tables_of(systems(of_means([0.9, 0]), test="t", rng=1))["standing"][0].note


def test_the_best_come_first_scorer_by_scorer(found):
    rows = sorted_standing(found)
    assert [row.scorer for row in rows] == [HUMAN] * 4 + [METRIC] * 4
    for part in (rows[:4], rows[4:]):
        scores = [row.estimate for row in part]
        assert scores == sorted(scores, reverse=True)
    assert "person" in [column.key for column in tables_of(found)["standing"][0].columns]
    assert "person" not in [column.key for column in tables_of(compared())["standing"][0].columns]


@pytest.mark.parametrize("name", SystemsResult.TABLES)
def test_every_writer_takes_every_table(found, name):
    spec, rows = tables_of(found)[name]
    html = to_html(rows, spec)
    assert "<i>s1" not in html
    assert "<b>hu" not in html
    assert len(to_csv(rows, spec).splitlines()) == 1 + len(rows)
    assert r"\toprule" in to_latex(rows, spec)
    assert "Table: " in to_markdown(rows, spec)
    assert to_json(rows, spec, signature=found.signature).count('"signature"') == len(rows)


def test_scorers_of_which_less_is_better_are_marked(found):
    for name in ("pairs", "standing", "separation", "normality"):
        spec, rows = tables_of(found)[name]
        assert "↓" in to_html(rows, spec)
        assert "↓" not in to_csv(rows, spec)


def test_which_test_it_was():
    assert how_tested(SystemSettings(), 9999, exact=False) == "the paired permutation test, 9,999 resamples"
    assert how_tested(SystemSettings(), 64, exact=True).endswith("64 arrangements, all there are")
    assert (
        how_tested(SystemSettings(test="wilcoxon"), 0, exact=True)
        == "Wilcoxon's signed-rank test (zeros: pratt)"
    )


def test_the_first_screen_has_the_systems_by_people_whatever_else_scores_them(found):
    ((spec, rows),) = SystemView().first_table(found, 100)
    assert spec.name == "standing"
    assert spec.title.endswith(f" by {HUMAN}")
    assert "scorer" not in [column.key for column in spec.columns]
    assert [row.system for row in rows] == [
        row.system for row in sorted_standing(found) if row.scorer == HUMAN
    ]
    ((_, alone),) = SystemView().first_table(compared(scorers=[METRIC]), 100)
    assert {row.scorer for row in alone} == {METRIC}
    ((whole, every),) = SystemView().printed(found, "standing", 100)
    assert len(every) == len(found.standing) == 8
    assert "scorer" in [column.key for column in whole.columns]
