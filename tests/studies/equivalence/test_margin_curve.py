from __future__ import annotations

import pytest
from tests.drawn_comparisons import HOSTILE, table
from tests.drawn_marks import segments

from trueness.reporting.figures.palette import INK
from trueness.studies.equivalence.margin_curve import margin_curve
from trueness.studies.equivalence.study import equivalence
from trueness.study.rows import as_row

FAST = {"resamples": 99, "rng": 1, "level": "system", "coefficient": ["pearson", "kendall"]}


@pytest.fixture(scope="module")
def found():
    return equivalence(table(["good", "low", "bad"]), margin=0.1, **FAST)


def test_data_are_the_points_of_the_curve(found):
    figure = margin_curve(found, "kendall", level="system", margins=[0, 0.1, 0.5])
    wanted = [point for point in found.curve([0, 0.1, 0.5]) if point.coefficient == "kendall"]
    assert figure.rows() == [as_row(point) for point in wanted]


def test_by_default_it_ends_where_all_tests_pass(found):
    rows = margin_curve(found, "pearson", level="system").rows()
    assert len(rows) == 101
    assert rows[0]["n_equivalent"] == 0
    assert rows[-1]["n_equivalent"] == rows[-1]["n_tests"] == 3


def test_what_is_drawn_are_the_shares(found):
    figure = margin_curve(found, "kendall", level="system", margins=[0, 0.1, 0.5, 1])
    axes = figure.draw().axes[0]
    alone, corrected = axes.lines
    assert list(alone.get_ydata()) == [row["n_equivalent"] / 3 for row in figure.rows()]
    assert list(corrected.get_ydata()) == [row["n_equivalent_adjusted"] / 3 for row in figure.rows()]
    assert {line.get_drawstyle() for line in axes.lines} == {"steps-post"}
    assert segments(axes, INK) == [((0.1, 0), (0.1, 1))]
    assert "the margin that was given, 0.1" in figure.svg
    assert "3 tests" in figure.caption
    assert "Benjamini–Yekutieli" in figure.caption


def test_without_a_correction_there_is_one_curve():
    found = equivalence(table(["good", "low", "bad"]), margin=0.1, correction="none", **FAST)
    assert len(margin_curve(found, "kendall", level="system", margins=[0, 1]).draw().axes[0].lines) == 1


def test_hostile_names_and_an_undefined_metric():
    found = equivalence(table(list(HOSTILE)), margin=0.1, **FAST)
    figure, again = (
        margin_curve(found, "pearson", level="system", margins=[0, 0.1, 0.5, 1]) for _ in range(2)
    )
    assert figure.svg == again.svg
    assert "<script" not in figure.svg
