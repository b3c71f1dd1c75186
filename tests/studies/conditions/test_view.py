"""How conditions are shown: tables, figures, chapters, and a page that can be repeated."""

from __future__ import annotations

import math

import numpy as np
import pytest

from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.reporting.manifest import manifest_of, read_manifest, write_manifest
from trueness.reporting.report import report_html
from trueness.reporting.rerun import differences, rerun
from trueness.studies.conditions.condition_maps import across_map, within_map
from trueness.studies.conditions.equivalence_grid import equivalence_grid
from trueness.studies.conditions.study import conditions
from trueness.studies.conditions.view import ConditionView

HOSTILE = ("<script>alert(1)</script>", "=cmd|' /C calc'!A0", "three")


def made(seed, noise, names=HOSTILE):
    rng = np.random.default_rng(seed)
    fixed = np.random.default_rng(0)
    human = fixed.normal(size=(9, 8)) + fixed.normal(size=(9, 1))
    own = np.array([0.2, 1.0, 4.0])[:, None, None] * fixed.normal(size=(3, 9, 8))
    scores = human + own + noise * rng.normal(size=(3, 9, 8))
    ratings = human + 0.5 * fixed.normal(size=(3, 9, 8))
    return ScoreTable(
        (Scorer("human", "human"), *(Scorer(name, "metric") for name in names)),
        tuple(f"s{k}" for k in range(9)),
        tuple(f"d{k}" for k in range(8)),
        np.stack([ratings.mean(axis=0), *scores]),
        annotations={"human": Annotations(("1", "2", "3"), ratings)},
    )


@pytest.fixture(scope="module")
def found():
    return conditions(
        made(0, 0),
        against={"spa": made(1, 0.1), "<b>": made(2, 2.0)},
        back={"spa": made(3, 0.05)},
        level="global",
        over="inputs",
        resamples=99,
        rng=1,
    )


@pytest.fixture(scope="module")
def figures(found):
    return ConditionView().figures(found)


def test_figures_are_those_of_the_paper(figures):
    names = [figure.name for figure in figures]
    assert len(set(names)) == len(names)
    assert names == [
        *(f"equivalence-grid-{kind}-kendall-global" for kind in ("0-05", "sd", "range")),
        *(f"{name}-kendall-global" for name in ("margin-curve", "margin-spread", "within-map", "across-map")),
        *("shift-plot-kendall-global", "scorer-plane"),
    ]
    shifts = figures[-2]
    assert [row["condition"] for row in shifts.data] == ["spa"]  # of those with a way back
    assert not math.isnan(shifts.data[0]["shift_back"])
    for figure in figures:
        assert "<script>alert" not in figure.svg


def test_a_grid_holds_its_tests(found):
    figure = equivalence_grid(found, "0.05", "global", "kendall")
    assert len(figure.data) == 6
    shown = sum(row["equivalent"] for row in figure.data)
    assert f": {shown} of 6 with" in figure.caption
    assert "before correction only" in figure.svg or not any(
        row["pvalue"] <= 0.05 < row["pvalue_adjusted"] for row in figure.data
    )


def test_maps_hold_their_correlations(found):
    within, across = within_map(found, "global", "kendall"), across_map(found, "global", "kendall")
    assert [row["condition"] for row in within.data[::3]] == ["", "spa", "spa and back", "<b>"]
    assert len(across.data) == 9
    (row,) = [row for row in across.data if (row["metric"], row["condition"]) == ("three", "spa")]
    assert f"{row['estimate']:.2f}"[1:] in across.svg


def test_tables_leave_out_what_says_nothing(found):
    view = ConditionView()
    spec, rows = view.table(found, "tests")
    assert len(rows) == len(found.tests) == 3 * 6
    assert "90% interval" in [column.heading for column in spec.columns]
    assert "human" not in [column.key for column in spec.columns]
    ((short, kept),) = view.printed_by_default(found, "tests", 80)
    assert {row.margin_kind for row in kept} == {"0.05"}
    assert "margin_kind" not in [column.key for column in short.columns]
    bare = conditions(
        made(0, 0), against={"spa": made(1, 0.1)}, correction="none", level="system", resamples=99, rng=1
    )
    assert "pvalue_adjusted" not in [column.key for column in view.table(bare, "tests")[0].columns]


def test_methods_say_margins_tests_and_resamples(found):
    said = found.methods().text
    for part in (
        "0.05, the standard deviation of single annotators",
        "99 resamples of inputs",
        "principal",
    ):
        assert part in said


@pytest.mark.usefixtures("outlined")
def test_the_page_keeps_names_and_can_be_repeated(found, tmp_path):
    manifest = manifest_of(found, {})
    page = report_html(found, manifest, view=ConditionView())
    assert "<script>alert(1)" not in page
    assert "and back: spa" in page
    for heading in ("What is equivalent", "Margins", "Metric against metric", "All scorers on a plane"):
        assert f">{heading}<" in page
    recorded = read_manifest(write_manifest(manifest, tmp_path / "m.json"))
    again = rerun(recorded, sources=list(found.data.values()))
    assert differences(recorded, again, tolerance=0.0) == []
