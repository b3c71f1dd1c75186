"""What marks draw is what they were given, one thing of Matplotlib a kind."""

from __future__ import annotations

import math

import numpy as np
import pytest
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.figure import Figure as Canvas
from tests.drawn_marks import areas, cells, inside, points, segments

from trueness.reporting.figures.look import Look
from trueness.reporting.figures.marks import (
    Areas,
    Pixels,
    Rules,
    Said,
    Spans,
    Trace,
    band,
    boxes,
    cell_texts,
    squares,
    undefined,
)

NAN, RED = math.nan, "#ff0000"
DOTS, LINE = Look(colour=RED, mark="o"), Look(colour=RED, line=1.0)


def drawn(*marks):
    axes = Canvas().add_subplot()
    for k, mark in enumerate(marks):
        mark.draw(axes, 2 + k / 100)
    return axes


def said(axes):
    return [
        (spot.x, spot.y, spot.text, spot.about, spot.cell) for spot in vars(axes.figure)["_trueness_spots"]
    ]


def test_marks_leave_out_what_is_undefined_and_a_line_breaks_there():
    x, y = [0, 1, NAN, 3], [5, NAN, 6, 7]
    dots, line = drawn(Trace(x, y, DOTS), Trace(x, y, LINE)).lines
    assert points(dots) == [(0, 5), (3, 7)]
    np.testing.assert_array_equal(line.get_xydata(), np.stack([x, y], axis=1))
    assert (dots.get_linestyle(), line.get_marker()) == ("None", "None")


def test_a_mark_says_what_it_is_where_it_is():
    axes = drawn(Trace([0, NAN], [5, 6], DOTS, ["a", "b"], [("system", "s"), ("system", "t")]))
    assert said(axes) == [(0, 5, "a", ("system", "s"), None)]
    axes = drawn(Said([1], [2], ["cell"], cells=[(1.0, 0.5)]))
    assert said(axes) == [(1, 2, "cell", (), (1.0, 0.5))]
    assert not axes.lines
    assert not axes.collections


def test_steps_keep_their_height():
    (line,) = drawn(Trace([0, 1], [0, 1], LINE, steps=True)).lines
    assert line.get_drawstyle() == "steps-post"


def test_thousands_of_marks_are_pixels_and_a_line_never_is():
    x = np.arange(1001)
    many, few, line = drawn(Trace(x, x, DOTS), Trace(x[1:], x[1:], DOTS), Trace(x, x, LINE)).lines
    assert [one.get_rasterized() for one in (many, few, line)] == [True, False, False]


@pytest.mark.parametrize("upright", [False, True])
def test_spans_are_one_thing_and_leave_out_what_has_no_end(upright):
    axes = drawn(Spans([0, 1, 2], [0.1, NAN, 0.3], [0.4, 0.5, math.inf], LINE, upright=upright))
    assert len(axes.collections) == 1
    assert segments(axes, RED) == [((0, 0.1), (0, 0.4)) if upright else ((0.1, 0), (0.4, 0))]
    assert not drawn(Spans([0], [NAN], [NAN], LINE)).collections


def test_rules_lead_through_the_panel_and_leave_its_other_axis_alone():
    axes = drawn(Trace([5, 6], [7, 8], DOTS), Rules([5.5], LINE, upright=True))
    assert segments(axes, RED) == [((5.5, 0), (5.5, 1))]
    axes.autoscale_view()
    assert axes.get_ylim()[0] > 6
    assert isinstance(axes.collections[0], LineCollection)


def test_boxes_and_squares_are_one_thing_each():
    axes = drawn(boxes([(0, 1, 2, 3), (4, 5, 6, 7)], DOTS), squares([(3, 1)], Look(colour="#00ff00"), 0.1))
    assert [type(one) for one in axes.collections] == [PolyCollection] * 2
    first, second = areas(axes, fill=RED)
    assert (first.min(axis=0).tolist(), first.max(axis=0).tolist()) == ([0, 1], [2, 3])
    assert (second.min(axis=0).tolist(), second.max(axis=0).tolist()) == ([4, 5], [6, 7])
    assert cells(axes, fill="#00ff00") == {(3, 1)}
    ((corners),) = areas(axes, fill="#00ff00")
    assert np.ptp(corners, axis=0) == pytest.approx(0.8)
    assert not drawn(Areas([], DOTS)).collections


def test_a_band_ends_where_an_edge_is_undefined_and_begins_anew():
    x, low, high = np.arange(6.0), np.array([0, 0, NAN, 0, 0, 0.0]), np.array([1, 1, 1, 2, 2, NAN])
    first, second = band(x, low, high, DOTS).corners
    assert first.tolist() == [[0, 0], [1, 0], [1, 1], [0, 1]]
    assert second.tolist() == [[3, 0], [4, 0], [4, 2], [3, 2]]
    assert not band([0, 1], [NAN, 0], [0, 0], DOTS).corners
    assert not band([], [], [], DOTS).corners


def test_pixels_are_the_colours():
    colours = np.array([[[0, 0.5, 1.0], [1, 1, 1]]])
    (image,) = drawn(Pixels(colours)).images
    assert image.get_array().tolist() == [[[0, 128, 255], [255, 255, 255]]]
    assert tuple(image.get_extent()) == (-0.5, 1.5, 0.5, -0.5)


def test_cells_are_written_in_white_where_they_are_dark():
    colours = np.array([[[0, 0, 0.5], [1, 1, 0.8]], [[1, 1, 1], [0, 0, 0]]])
    words = cell_texts([["a", "b"], ["", "d"]], colours)
    assert inside(drawn(words)) == {(0, 0): "a", (1, 0): "b", (1, 1): "d"}
    assert [colour == "white" for colour in words.colours] == [True, False, True]
    assert not cell_texts([], colours).texts


def test_what_is_undefined_is_said_at_the_left_end():
    (text,) = drawn(undefined([3])).texts
    assert (text.get_text(), text.get_position()[1]) == ("undefined", 3)
    assert 0 < text.get_position()[0] < 0.1
