from __future__ import annotations

import dataclasses
import io
import re
import subprocess
import zlib
from xml.dom import minidom

import matplotlib as mpl
import matplotlib.figure
import pytest
from tests.reporting.writing.test_latex_tables import TEX

from trueness.errors import ArgumentError
from trueness.reporting.figures.drawing import Drawing
from trueness.reporting.figures.figure import Figure, as_bytes, styled
from trueness.reporting.figures.value_lines import Line, Value, value_lines
from trueness.studies.compare.interval_plot import interval_plot

STARTS = {"svg": b"<svg", "pdf": b"%PDF-", "png": b"\x89PNG"}


@pytest.mark.parametrize("suffix", STARTS)
@pytest.mark.parametrize("which", ["three", "hostile"])
def test_files_are_of_the_kind_their_name_says(suffix, which, request, tmp_path):
    figure = interval_plot(request.getfixturevalue(which), "pearson")
    path = figure.save(tmp_path / f"figure.{suffix}")
    first = path.read_bytes()
    assert first.startswith(STARTS[suffix])
    if (
        which == "three" or suffix == "svg"
    ):  # a font for each script is embedded in a PDF: that takes a second
        figure.save(str(path))
        assert path.read_bytes() == first
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_another_extension_is_refused_and_nothing_written(three, tmp_path):
    with pytest.raises(ArgumentError, match=r"\.svg, \.pdf, \.png"):
        interval_plot(three, "pearson").save(tmp_path / "figure.jpg")
    assert not list(tmp_path.iterdir())


