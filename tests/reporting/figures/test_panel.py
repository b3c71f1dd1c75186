"""Axes of numbers and of names, and the room that a panel asks for."""

from __future__ import annotations

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from tests.drawn_marks import names, said, segments

from trueness.reporting.figures.drawing import Drawing
from trueness.reporting.figures.figure import styled
from trueness.reporting.figures.look import Look
from trueness.reporting.figures.marks import Trace
from trueness.reporting.figures.panel import GRID, Names, Panel, Scale
from trueness.reporting.figures.rank_column import RankColumn
from trueness.reporting.writing.labels import text_width

DOTS = Look(mark="o")


def drawn(x, y, marks=(), **more):
    panel = Panel(width=2.0, height=1.0, marks=marks, x=x, y=y, **more)
    with styled():
        return Drawing(subtitle="s", lines=[[panel]]).canvas("t").axes[0]


def shown(axis):
    low, high = sorted(axis.get_view_interval())
    ticks = zip(axis.get_ticklocs(), axis.get_ticklabels(), strict=True)
    return [label.get_text() for place, label in ticks if low <= place <= high]


def test_a_scale_has_its_ends_ticks_and_label():
    axes = drawn(Scale(label="what", low=0, high=8, ticks=[0, 2, 8]), Scale(low=3, high=-1, shares=True))
    assert (axes.get_xlim(), axes.get_ylim()) == ((0, 8), (3, -1))
    assert (axes.get_xlabel(), shown(axes.xaxis)) == ("what", ["0", "2", "8"])
    assert {"0%", "100%", "200%"} <= set(shown(axes.yaxis))
    assert shown(drawn(Scale(ticks=[1, 2], names=["one", "two"]), Scale()).xaxis) == ["one", "two"]


def test_ticks_never_move_an_end_that_was_given():
    assert drawn(Scale(low=2, high=3, ticks=[0, 2.5, 9]), Scale()).get_xlim() == (2, 3)


def test_one_end_may_be_given_and_whole_numbers_stay_whole():
    axes = drawn(Scale(low=0.0), Scale(whole=True), [Trace([2, 4], [1, 2], DOTS)])
    assert axes.get_xlim()[0] == 0
    assert axes.get_xlim()[1] > 4
    assert all(float(tick).is_integer() for tick in axes.get_yticks())


def test_a_logarithmic_scale():
    axes = drawn(Scale(log=True, ticks=[1, 10, 50]), Scale(), [Trace([1, 50], [0, 1], DOTS)])
    assert axes.get_xscale() == "log"
    assert shown(axes.xaxis) == ["1", "10", "50"]
    assert not axes.xaxis.get_minorticklocs().size


def test_a_scale_that_the_panel_beside_tells_has_lines_alone():
    told, untold = (drawn(Scale(), Scale(low=0, high=1, told=one)) for one in (True, False))
    ticks = [tick for tick in told.get_yticks() if 0 <= tick <= 1]
    assert [low for (_, low), _ in segments(untold, GRID.colour)] == ticks
    assert not untold.get_yticks().size
    assert not segments(drawn(Scale(), Scale(low=0, high=1, told=False, grid=False)), GRID.colour)


def test_names_stand_at_their_lines_from_the_top_down():
    ranks = RankColumn([(1, 2), (1, 2)], 7.5)
    axes = drawn(Names(texts="xyz", far=True), Names(texts=["a", "b"], bold=[1], ranks=ranks))
    assert (axes.get_xlim(), axes.get_ylim()) == ((-0.5, 2.5), (1.5, -0.5))
    assert (said(axes, "left"), said(axes, "top")) == (["a", "b"], ["x", "y", "z"])
    assert [text.get_position()[1] for text in names(axes, "left")] == [0, 1]
    assert [text.get_fontweight() for text in names(axes, "left")] == ["normal", "bold"]
    assert not axes.get_xticks().size
    moved = drawn(Scale(), Names(texts=["a"], at=[2.5], count=4, edge=0.1))
    assert moved.get_ylim() == (3.1, -0.1)
    assert names(moved, "left")[0].get_position()[1] == 2.5


def test_names_that_are_long_are_cut_and_those_that_look_alike_numbered():
    names_ = Names(texts=["x" * 90, "x" * 90], endings=[" ↓"] * 2, longest=1.0)
    one, other = names_.shown
    assert one.endswith(" #1 ↓")
    assert other.endswith(" #2 ↓")
    assert max(text_width(text, names_.size) for text in (one, other)) <= 1.0
    assert Names(texts=["a", "a", ""], apart=False).shown == ["a", "a", ""]


def test_names_at_the_right_leave_the_lines_to_those_at_the_left():
    axes = drawn(
        Scale(), Names(texts="abc"), right=Names(texts=["1", "", "1"], apart=False, far=True, faint=True)
    )
    assert said(axes, "right") == ["1", "1"]
    assert axes.get_ylim() == (2.5, -0.5)


@pytest.mark.parametrize(
    "panel",
    [
        {"x": Scale(label="across"), "y": Scale(label="up")},
        {
            "x": Scale(both=True),
            "y": Names(texts=["a long name", "b"]),
            "heading": "a heading wider than all",
        },
        {
            "x": Names(texts=["turned names", "x"], turned=True),
            "y": Names(texts="ab"),
            "notes": ["one", "two"],
        },
        {"x": Names(texts=["wide at both ends"] * 2, edge=0.0), "y": Names(texts="ab")},
        {
            "x": Names(texts=["x"], far=True),
            "y": Names(texts=["a"], bold=[0], ranks=RankColumn([(1, 12)], 7.5)),
            "right": Names(texts=["note at the right"], far=True),
        },
    ],
)
def test_what_stands_around_a_panel_stays_on_the_page(panel):
    axes = drawn(marks=[Trace([0, 1], [0, 1], DOTS)], **panel)
    canvas = axes.figure
    with styled():
        renderer = FigureCanvasAgg(canvas).get_renderer()
        canvas.draw_without_rendering()
        texts = [one for one in canvas.findobj(mpl.text.Text) if one.get_visible() and one.get_text()]
        boxes = np.array([one.get_window_extent(renderer).extents for one in texts])
    assert (boxes[:, :2] >= -1).all()
    assert (boxes[:, 2:] <= np.array(canvas.bbox.size) + 1).all()
