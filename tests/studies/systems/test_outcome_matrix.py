"""The matrix of outcomes: its cells are the tests, the drawing is its cells, names are harmless."""

from __future__ import annotations

import functools
import re
import warnings
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from tests.drawn_marks import cells as squares_of
from tests.drawn_marks import names, ranks, said

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.reporting.figures.figure import as_svg
from trueness.reporting.figures.palette import BLUE, ORANGE
from trueness.reporting.writing.tables import counts
from trueness.studies.systems.outcome_matrix import outcome_matrix
from trueness.studies.systems.study import systems

HOSTILE = (
    "<script>alert(1)</script>",
    '$x^2$ & "quotes"',
    "中文系统",
    "new\nline\x00",
    "",
    "very_long_" * 12,
)


@functools.cache
def compared(*, n=6, names=None, missing=False, **options):
    rng = np.random.default_rng(0)
    values = rng.normal(size=(1, n, 20)) + 0.5 * np.arange(n)[:, None]
    if missing:
        values[0, 2] = np.nan
    given = ScoreTable(
        (Scorer("x<y> $z$", "human", higher_is_better=not options.pop("lower", False)),),
        names or tuple(f"s{k}" for k in range(n)),
        tuple(f"i{j}" for j in range(20)),
        values,
        name="data",
    )
    return systems(given, **{"rng": 1, "resamples": 999, **options})


def figure_of(comparison):
    return outcome_matrix(comparison, comparison.scorers[0])


def cells(figure):
    return {(row["system"], row["rival_system"]): row for row in figure.rows()}


def test_limits_of_ranks_stand_beside_the_names():
    comparison = compared()
    figure = figure_of(comparison)
    axes = figure.draw().axes[0]
    limits = {row.system: (row.rank_low, row.rank_high) for row in comparison.standing}
    order = said(axes, "left")
    assert [text for text, _ in ranks(axes)] == ["Ranks", *(counts(*limits[name]) for name in order)]
    assert len(set(limits.values())) > 1
    assert all((row["rank_low"], row["rank_high"]) == limits[row["system"]] for row in figure.rows())
    assert (
        "limits of ranks, 1 is best; in 95% of studies those of all systems are right at once"
        in figure.caption
    )
    assert "they promise nothing" in figure_of(compared(correction="none")).caption


def test_a_two_sided_test_fills_both_directions():
    comparison = compared()
    found = cells(figure_of(comparison))
    assert len(found) == 30
    for row in comparison.pairs:
        here, there = (
            found[row.system, row.rival_system],
            found[row.rival_system, row.system],
        )
        assert here["pvalue"] == there["pvalue"] == row.pvalue
        assert here["estimate"] == -there["estimate"] == row.estimate
        assert here["significant"] + there["significant"] == row.significant
        assert here["significant_adjusted"] == (row.verdict == "better")
        assert there["significant_adjusted"] == (row.verdict == "worse")
    assert any(cell["significant_adjusted"] for cell in found.values())


@pytest.mark.parametrize("alternative", ["greater", "less"])
def test_a_one_sided_test_fills_each_cell_from_its_own_row(alternative):
    comparison = compared(alternative=alternative)
    found = cells(figure_of(comparison))
    assert len(found) == len(comparison.pairs) == 30
    for row in comparison.pairs:
        pair = (row.system, row.rival_system)
        cell = found[pair if alternative == "greater" else pair[::-1]]
        assert cell["pvalue"] == row.pvalue
        assert cell["significant_adjusted"] == (row.verdict in ("better", "worse"))


def test_the_drawing_shows_the_cells():
    comparison = compared()
    figure = figure_of(comparison)
    axes = figure.draw().axes[0]
    order = said(axes, "left")
    assert order == said(axes, "top") == ["s5", "s4", "s3", "s2", "s1", "s0"]
    blue, orange = (
        {(order[row], order[column]) for column, row in squares_of(axes, **look)}
        for look in ({"fill": BLUE}, {"edge": ORANGE})
    )
    found = cells(figure)
    assert blue == {pair for pair, cell in found.items() if cell["significant"]}
    assert orange == {pair for pair, cell in found.items() if cell["significant_adjusted"]}
    bold = {label.get_text() for label in names(axes, "left") if label.get_fontweight() == "bold"}
    assert bold == set(comparison.not_outperformed(comparison.scorers[0])) != set(order)


def test_the_caption_counts_what_is_drawn():
    comparison = compared()
    figure = figure_of(comparison)
    for key, words in (("significant", "claim"), ("significant_adjusted", "over 15 tests")):
        count = sum(row[key] for row in figure.rows())
        assert re.search(rf"{words} \({count} cells\)", figure.caption)
    assert "15 pairs of systems" in figure.caption
    assert "(20 inputs)" in figure.caption
    assert "the paired permutation test, 999 resamples, two-sided" in figure.caption
    plain = figure_of(compared(correction="none", test="t"))
    assert "Nothing was corrected" in plain.caption
    assert plain.name == "systems-x-y---z-t"


def test_undefined_cells_are_hatched_and_named():
    figure = figure_of(compared(missing=True))
    assert "Hatched: 10 of 30 cells are undefined." in figure.caption
    assert sum(row["undefined"] for row in figure.rows()) == 10
    assert "undefined" in figure.svg
    assert "lower is better" in figure_of(compared(lower=True)).svg


def test_the_same_result_gives_the_same_bytes():
    comparison = compared()
    one, other = figure_of(comparison), figure_of(comparison)
    assert one is not other
    assert one.svg == other.svg
    assert one == other


@pytest.mark.parametrize("n", [2, 6, 40])
def test_hostile_names_and_many_systems_stay_on_the_page(n):
    given = (HOSTILE + tuple(f"s{k}" for k in range(40)))[:n]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        figure = figure_of(compared(n=n, names=given, resamples=39))
        canvas = figure.draw()
        svg = as_svg(canvas, name=figure.name, title=figure.title, caption=figure.caption)
    root = ET.fromstring(svg)  # noqa: S314
    assert root.tag.endswith("svg")
    assert "<script>alert" not in svg
    assert {row["system"] for row in figure.rows()} == set(given)
    renderer = canvas.canvas.get_renderer()
    width, height = canvas.get_size_inches() * canvas.dpi
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # measuring here, with one font only, lacks Chinese glyphs
        texts = [*canvas.texts, *canvas.axes[0].texts]
        boxes = {text.get_text(): text.get_window_extent(renderer) for text in texts}
    outside = [
        text
        for text, box in boxes.items()
        if min(box.x0, box.y0) < -1 or box.x1 > width + 1 or box.y1 > height + 1
    ]
    assert not outside
