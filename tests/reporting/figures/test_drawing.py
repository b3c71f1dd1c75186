"""Panels in lines: under each other, beside each other, never over each other, with their key."""

from __future__ import annotations

import itertools

import pytest

from trueness.reporting.figures.drawing import Drawing, fitting, in_lines
from trueness.reporting.figures.look import Look
from trueness.reporting.figures.panel import Names, Panel, Scale


def panel(width=1.0, height=1.0, **more):
    return Panel(width=width, height=height, marks=[], **{"x": Scale(), "y": Scale(), **more})


def places(drawing):
    """Return the rectangles of panels in inches, and the canvas."""
    canvas = drawing.canvas("Title")
    width, height = canvas.get_size_inches()
    boxes = [axes.get_position() for axes in canvas.axes]
    return [
        (box.x0 * width, box.y0 * height, box.width * width, box.height * height) for box in boxes
    ], canvas


def test_panels_keep_their_size_stand_in_columns_and_over_nothing():
    lines = [[panel(), panel(2.0, 0.5, heading="h")], [panel(1.5, y=Names(texts=["a long name", "b"]))]]
    found, canvas = places(Drawing(subtitle="s", lines=lines, across="said once"))
    assert [(w, h) for _, _, w, h in found] == [pytest.approx(size) for size in ((1, 1), (2, 0.5), (1.5, 1))]
    (x0, y0, *_), (x1, *_), (x2, y2, *_) = found
    assert x0 == pytest.approx(x2)
    assert x1 > x0 + 1.5
    assert y2 + 1 < y0
    for one, other in itertools.combinations(found, 2):
        assert one[0] + one[2] <= other[0] or other[0] + other[2] <= one[0] or other[1] + other[3] <= one[1]
    width, height = canvas.get_size_inches()
    assert max(x + w for x, _, w, _ in found) < width
    assert max(y + h for _, y, _, h in found) < height
    assert {"Title", "s", "h", "said once"} <= {text.get_text() for text in canvas.texts}


@pytest.mark.parametrize("below", [False, True])
def test_a_key_stands_above_the_panels_or_below(below):
    key = {f"look {k}": Look(mark="o") for k in range(12)}
    (((_, bottom, _, high),), canvas) = places(
        Drawing(subtitle="s", lines=[[panel()]], key=key, key_below=below)
    )
    (legend,) = canvas.legends
    assert [text.get_text() for text in legend.get_texts()] == list(key)
    canvas.draw_without_rendering()
    box = legend.get_window_extent()
    low, top = box.y0 / canvas.dpi, box.y1 / canvas.dpi
    assert top <= bottom if below else low >= bottom + high
    assert low >= 0
    assert box.x1 <= canvas.bbox.x1


def test_a_key_is_shortened_where_it_has_no_room():
    canvas = Drawing(subtitle="s", lines=[[panel()]], key={"word " * 80: Look(line=1)}).canvas("t")
    (text,) = canvas.legends[0].get_texts()
    assert "…" in text.get_text()
    assert canvas.get_figwidth() <= 7.01


def test_a_drawing_without_panels_is_its_heading():
    assert [text.get_text() for text in Drawing(subtitle="s", lines=()).canvas("t").texts] == ["t", "s"]


def test_what_is_the_same_is_told_once_at_the_left_and_below():
    named = panel(x=Names(texts="xy"), y=Names(texts="ab"))
    (first, second), (third,) = in_lines([named] * 3, 2)
    assert [one.y.texts for one in (first, second, third)] == ["ab", (), "ab"]
    assert [one.x.texts for one in (first, second, third)] == [(), "xy", "xy"]
    assert second.y.lines == 2
    assert [one.x.texts for one in in_lines([named] * 2, 2, below=False)[0]] == [(), ()]


def test_numbers_are_told_again_where_they_are_others():
    same, other, free = Scale(label="up", low=0, high=1), Scale(label="up", low=0, high=2), Scale(label="up")
    ((first, second, third, fourth),) = in_lines([panel(y=y) for y in (same, same, other, free)], 4)
    assert [one.y.told for one in (first, second, third, fourth)] == [True, False, True, True]
    assert [one.y.label for one in (first, second, third, fourth)] == ["up", "", "", ""]


@pytest.mark.parametrize(("count", "across"), [(0, 1), (1, 1), (4, 4), (7, 4), (9, 5)])
def test_lines_are_as_full_as_each_other(count, across):
    assert fitting([panel(1.0)] * count) == across


def printed(width, *panels):
    canvas = Drawing(subtitle="s", lines=[list(panels)], key={"look": Look(mark="o")}).printed(width)
    return canvas, [axes.get_position().width * canvas.get_figwidth() for axes in canvas.axes]


@pytest.mark.parametrize("width", [2.9, 6.2])
def test_for_print_panels_are_as_wide_as_the_paper_has_room(width):
    names = Names(texts=["a metric of some name", "b"])
    canvas, (wide,) = printed(width, panel(3.0, y=names))
    assert canvas.get_figwidth() == pytest.approx(width)
    assert wide > 0.5 * width
    assert [text.get_text() for text in canvas.texts] == []  # the heading is for the caption


def test_for_print_panels_side_by_side_keep_their_proportions():
    canvas, found = printed(6.2, panel(2.0), panel(1.0))
    assert canvas.get_figwidth() == pytest.approx(6.2)
    assert found[0] == pytest.approx(2 * found[1])


def test_for_print_names_are_cut_and_what_is_beside_left_out():
    names = Names(texts=["a name that is far too long for a column of a paper", "b"])
    beside = Names(texts=["0.98 [0.94, 0.99] and more", ""], far=True)
    canvas, (wide,) = printed(2.9, panel(3.0, y=names, right=beside))
    assert canvas.get_figwidth() == pytest.approx(2.9)
    assert wide > 1
    said = [text.get_text() for text in canvas.axes[0].texts]
    assert not any(text.startswith("0.98") for text in said)
    assert any("…" in text for text in said)
    canvas, _ = printed(6.2, panel(3.0, y=names, right=beside))
    assert "0.98 [0.94, 0.99] and more" in [text.get_text() for text in canvas.axes[0].texts]


def test_for_print_cells_and_many_panels_keep_their_size():
    cells = Names(texts=["a", "b"])
    assert printed(2.9, panel(5.0, x=cells, y=cells))[1] == [pytest.approx(5)]
    assert printed(2.9, *(panel() for _ in range(6)))[1] == [pytest.approx(1)] * 6
