"""What holds for every figure: safe names, the same bytes, no warnings, nothing outside the page."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.reporting.figures.figure import as_svg, styled
from trueness.reporting.figures.value_lines import Band, Line, Reference, Value, by_estimate, value_lines
from trueness.studies.compare.coverage_map import coverage_map
from trueness.studies.compare.interval_plot import interval_plot
from trueness.studies.compare.pvalue_matrix import pvalue_matrix
from trueness.studies.compare.study import compare
from trueness.studies.compare.system_scatter import system_scatter
from trueness.study.rows import as_row


def lines_of(comparison):
    """Draw the estimates of both levels as lines with a note each."""
    levels, rows = ("system", "input"), [row for row in comparison.estimates if row.coefficient == "pearson"]
    return value_lines(
        name="value-lines",
        title="Estimates",
        subtitle="two levels",
        caption="Both.",
        items="metrics",
        series=levels,
        lines=by_estimate(
            Line(
                metric,
                {row.level: Value(row.estimate, row.low, row.high) for row in here},
                [as_row(row) for row in here],
                note=metric,
            )
            for metric in comparison.metrics
            for here in [[row for row in rows if row.metric == metric]]
        ),
        across=f"Pearson's r with {comparison.human}",
        reference=Reference(0.0, "chance"),
        band=Band(-0.1, 0.1, "nearly nothing"),
    )


FIGURES = {
    "interval_plot": lambda c: interval_plot(c, "pearson"),
    "pvalue_matrix": lambda c: pvalue_matrix(c, "pearson"),
    "perm_both": lambda c: pvalue_matrix(c, "pearson", beside="both"),
    "system_scatter": lambda c: system_scatter(c, "pearson"),
    "coverage_map": lambda c: coverage_map(c.table),
    "value_lines": lines_of,
}


_DRAWN = {}


def drawn_on(name, comparison):
    """Return a figure of a comparison that lives as long as the tests, and its drawing: several look, it is made once.

    That its SVG is the one of any drawing is tested where the same result gives the same bytes.
    """
    key = name, id(comparison)
    if key not in _DRAWN:
        figure = FIGURES[name](comparison)
        canvas = figure.draw()
        vars(figure)["svg"] = as_svg(canvas, name=figure.name, title=figure.title, caption=figure.caption)
        _DRAWN[key] = figure, canvas
    return _DRAWN[key]


def drawn(name, comparison):
    """Return the figure alone."""
    return drawn_on(name, comparison)[0]


every_figure = pytest.mark.parametrize("name", FIGURES)
TAGS = set("svg title desc defs style g path text tspan use image clipPath rect pattern".split())  # noqa: SIM905
SVG = "{http://www.w3.org/2000/svg}"


def texts(figure):
    return ["".join(node.itertext()) for node in ET.fromstring(figure.svg).iter(f"{SVG}text")]  # noqa: S314


@every_figure
def test_the_same_result_gives_the_same_bytes(name, three):
    first = drawn(name, three)
    assert first.svg.startswith("<svg")
    with mpl.rc_context({"font.size": 30, "svg.fonttype": "path", "axes.facecolor": "red"}):
        second = FIGURES[name](three)
        assert second.svg.startswith("<svg")
    assert first == second
    assert first.svg == second.svg


PROCESS = """
import hashlib, json, sys
import numpy as np
import trueness.studies.compare.interval_plot
import trueness.studies.compare.pvalue_matrix, trueness.studies.compare.system_scatter
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.compare.coverage_map import coverage_map
found = {"imported": "matplotlib" in sys.modules}
import matplotlib
before = matplotlib.rcParams.copy()
v = np.arange(24.0).reshape(2, 3, 4); v[1, 2, 3] = np.nan
t = ScoreTable((Scorer("a"), Scorer("b")), tuple("xyz"), tuple("1234"), v)
found["svg"] = hashlib.sha256(coverage_map(t).svg.encode()).hexdigest()
found["pyplot"] = "matplotlib.pyplot" in sys.modules
found["settings"] = before != matplotlib.rcParams.copy()
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def process():
    """What a process of its own found."""
    return json.loads(subprocess.run([sys.executable, "-c", PROCESS], capture_output=True, check=True).stdout)


def test_another_process_gives_the_same_bytes(process):
    values = np.arange(24.0).reshape(2, 3, 4)
    values[1, 2, 3] = np.nan
    figure = coverage_map(ScoreTable((Scorer("a"), Scorer("b")), tuple("xyz"), tuple("1234"), values))
    assert process["svg"] == hashlib.sha256(figure.svg.encode()).hexdigest()


@every_figure
def test_the_svg_is_one_harmless_element(name, hostile):
    figure = drawn(name, hostile)
    root = ET.fromstring(figure.svg)  # noqa: S314
    assert root.tag == f"{SVG}svg"
    assert figure.svg.startswith("<svg")
    assert "<script" not in figure.svg
    assert "DOCTYPE" not in figure.svg
    tags = {node.tag.removeprefix(SVG) for node in root.iter()}
    assert tags <= TAGS
    for node in root.iter():
        for key, value in node.attrib.items():
            assert not key.lower().startswith("on")
            if key.endswith("href"):
                assert value.startswith(("#", "data:image/png;base64,"))


