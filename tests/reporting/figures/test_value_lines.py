"""Values with their intervals: what is drawn is what was given, whatever it is and whatever it is called."""

from __future__ import annotations

import itertools
import math
import re
import xml.etree.ElementTree as ET

import matplotlib as mpl
import pytest
from tests.drawn_marks import areas, points, segments

from trueness.reporting.figures.palette import BLANK, INK, LOOKS
from trueness.reporting.figures.value_lines import (
    MOST_LINES,
    Band,
    Line,
    Reference,
    Value,
    by_estimate,
    value_lines,
)

NAN = math.nan
SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("$x^2$ <b>", "x" * 300, "\u05e9\u05dc\u05d5\u05dd \u202ename", "\U0001f600 emoji", "new\nline\x00")


def figure(lines, series=("one",), **more):
    given = {"subtitle": "said", "caption": "c", "items": "things", "across": "value", "name": "a-name"}
    return value_lines(**{**given, "title": "Title", "series": series, "lines": lines, **more})


def one_each(values):
    return [Line(f"m{k}", {"one": Value(*value)}, [{"k": k}]) for k, value in enumerate(values)]


def marks(axes, look=0):
    """Return the places of a series' marks."""
    colour, mark = LOOKS[look]
    return [
        place
        for one in axes.lines
        if (one.get_color(), one.get_marker()) == (colour, mark)
        for place in points(one)
    ]


def spans(axes, look=0):
    """Return the ends and the height of a series' intervals."""
    return [(low[0], high[0], low[1]) for low, high in segments(axes, LOOKS[look][0])]


def said(drawn):
    return re.findall(r"<title>([^<]*)</title></rect>", drawn.svg)


def texts(drawn):
    return ["".join(node.itertext()) for node in ET.fromstring(drawn.svg).iter(f"{SVG}text")]  # noqa: S314


def test_marks_and_intervals_are_the_values():
    found = figure(one_each([(0.5, 0.2, 0.7), (0.1, -0.3, 0.4)]))
    (axes,) = found.draw().axes
    assert marks(axes) == [(0.5, 0), (0.1, 1)]
    assert spans(axes) == [(0.2, 0.7, 0), (-0.3, 0.4, 1)]
    assert [(text.get_text(), text.get_position()[1]) for text in axes.texts] == [("m0", 0), ("m1", 1)]
    assert axes.get_ylim() == (1.5, -0.5)
    assert found.data == [{"k": 0}, {"k": 1}]
    assert said(found) == ["m0, one: 0.500 [0.200, 0.700]", "m1, one: 0.100 [−0.300, 0.400]"]


def test_several_series_have_a_lane_each_that_differs_in_colour_and_mark():
    lines = [
        Line("m", {"a": Value(1, 0, 2), "b": Value(3, 2, 4)}, [], note="said"),
        Line("n", {"b": Value(2)}, []),
    ]
    found = figure(lines, ("a", "b"))
    (axes,) = found.draw().axes
    ((x, y),), ((x2, y2), (x3, y3)) = marks(axes, 0), marks(axes, 1)
    assert (x, x2, x3) == (1, 3, 2)
    assert y < 0 < y2 == pytest.approx(-y)
    assert y3 == pytest.approx(1 + y2)
    assert spans(axes, 0) == [(0, 2, y)]
    assert spans(axes, 1) == [(2, 4, y2)]
    assert len({colour for colour, _ in LOOKS}) == len({mark for _, mark in LOOKS}) == len(LOOKS)
    assert said(found) == [
        "m, a: 1.000 [0.000, 2.000]; said",
        "m, b: 3.000 [2.000, 4.000]; said",
        "n, b: 2.000",
    ]
    assert {"a", "b", "said"} <= set(texts(found))


def test_colours_differ_in_grey():
    def grey(colour):
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
            for part in mpl.colors.to_rgb(colour)
        )
        return 116 * (0.2126 * red + 0.7152 * green + 0.0722 * blue) ** (1 / 3) - 16

    first = [grey(colour) for colour, _ in LOOKS[:2]]
    assert abs(first[0] - first[1]) > 20


def test_one_value_each_stands_in_the_middle_whatever_its_series():
    lines = [Line("m", {"a": Value(1)}, []), Line("n", {"b": Value(2)}, [])]
    (axes,) = figure(lines, ("a", "b")).draw().axes
    assert marks(axes, 0) == [(1, 0)]
    assert marks(axes, 1) == [(2, 1)]
    (alone,) = figure(lines[:1], ("a", "b")).draw().axes
    assert [text.get_text() for text in alone.figure.legends[0].get_texts()] == ["a"]