def test_a_failure_leaves_the_old_file(three, tmp_path):
    path = tmp_path / "figure.png"
    path.write_bytes(b"old")
    figure = interval_plot(three, "pearson")
    object.__setattr__(figure, "draw", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        figure.save(path)
    assert path.read_bytes() == b"old"
    assert len(list(tmp_path.iterdir())) == 1


def test_nothing_is_drawn_before_it_is_asked_for_and_then_once():
    drawn = []

    def draw():
        drawn.append(1)
        return Drawing(subtitle="", lines=())

    figure = Figure.of(name="a", title="b", caption="c", data=[{"x": 1.0}], drawing=draw)
    other = dataclasses.replace(figure, name="other")
    assert (figure.rows(), drawn) == ([{"x": 1.0}], [])
    assert figure != other
    assert drawn == []
    assert figure.svg == figure.svg
    assert len(drawn) == 1
    assert 'id="other-title"' in other.svg
    assert figure == dataclasses.replace(other, name="a")
    assert figure != dataclasses.replace(figure, draw=lambda: matplotlib.figure.Figure(figsize=(1, 1)))


def test_the_svg_is_what_a_tree_of_it_says(hostile):
    """As a parser of documents writes what Matplotlib has written, in which ids and rules have the name before them."""
    figure = interval_plot(hostile, "pearson")
    written = io.StringIO()
    with styled():
        figure.draw().savefig(written, format="svg", metadata={"Date": None, "Creator": None})
    plain = minidom.parseString(written.getvalue()).documentElement  # noqa: S318 - Matplotlib has just written it
    own = minidom.parseString(figure.svg).documentElement  # noqa: S318
    spots = [node for node in own.childNodes if node.nodeName == "g"][1:]
    for node in [*own.childNodes[:2], *spots]:
        own.removeChild(node)
    assert [node.nodeName for node in plain.getElementsByTagName("metadata")] == ["metadata"]
    plain.removeChild(plain.getElementsByTagName("metadata")[0])
    for attribute in ("id", "role", "aria-labelledby"):
        own.removeAttribute(attribute)
    bare = re.sub(rf'(id="|"#|url\(#){figure.name}-', r"\1", own.toxml()).replace(f"#{figure.name} *", "*")
    assert bare == plain.toxml()


def test_drawing_gives_a_fresh_matplotlib_figure(three):
    figure = interval_plot(three, "pearson")
    first, second = figure.draw(), figure.draw()
    assert isinstance(first, matplotlib.figure.Figure)
    assert first is not second


def test_rows_are_ones_own(three):
    figure = interval_plot(three, "pearson")
    figure.rows()[0]["estimate"] = 7
    assert figure.rows()[0]["estimate"] != 7
    assert list(figure.to_frame("pandas")["metric"]) == [row["metric"] for row in figure.data]


def lines(count=3):
    values = [
        Line(f"metric {k}", {"s": Value(k / 10, k / 10 - 0.1, k / 10 + 0.1)}, [{"k": k}])
        for k in range(count)
    ]
    said = {"name": "lines", "title": "t", "subtitle": "s", "caption": "c", "items": "metrics", "across": "r"}
    return value_lines(**said, series=["s"], lines=values)


@pytest.mark.parametrize(("width", "inches"), [("column", 3.3), ("page", 7.0)])
def test_for_print_a_figure_has_the_width_of_a_paper_and_its_letters(width, inches, tmp_path):
    svg = lines().save(tmp_path / "f.svg", width).read_text(encoding="utf-8")
    shown, drawn = (
        float(re.search(found, svg)[1]) for found in (r'width="([\d.]+)pt"', r'viewBox="0 0 ([\d.]+) ')
    )
    assert shown == pytest.approx(72 * inches)
    assert 72 * inches / drawn == pytest.approx(9 / 8)  # letters of 8 points are 9
    with mpl.rc_context({"pdf.compression": 0}):
        pdf = lines().save(tmp_path / "f.pdf", width).read_bytes()
    box = re.search(rb"/MediaBox \[ 0 0 ([\d.]+) ", pdf)
    assert float(box[1]) == pytest.approx(72 * inches)
    png = lines().save(tmp_path / "f.png", width).read_bytes()
    assert int.from_bytes(png[16:20], "big") == pytest.approx(200 * inches, abs=1)


def test_a_pdf_for_print_is_drawn_as_large_as_its_page():
    canvas = lines().draw(3.0)
    canvas.set_size_inches(3.0, 2.0)
    with mpl.rc_context({"pdf.compression": 0}):
        plain = as_bytes(canvas, "pdf", title="t")
    assert b"1.5 0 0 1.5 0 0 cm" not in plain
    whole = zlib_texts(as_bytes(canvas, "pdf", title="t", scale=1.5))
    assert any(b"1.5 0 0 1.5 0 0 cm" in text for text in whole)


def test_a_pdf_that_is_scaled_has_all_of_its_marks():
    def n_marks(scale):
        (page,) = [
            text
            for text in zlib_texts(as_bytes(lines().draw(), "pdf", title="t", scale=scale))
            if b" Do" in text
        ]
        return page.count(b" Do")

    assert n_marks(0.5) == n_marks(1.0) == n_marks(2.0) > 0


def zlib_texts(pdf):
    """Return the streams of a PDF."""
    found = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL)
    return [zlib.decompressobj().decompress(text) for text in found if text[:1] == b"x"]


def test_another_width_is_refused(tmp_path):
    with pytest.raises(ArgumentError, match="`width` must be one of 'column', 'page'; it is 'wide'"):
        lines().save(tmp_path / "f.svg", "wide")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(TEX is None, reason="no pdflatex: 1 figure is not taken into a paper")
def test_latex_takes_it_as_wide_as_it_says(tmp_path):
    lines().save(tmp_path / "f.pdf", "column")
    (tmp_path / "p.tex").write_text(
        r"\documentclass{article}\usepackage{graphicx}\begin{document}\sbox0{\includegraphics{f.pdf}}"
        r"\typeout{WIDTH=\the\wd0}\usebox0\end{document}"
    )
    said = subprocess.run(
        [TEX, "-interaction=nonstopmode", "p.tex"], cwd=tmp_path, capture_output=True, text=True, check=True
    ).stdout
    assert float(re.search(r"WIDTH=([\d.]+)pt", said)[1]) == pytest.approx(3.3 * 72.27, rel=1e-3)