@every_figure
def test_ids_are_unique_own_and_resolved(name, hostile):
    figure = drawn(name, hostile)
    nodes = list(ET.fromstring(figure.svg).iter())  # noqa: S314
    ids = [node.attrib["id"] for node in nodes if "id" in node.attrib]
    assert len(set(ids)) == len(ids)
    assert all(name == figure.name or name.startswith(f"{figure.name}-") for name in ids)
    values = [(key, value) for node in nodes for key, value in node.attrib.items()]
    used = {name for _, value in values for name in re.findall(r"url\(#([^)]+)\)", value)}
    used |= {value[1:] for key, value in values if key.endswith("href") and value.startswith("#")}
    assert used <= set(ids)


@every_figure
def test_hostile_names_are_drawn_as_text(name, hostile):
    figure = drawn(name, hostile)
    shown = texts(figure)
    assert any("<script>" in text or "hu<man>" in text or "data <i>" in text for text in shown)
    assert not any("\n" in text or "\x1b" in text or "\u202e" in text for text in shown)


@every_figure
def test_formulas_in_names_stay_as_they_are(name, hostile):
    figure = drawn(name, hostile)
    wanted = '$x^2$ & "quotes"' if name != "coverage_map" else "data <i>"
    assert any(wanted in text for text in texts(figure))


@every_figure
def test_titles_and_captions_are_in_the_svg(name, three):
    figure = drawn(name, three)
    root = ET.fromstring(figure.svg)  # noqa: S314
    assert root.find(f"{SVG}title").text == figure.title
    assert root.find(f"{SVG}desc").text == figure.caption


def undrawn(canvas):
    """Return the labels of ticks beyond the ends of an axis, which Matplotlib keeps but does not draw."""
    found = set()
    for axes in canvas.axes:
        for axis in (axes.xaxis, axes.yaxis):
            low, high = sorted(axis.get_view_interval())
            for tick in axis.get_major_ticks():
                if not low <= tick.get_loc() <= high:
                    found |= {tick.label1, tick.label2}
    return found


@every_figure
@pytest.mark.parametrize("which", ["three", "hostile"])
def test_no_text_is_clipped_or_written_over_another(name, which, request):
    """As Matplotlib measures what it has drawn. Glyphs no font has are left out: their boxes are wider."""
    _, canvas = drawn_on(name, request.getfixturevalue(which))
    with styled():
        canvas.draw_without_rendering()
        renderer = FigureCanvasAgg(canvas).get_renderer()
        names = [item for item in canvas.findobj(mpl.text.Text) if item.get_visible() and item.get_text()]
        names = [item for item in names if item not in undrawn(canvas)]
        names = [item for item in names if re.fullmatch(r"[ -~…−≤–]+", item.get_text())]
        boxes = [item.get_window_extent(renderer) for item in names]
    assert len(boxes) > 10
    page = canvas.bbox
    for item, box in zip(names, boxes, strict=True):
        assert box.x0 >= page.x0 - 1, item
        assert box.x1 <= page.x1 + 1, item
        assert box.y0 >= page.y0 - 1, item
        assert box.y1 <= page.y1 + 1, item
    for k, one in enumerate(boxes):
        for other, text in zip(boxes[:k], names[:k], strict=True):
            across = min(one.x1, other.x1) - max(one.x0, other.x0)
            up = min(one.y1, other.y1) - max(one.y0, other.y0)
            assert across < 1.5 or up < 2.5, (names[k].get_text(), text.get_text())


@every_figure
def test_names_are_long_in_the_data_and_short_in_the_drawing(name, hostile):
    figure = drawn(name, hostile)
    key = "scorer" if name == "coverage_map" else "metric"
    assert set(hostile.metrics) <= {row[key] for row in figure.rows()}
    long = [name for name in hostile.metrics if len(name) > 100]
    assert len(long) == 2
    assert not any(name in text for text in texts(figure) for name in long)


@pytest.mark.parametrize("n", [1, 2, 7, 40])
def test_drawings_grow_with_the_metrics(n):
    rng = np.random.default_rng(0)
    names = [f"m{k}" for k in range(n)]
    table = ScoreTable(
        (Scorer("z", "human"), *(Scorer(name, "metric") for name in names)),
        tuple("abcdef"),
        tuple("12345"),
        rng.normal(size=(n + 1, 6, 5)),
    )
    comparison = compare(table, rng=0, resamples=20, coefficient="pearson", level="system", tests=n < 3)
    figure = interval_plot(comparison, "pearson")
    assert figure.draw().get_figheight() == pytest.approx(1.5 + 0.28 * n, abs=0.3)
    shown = texts(figure)
    assert set(names) <= set(shown)
    if n < 40:
        assert set(names) <= set(texts(system_scatter(comparison, "pearson")))


def test_nothing_touches_pyplot_or_the_settings(process):
    assert not process["pyplot"]
    assert not process["settings"]


def test_importing_figures_does_not_import_matplotlib(process):
    assert not process["imported"]
