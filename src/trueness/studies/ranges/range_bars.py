"""Agreement by range beside what the width of the range leads to expect."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.palette import BLUE, FAINT_INK, INK, ORANGE, RULE
from trueness.reporting.figures.sheet import MARGIN, Sheet
from trueness.reporting.figures.spots import add_spot
from trueness.reporting.figures.wording import number, percent
from trueness.reporting.writing import tables
from trueness.reporting.writing.labels import shortened
from trueness.result import Row
from trueness.studies.ranges.range_names import CUMULATIVE, SINGLE
from trueness.studies.ranges.rows import ALL_METRICS, RangesResult
from trueness.study.number_words import counted
from trueness.study.rows import as_row

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

_PANEL, _HEIGHT, _LEFT, _GAP = 2.9, 2.3, 0.55, 0.5
TITLE = "Agreement by range, and what its width explains"


def range_bars(result: RangesResult) -> Figure:
    """Draw mean agreement in every range with its interval, and beside it what the width of the range explains.

    Parameters
    ----------
    result : RangesResult

    Returns
    -------
    Figure
        Its data are the rows of the means.
    """
    data = [as_row(row) for row in result.means]
    return Figure.of(
        name="range-bars",
        title=TITLE,
        caption=_caption(result),
        data=data,
        drawing=functools.partial(_draw, data, result.human, result.settings.confidence, _subtitle(result)),
    )


def _subtitle(result: RangesResult) -> str:
    return f"{counted(len(result.metrics), 'metric')}, {counted(len(result.inputs), 'input')}"


def _caption(result: RangesResult) -> str:
    rows = [row for row in result.means if row.rival == ALL_METRICS]
    whole, top = rows[0], next(row for row in rows[::-1] if row.kind == CUMULATIVE)
    text = (
        "Mean over inputs of Kendall's tau-b among the outputs in a range of levels, with "
        f"{percent(result.settings.confidence)} intervals (filled); what the width of the range leads to expect, from "
        "permuted residuals (open) and for normally distributed scores (cross)."
    )
    if math.isnan(top.estimate):
        return text
    said = f" Among metrics it is {number(whole.estimate)} for all outputs and {number(top.estimate)} for the top bin"
    return (
        text
        + said
        + ("." if math.isnan(top.expected) else f", where width leads to expect {number(top.expected)}.")
    )


def _draw(data: Sequence[Row], human: str | None, confidence: float, subtitle: str) -> Canvas:
    from matplotlib.lines import Line2D

    del confidence
    rivals = [ALL_METRICS, *([human] if human else [])]
    width = 2 * MARGIN + _LEFT + len(rivals) * _PANEL + (len(rivals) - 1) * _GAP
    sheet = Sheet(width, 0.75 + _HEIGHT + 0.55 + MARGIN, title=TITLE, subtitle=subtitle)
    sheet.key(
        MARGIN,
        sheet.top + 0.02,
        [
            Line2D([], [], ls="-", color=BLUE, marker="o", ms=5, label="observed, with interval"),
            Line2D(
                [],
                [],
                ls="",
                marker="D",
                ms=5,
                mfc="white",
                mec=ORANGE,
                mew=1.3,
                label="by width: residuals permuted",
            ),
            Line2D([], [], ls="", marker="x", ms=5, mec=FAINT_INK, label="by width: normal"),
        ],
        3 if width > 5.6 else 1,
    )
    top = sheet.top + (0.5 if width > 5.6 else 0.75)
    known = [row[key] for row in data for key in ("low", "high", "estimate", "expected", "expected_normal")]
    known = [value for value in known if not math.isnan(value)]
    low, high = min([0.0, *known]), max([0.1, *known])
    room = 0.06 * (high - low)
    for k, rival in enumerate(rivals):
        axes = sheet.panel(MARGIN + _LEFT + k * (_PANEL + _GAP), top, _PANEL, _HEIGHT)
        rows = [row for row in data if row["rival"] == rival]
        _panel(axes, rows)
        axes.set_ylim(low - room, high + room)
        axes.set_title(
            "metrics with each other"
            if rival == ALL_METRICS
            else shortened(f"metrics with {rival}", 8, _PANEL),
            fontsize=8,
            color=INK,
            parse_math=False,
        )
        if k == 0:
            axes.set_ylabel("Kendall's tau-b")
    return sheet.canvas


def _panel(axes: Axes, rows: Sequence[Row]) -> None:
    places = [k + (0.6 if row["kind"] == SINGLE else 0.0) for k, row in enumerate(rows)]
    for place, row in zip(places, rows, strict=True):
        if not math.isnan(row["low"]):
            axes.plot([place, place], [row["low"], row["high"]], color=BLUE, lw=1.6, solid_capstyle="butt")
        axes.plot([place], [row["estimate"]], "o", color=BLUE, ms=5, zorder=3)
        value = f"{tables.correlation(row['estimate'])} {tables.interval(row['low'], row['high'])}"
        add_spot(axes, place, row["estimate"], f"{row['range']}, {row['kind']}: {value}")
        said = f"{row['range']}, {row['kind']}: expected {tables.correlation(row['expected'])}"
        add_spot(axes, place + 0.22, row["expected"], said)
        axes.plot([place + 0.22], [row["expected"]], "D", mfc="white", mec=ORANGE, mew=1.3, ms=5, zorder=3)
        axes.plot([place + 0.22], [row["expected_normal"]], "x", color=FAINT_INK, ms=5, zorder=4)
    half = sum(row["kind"] == CUMULATIVE for row in rows)
    axes.axvline(half - 0.2, color=RULE, lw=0.8)
    axes.axhline(0, color=RULE, lw=0.8)
    axes.set_xticks([place + 0.1 for place in places], [row["range"] for row in rows])
    axes.set_xlim(-0.5, len(rows) + 0.4)
    for place, word in ((0.25, "cumulative"), (0.75, "single")):
        axes.text(place, -0.17, word, transform=axes.transAxes, ha="center", fontsize=7, color=FAINT_INK)
    axes.grid(axis="y", color="#E6E6E6", lw=0.5)