def test_an_undefined_value_keeps_its_line_and_one_without_interval_is_a_mark_alone():
    found = figure(one_each([(NAN, NAN, NAN), (0.5, NAN, NAN), (0.4, 0.1, math.inf), (NAN, 0.2, 0.9)]))
    (axes,) = found.draw().axes
    assert marks(axes) == [(0.5, 1), (0.4, 2)]
    assert spans(axes) == []
    assert [text for text in texts(found) if text == "undefined"] == ["undefined"] * 2
    assert said(found) == ["m0, one: undefined", "m1, one: 0.500", "m2, one: 0.400", "m3, one: undefined"]


@pytest.mark.parametrize(
    "values",
    [
        [(0.3, 0.3, 0.3)] * 3,
        [(0.0, 0.0, 0.0)],
        [(1e300, -1e300, 1.6e300), (5e-324, 0.0, 1e-300)],
        [(3e-12, 1e-12, 9e-12), (-3e-12, -4e-12, 2e-12)],
        [(1e9 + 0.001, 1e9, 1e9 + 0.002)],
        [(NAN, NAN, NAN)],
        [(math.inf, math.inf, -math.inf), (0.5, 0.4, 0.6)],
        [],
    ],
    ids=["constant", "zero", "huge", "tiny", "far", "undefined", "infinite", "nothing"],
)
def test_values_of_any_size(values):
    found = figure(one_each(values))
    ET.fromstring(found.svg)  # noqa: S314 - our own
    (axes,) = found.draw().axes
    low, high = axes.get_xlim()
    assert math.isfinite(low)
    assert low < high
    assert all(low <= x <= high for x, _ in marks(axes))
    assert len(said(found)) == len(values)


def test_values_of_unusual_size_are_said_with_three_digits():
    assert said(figure(one_each([(1.23456e-5, 1e-5, 2e-5)]))) == ["m0, one: 1.23e-05 [1e-05, 2e-05]"]


def test_shares_are_percentages():
    found = figure(one_each([(0.25, 0.2, 0.5)]), shares=True)
    assert said(found) == ["m0, one: 25% [20%, 50%]"]
    assert any(re.fullmatch(r"\d+%", text) for text in texts(found))


def test_of_many_the_first_are_drawn_and_it_is_said():
    lines = [Line(f"m{k}", {"one": Value(k)}, [{"k": k}]) for k in range(120)]
    found = figure(lines)
    assert [row["k"] for row in found.data] == list(range(MOST_LINES))
    assert f"{MOST_LINES} of 120 things; said" in texts(found)
    assert len(said(found)) == MOST_LINES
    assert "said" in texts(figure(lines[:MOST_LINES]))


def test_names_are_trouble_to_nobody():
    lines = [
        Line(name, {NAMES[1]: Value(k, k - 1, k + 1)}, [{"name": name}], " ↓", name)
        for k, name in enumerate(NAMES)
    ]
    found = figure(
        lines,
        (NAMES[1],),
        title=NAMES[0],
        subtitle=NAMES[1],
        caption=NAMES[0],
        across=NAMES[1],
        reference=Reference(0, "$y^2$ <i>"),
        band=Band(-1, 1, "<i>"),
    )
    assert [row["name"] for row in found.data] == list(NAMES)
    assert "<b>" not in found.svg
    shown = texts(found)
    assert "$x^2$ <b> ↓" in shown
    assert not any(re.search("[\n\x00\u202e]", text) or len(text) > 120 for text in shown)
    assert sum(text.endswith(" ↓") for text in shown) == len(NAMES)


def test_equal_names_are_told_apart():
    found = figure([Line("m", {"one": Value(k)}, []) for k in range(2)])
    assert {"m #1", "m #2"} <= set(texts(found))


def test_a_reference_and_a_band_are_drawn_and_explained():
    found = figure(
        one_each([(0.5,)]), reference=Reference(0.05, "meant: .05"), band=Band(0.0, 0.1, "held: 0 to .1")
    )
    (axes,) = found.draw().axes
    assert segments(axes, INK) == [((0.05, 0), (0.05, 1))]
    (shaded,) = areas(axes, fill=BLANK)
    assert (shaded[:, 0].min(), shaded[:, 0].max()) == (0, pytest.approx(0.1))
    assert axes.get_xlim()[0] < 0
    assert {"meant: .05", "held: 0 to .1"} <= set(texts(found))
    (plain,) = figure(one_each([(0.5,)])).draw().axes
    assert not areas(plain)
    assert not segments(plain, INK)


def test_the_first_values_give_the_order():
    lines = [Line(str(k), {"one": Value(x)}, []) for k, x in enumerate((0.1, NAN, 0.9, -0.2, NAN))]
    assert "".join(line.name for line in by_estimate(lines)) == "20314"
    assert "".join(line.name for line in by_estimate(lines, rising=True)) == "30214"
    for some in itertools.permutations(lines[:3]):
        assert by_estimate(some)[-1].name == "1"
