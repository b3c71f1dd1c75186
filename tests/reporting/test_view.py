"""How studies are shown: what a view does where it says nothing itself, and parts by level."""

from __future__ import annotations

import dataclasses
import math
from typing import Any, ClassVar

import pytest
from tests.small_comparisons import hostile_table

from trueness.data.scores.score_table import ScoreTable
from trueness.reporting.citation import Methods
from trueness.reporting.figures.figure import Figure
from trueness.reporting.page import Section, Text
from trueness.reporting.view import View, parts_by_level, separated_remark, switched
from trueness.reporting.writing.tables import TableSpec
from trueness.studies.systems.study import systems
from trueness.studies.systems.view import SystemView


@dataclasses.dataclass(frozen=True)
class Row:
    """A row.

    Attributes
    ----------
    level, coefficient, metric : str
    estimate : float
    """

    level: str
    coefficient: str
    metric: str
    estimate: float


@dataclasses.dataclass(frozen=True)
class Compared:
    """A row with a verdict.

    Attributes
    ----------
    metric, rival, verdict : str
    """

    metric: str
    rival: str
    verdict: str


ROWS = TableSpec.of(Row, "rows", "Rows", "Caption.", ("level", "coefficient", "metric", "estimate"))
TESTS = TableSpec.of(Compared, "tests", "Tests", "Caption.", ("metric", "rival", "verdict"))


def rows():
    return [
        Row("system", "pearson", "low", 0.1),
        Row("input", "kendall", "x", 0.3),
        Row("system", "pearson", "none", math.nan),
        Row("system", "pearson", "high", 0.7),
    ]


class Result(list):
    """Rows in place of a result, of no data."""

    data: ClassVar[dict[str, ScoreTable]] = {}


class Plain(View[Any]):
    """A view of two tables, one of which may be empty."""

    eyebrow = "a question"
    shown = ("rows",)
    alone = "rows"

    def tables(self, result):
        return (ROWS, rows()), (TESTS, result)

    def title(self, result):
        return "Title"

    def facts(self, result):
        return "facts"

    def methods(self, result):
        return Methods((("done",),))


def test_by_default_every_table_with_rows_is_a_chapter():
    page = Plain().page(Result())
    assert (page.eyebrow, page.title, page.facts) == ("a question", "Title", "facts")
    assert (page.methods, page.head.tiles, page.head.glance) == (Methods((("done",),)), (), ())
    (table,) = page.head.table
    assert "<table" in table.html
    named = {chapter.name: chapter.blocks for chapter in page.chapters}
    assert list(named) == ["figures", "rows"]
    assert named["figures"] == ()
    (block,) = named["rows"]
    assert isinstance(block, Section)
    assert (block.name, block.open) == ("rows", 0)  # the first screen has it
    assert list(Plain().page(Result([Compared("a", "b", "better")])).chapters)[-1].name == "tests"
    assert Plain().page(Result(), "Another").title == "Another"


def test_the_figures_of_a_result_are_drawn_once():
    class Drawing(Plain):
        def figures(self, result):
            asked.append(result)
            return super().figures(result)

    asked, one, other = [], Result(), Result()
    view = Drawing()
    assert view.page(one) == view.page(one)
    assert view.drawn(one) == ()
    assert len(asked) == 1
    view.page(other)
    assert len(asked) == 2
    assert asked[1] is other


def test_figures_of_one_kind_are_shown_with_a_choice():
    names = ("curve-pearson-system", "plane", "curve-tau-c-per-system", "grid-pearson-system")
    drawn = [Figure(one, one, "", [], None) for one in names]
    for figure in drawn:
        figure.__dict__["svg"] = "<svg/>"
    curves, plane, grid = switched(drawn, [("system", "pearson"), ("per_system", "tau_c")])
    assert [name for name, _ in curves.choices] == [
        "System level, Pearson's r",
        "Within single systems, Kendall's tau-c",
    ]
    assert [block.figure.name for _, (block,) in curves.choices] == [names[0], names[2]]
    assert (plane.figure.name, grid.figure.name) == (names[1], names[3])


def test_by_default_a_terminal_shows_whole_tables():
    view = Plain()
    assert view.shown_of([]) == ("rows",)
    assert view.alone_of([]) == "rows"
    ((spec, printed),) = view.printed([], "rows", 80)
    assert spec == ROWS
    assert repr(printed) == repr(rows())  # one is nan
    assert view.figures([]) == ()


def test_parts_are_by_level_and_coefficient_the_largest_first():
    first, second = parts_by_level(ROWS, rows())
    assert (first.summary, second.summary) == (
        "System level, Pearson's r",
        "Input level, Kendall's tau-b",
    ) or (first.summary.startswith("System level, ") and second.summary.startswith("Input level, "))
    places = [first.html.index(f">{name}<") for name in ("high", "low", "none")]
    assert places == sorted(places)
    assert ">Level<" not in first.html
    assert first.remark == ""


def test_rows_without_a_level_are_one_part():
    found = [Compared("a", "b", "better"), Compared("b", "c", "not separated")]
    (part,) = parts_by_level(TESTS, found)
    assert part.summary == ""
    assert list(parts_by_level(TESTS, [])) == []
    assert separated_remark(found) == "1 of 2 separated"
    assert separated_remark(rows()) == ""


@pytest.fixture(scope="module")
def result():
    return systems(hostile_table(), people="<i>s1</i>", rng=3, resamples=99)


@pytest.mark.usefixtures("outlined")
def test_the_page_of_systems(result):
    page = SystemView().page(result)
    chapters = {chapter.name: chapter.blocks for chapter in page.chapters}
    assert list(chapters) == ["figures", "standing", "agreement", "separation", "normality", "decisions"]
    shown = [block.figure.name for block in (*page.head.glance, *chapters["figures"])]
    assert shown == [figure.name for figure in SystemView().figures(result)]
    assert (len(page.head.glance), len(shown)) == (1, 4)  # of two scorers the pairs and the ranks
    standing, pairs = chapters["standing"]
    assert [part.summary for part in standing.parts] == list(result.scorers)
    assert (standing.open, standing.heading) == (0, False)
    assert (pairs.name, pairs.open, pairs.heading) == ("pairs", 0, True)
    assert all(part.remark.endswith(" of 36 separated") for part in pairs.parts)
    agreement, decisions = chapters["agreement"]
    assert [part.summary for part in agreement.parts] == [""]
    assert [part.summary for part in decisions.parts] == [
        name for name in result.scorers if name != result.human
    ]
    assert not any(isinstance(block, Text) for blocks in chapters.values() for block in blocks)


@pytest.mark.usefixtures("outlined")
def test_a_page_without_human_and_people():
    found = systems(hostile_table(), scorers="=cmd*", rng=3, resamples=99)
    page = SystemView().page(found)
    assert [chapter.name for chapter in page.chapters] == ["figures", "standing", "normality", "decisions"]
    assert "human scores" not in page.facts
    assert "tells people from machines" not in page.methods.text
    peopled = systems(hostile_table(), people="<i>s1</i>", rng=3, resamples=9)
    assert "tells people from machines" in SystemView().page(peopled).methods.text
    ((spec, rows),) = SystemView().first_table(found, 80)
    assert (spec.name, len(rows)) == ("standing", 9)
