"""Agreement by range beside what the width of the range leads to expect."""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Sequence

from trueness.reporting.figures.drawing import Drawing, in_lines
from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.look import Look
from trueness.reporting.figures.marks import Rules, Spans, Trace
from trueness.reporting.figures.palette import BLUE, FAINT_INK, ORANGE, RULE
from trueness.reporting.figures.panel import Panel, Scale
from trueness.reporting.figures.wording import number, percent
from trueness.reporting.writing import tables
from trueness.result import Row
from trueness.studies.ranges.range_axis import between_kinds, range_axis, range_places
from trueness.studies.ranges.range_names import CUMULATIVE
from trueness.studies.ranges.rows import ALL_METRICS, RangesResult
from trueness.study.number_words import counted
from trueness.study.rows import as_row

_PANEL, _HEIGHT = 2.9, 2.3
_OBSERVED = Look(colour=BLUE, mark="o", size=5)
_EXPECTED = Look(colour=ORANGE, mark="D", size=5, fill="white", edge_width=1.3)
_NORMAL = Look(colour=FAINT_INK, mark="x", size=5)
TITLE = "Agreement by range, and what its width explains"


def range_bars(result: RangesResult) -> Figure:
    """Draw mean agreement in every range with its interval, and beside it what the width of the range explains.

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
        drawing=functools.partial(_draw, data, result.human, _subtitle(result)),
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


def _draw(data: Sequence[Row], human: str | None, subtitle: str) -> Drawing:
    known = [row[key] for row in data for key in ("low", "high", "estimate", "expected", "expected_normal")]
    known = [value for value in known if not math.isnan(value)]
    low, high = min([0.0, *known]), max([0.1, *known])
    room = 0.06 * (high - low)
    scale = Scale(label="Kendall's tau-b", low=low - room, high=high + room)
    key = {
        "observed, with interval": dataclasses.replace(_OBSERVED, line=1.6),
        "by width: residuals permuted": _EXPECTED,
        "by width: normal": _NORMAL,
    }
    panels = [
        _panel(
            [row for row in data if row["rival"] == rival],
            scale,
            "metrics with each other" if rival == ALL_METRICS else f"metrics with {rival}",
        )
        for rival in (ALL_METRICS, *([human] if human else []))
    ]
    return Drawing(subtitle=subtitle, lines=in_lines(panels, len(panels)), key=key, gap=0.5)


def _panel(rows: Sequence[Row], scale: Scale, heading: str) -> Panel:
    places = range_places(rows)
    beside = [place + 0.22 for place in places]
    middle, low, high, expected, normal = (
        [row[key] for row in rows] for key in ("estimate", "low", "high", "expected", "expected_normal")
    )
    names = [f"{row['range']}, {row['kind']}" for row in rows]
    said = [
        f"{name}: {tables.correlation(row['estimate'])} {tables.interval(row['low'], row['high'])}"
        for name, row in zip(names, rows, strict=True)
    ]
    also = [
        f"{name}: expected {tables.correlation(value)}" for name, value in zip(names, expected, strict=True)
    ]
    return Panel(
        width=_PANEL,
        height=_HEIGHT,
        marks=[
            Rules([0.0], Look(colour=RULE, line=0.8)),
            between_kinds(rows),
            Spans(places, low, high, Look(colour=BLUE, line=1.6), upright=True),
            Trace(places, middle, _OBSERVED, said),
            Trace(beside, expected, _EXPECTED, also),
            Trace(beside, normal, _NORMAL),
        ],
        x=range_axis(rows),
        y=scale,
        heading=heading,
    )
