"""What is said of a mark stands where the mark is drawn, with the numbers that are drawn."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET

import numpy as np
import pytest

import trueness
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.reporting.figures.drawing import Drawing
from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.marks import Said
from trueness.reporting.figures.panel import Panel, Scale
from trueness.reporting.figures.spots import about_key
from trueness.studies.compare.interval_plot import interval_plot
from trueness.studies.compare.pvalue_matrix import pvalue_matrix
from trueness.studies.compare.system_scatter import system_scatter

SVG = "{http://www.w3.org/2000/svg}"


def spots_of(figure):
    """Return squares and what they say, and about what."""
    root = ET.fromstring(figure.svg)  # noqa: S314 - made here
    (group,) = [node for node in root if node.attrib.get("id") == f"{figure.name}-spots"]
    return [
        (
            tuple(float(rect.attrib[key]) for key in ("x", "y", "width", "height")),
            rect.find(f"{SVG}title").text,
            rect.attrib.get("data-about"),
        )
        for rect in group
    ]


def middles(spots):
    return np.array([(x + w / 2, y + h / 2) for (x, y, w, h), _, _ in spots])


@pytest.fixture(scope="module")
def comparison():
    rng = np.random.default_rng(5)
    quality = rng.normal(size=(7, 1)) + rng.normal(size=(7, 20))
    values = np.stack([quality + (k + 1) / 3 * rng.normal(size=quality.shape) for k in range(4)])
    scorers = [
        Scorer(name, "human" if name == "people" else "metric") for name in ("people", "a<b>", "c&d", "e")
    ]
    table = ScoreTable(scorers, [f"s{k}" for k in range(7)], [f"i{k}" for k in range(20)], values)
    return trueness.compare(table, human="people", coefficient="pearson")


def test_every_point_of_a_scatter_has_its_square_around_its_mark(comparison):
    figure = system_scatter(comparison, "pearson")
    root = ET.fromstring(figure.svg)  # noqa: S314 - made here
    marks = [
        (float(node.attrib["x"]), float(node.attrib["y"]))
        for node in root.iter(f"{SVG}use")
        if "fill: #0072b2" in node.attrib.get("style", "").lower()
    ]
    found = spots_of(figure)
    assert len(marks) == len(found) == 21
    np.testing.assert_allclose(middles(found), marks, atol=0.11)
    for row, (_, text, about) in zip(figure.data, found, strict=True):
        assert text == (
            f"{row['system']}: {row['metric']} {row['score_metric']:.4g}, people {row['score_human']:.4g}"
        )
        assert json.loads(about) == ["system", row["system"]]


def test_a_cell_of_a_matrix_says_difference_and_both_pvalues(comparison):
    figure = pvalue_matrix(comparison, "pearson")
    found = spots_of(figure)
    assert len(found) == len(figure.data) == 2 * 6
    for row, (place, text, about) in zip(figure.data, found, strict=True):
        assert text.startswith(f"{row['metric']} against {row['rival']}, {row['level']} level: difference ")
        assert f"{row['estimate']:.3f}".replace("-", "\N{MINUS SIGN}") in text
        assert place[2] == pytest.approx(place[3], abs=0.11)  # cells are squares
        assert json.loads(about) == ["pair", *sorted((row["metric"], row["rival"]))]


def test_an_interval_says_its_limits_and_what_is_behind_it(comparison):
    figure = interval_plot(comparison, "pearson")
    for row, (_, text, _) in zip(figure.data, spots_of(figure), strict=True):
        assert f"{row['metric']}, {row['level']} level: Pearson's r {row['estimate']:.3f} " in text
        assert text.endswith(
            f"[{row['low']:.3f}, {row['high']:.3f}]; 7 systems, 20 inputs".replace("-", "\N{MINUS SIGN}")
        )


def test_places_follow_turned_and_logarithmic_axes():
    said = Said([10, 10], [1.0, float("nan")], ["middle \x1b of a decade", "nowhere"])
    x, y = Scale(low=1, high=100, log=True), Scale(low=2, high=0)
    panel = Panel(width=2.0, height=2.0, marks=[said], x=x, y=y)
    drawing = Drawing(subtitle="s", lines=[[panel]])
    figure = Figure.of(name="n", title="t", caption="c", data=[], drawing=lambda: drawing)
    (spot,) = spots_of(figure)
    canvas = figure.draw()
    box, (width, height) = canvas.axes[0].get_position(), 72 * canvas.get_size_inches()
    middle = width * (box.x0 + box.x1) / 2, height * (1 - (box.y0 + box.y1) / 2)
    assert middles([spot])[0] == pytest.approx(middle, abs=0.1)
    assert spot[1].startswith("middle ")
    assert "\x1b" not in spot[1]
    assert spot[2] is None


def test_a_figure_that_says_nothing_has_no_group():
    drawing = Drawing(subtitle="s", lines=())
    figure = Figure.of(name="n", title="t", caption="c", data=[], drawing=lambda: drawing)
    assert "spots" not in figure.svg


def test_a_pair_is_found_in_either_order():
    assert about_key(("pair", "b", "a")) == about_key(("pair", "a", "b"))
