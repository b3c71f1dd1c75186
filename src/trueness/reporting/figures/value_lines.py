"""Values with their intervals, one line per item: several series side by side, which differ in colour and in mark."""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from trueness.reporting.figures.drawing import Drawing
from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.look import Look
from trueness.reporting.figures.marks import Mark, Rules, Said, Spans, Trace, boxes, undefined
from trueness.reporting.figures.palette import BLANK, INK, LOOKS, SHADE
from trueness.reporting.figures.panel import Names, Panel, Scale
from trueness.reporting.writing import tables
from trueness.result import Row

MOST_LINES = 40
"""Of more items the first are drawn."""

_TALL = 20
"""More lines than these have numbers above them as well."""

_WIDTH, _LANE = 3.8, 0.13
_LABEL_ROOM, _NOTE_ROOM = 1.7, 1.5
_REFERENCE, _BAND = Look(colour=INK, line=0.9), Look(colour=BLANK)


class Value(NamedTuple):
    """What a mark shows, and between what its line lies; NaN where undefined."""

    estimate: float
    low: float = math.nan
    high: float = math.nan


class Line(NamedTuple):
    """One item.

    Attributes
    ----------
    name : str
    values : mapping of str to Value
        By series; those that it has.
    rows : sequence of rows
        What is drawn of it, as the figure's data have it.
    ending : str
        Stands behind its name and is never cut.
    note : str
        Stands at the right end of the line.
    """

    name: str
    values: Mapping[str, Value]
    rows: Sequence[Row]
    ending: str = ""
    note: str = ""


class Reference(NamedTuple):
    """An upright line, and what the key calls it; empty for nothing."""

    at: float
    label: str = ""


class Band(NamedTuple):
    """A shaded range of values, and what the key calls it."""

    low: float
    high: float
    label: str


class _Drawn(NamedTuple):
    """What is drawn, as `value_lines` takes it."""

    subtitle: str
    series: Sequence[str]
    lines: Sequence[Line]
    across: str
    reference: Reference | None
    band: Band | None
    shares: bool


def value_lines(
    *,
    name: str,
    title: str,
    subtitle: str,
    caption: str,
    items: str,
    series: Sequence[str],
    lines: Sequence[Line],
    across: str,
    reference: Reference | None = None,
    band: Band | None = None,
    shares: bool = False,
) -> Figure:
    """Draw a mark and an interval for every value.

    Where no item has several values all marks stand in the middle of their lines, else every series has a lane.

    Parameters
    ----------
    name, title, caption : str
        Those of the figure.
    subtitle : str
        Where not all items are drawn how many are stands before it.
    items : str
        What they are: ``metrics``.
    series : sequence of str
        In their order, at most as many as there are `LOOKS`.
    lines : sequence of Line
        From the top down; the first `MOST_LINES` are drawn.
    across : str
        What the values are.
    reference : Reference, optional
    band : Band, optional
    shares : bool
        Whether values are shares, to be shown as percentages.

    Returns
    -------
    Figure
        Its data are the rows of the lines that are drawn.
    """
    shown = lines[:MOST_LINES]
    cut = f"{len(shown)} of {len(lines):,} {items}; " if len(shown) < len(lines) else ""
    drawn = _Drawn(
        subtitle=cut + subtitle,
        series=series,
        lines=shown,
        across=across,
        reference=reference,
        band=band,
        shares=shares,
    )
    return Figure.of(
        name=name,
        title=title,
        caption=caption,
        data=[row for line in shown for row in line.rows],
        drawing=functools.partial(_draw, drawn),
    )


def by_estimate(lines: Iterable[Line], *, rising: bool = False) -> list[Line]:
    """Return lines in the order of their first values, the largest first unless `rising`, undefined ones last."""

    def place(line: Line) -> tuple[bool, float]:
        first = next(iter(line.values.values())).estimate
        undefined = math.isnan(first)
        return undefined, 0.0 if undefined else first if rising else -first

    return sorted(lines, key=place)


def _draw(drawn: _Drawn) -> Drawing:
    lines = drawn.lines
    lanes = len(drawn.series) if any(len(line.values) > 1 for line in lines) else 1
    lane = 1 / (lanes + 0.8)
    low, high = _scale(drawn)
    write = _writing(drawn)
    marks: list[Mark] = [*_ground(drawn)]
    key: dict[str, Look] = {}
    for k, (name, (colour, mark)) in enumerate(zip(drawn.series, LOOKS, strict=False)):
        middle = (k - (lanes - 1) / 2) * lane if lanes > 1 else 0.0
        there = [(y + middle, line, line.values[name]) for y, line in enumerate(lines) if name in line.values]
        if not there:
            continue
        look = Look(colour=colour, mark=mark)
        span = dataclasses.replace(look, line=1.4)
        marks += _series(there, name, look, span, write, low)
        key[name] = span if any(_spans(value) for _, _, value in there) else look
    if drawn.reference is not None and drawn.reference.label:
        key[drawn.reference.label] = _REFERENCE
    if drawn.band is not None:
        key[drawn.band.label] = _BAND
    panel = Panel(
        width=_WIDTH,
        height=_LANE / lane * max(1, len(lines)),
        marks=marks,
        x=Scale(
            label=drawn.across,
            low=low,
            high=high,
            most=9,
            shares=drawn.shares,
            both=len(lines) > _TALL,
        ),
        y=Names(
            texts=[line.name for line in lines],
            endings=[line.ending for line in lines],
            longest=_LABEL_ROOM,
            count=max(1, len(lines)),
        ),
        right=Names(
            texts=[line.note for line in lines], apart=False, longest=_NOTE_ROOM, far=True, faint=True
        ),
        sides=("bottom",),
    )
    return Drawing(subtitle=drawn.subtitle, lines=[[panel]], key=key)


def _spans(value: Value) -> bool:
    """Return whether a value has an interval."""
    return math.isfinite(value.low) and math.isfinite(value.high)


def _series(
    there: Sequence[tuple[float, Line, Value]],
    name: str,
    look: Look,
    span: Look,
    write: Callable[[Value], str],
    least: float,
) -> list[Mark]:
    """Return the marks of one series at their heights; one that is undefined is said at the left end of its line."""
    heights = [y for y, _, _ in there]
    known = [(y, value) for y, _, value in there if math.isfinite(value.estimate)]
    spanned = [(y, value) for y, value in known if _spans(value)]
    return [
        Spans([y for y, _ in spanned], [v.low for _, v in spanned], [v.high for _, v in spanned], span),
        Trace([value.estimate for _, value in known], [y for y, _ in known], look),
        undefined([y for y, _, value in there if math.isnan(value.estimate)]),
        Said(
            [value.estimate if math.isfinite(value.estimate) else least for _, _, value in there],
            heights,
            [
                f"{line.name}, {name}: {write(value)}" + (f"; {line.note}" if line.note else "")
                for _, line, value in there
            ],
        ),
    ]


def _ground(drawn: _Drawn) -> Iterator[Mark]:
    """Yield what lies behind the values."""
    if drawn.band is not None:
        edge = len(drawn.lines) - 0.5
        yield boxes([(drawn.band.low, -0.5, drawn.band.high, edge)], _BAND)
    yield Rules([k - 0.5 for k in range(1, len(drawn.lines))], Look(colour=SHADE, line=0.8))
    if drawn.reference is not None:
        yield Rules([drawn.reference.at], _REFERENCE, upright=True)


def _numbers(drawn: _Drawn) -> list[float]:
    """Return all that is to be seen as a number."""
    found = [number for line in drawn.lines for value in line.values.values() for number in value]
    found += [] if drawn.reference is None else [drawn.reference.at]
    found += [] if drawn.band is None else drawn.band[:2]
    return [number for number in found if math.isfinite(number)]


def _scale(drawn: _Drawn) -> tuple[float, float]:
    """Return the ends of the axis."""
    numbers = _numbers(drawn) or [0.0, 1.0]
    low, high = min(numbers), max(numbers)
    room = 0.04 * high - 0.04 * low or 0.1 * abs(low) or 0.5
    return low - room, high + room


def _writing(drawn: _Drawn) -> Callable[[Value], str]:
    """Return what writes a value with its interval: percentages, three decimals, or three digits for other sizes."""
    largest = max(map(abs, _numbers(drawn)), default=0.0)
    usual = largest == 0 or 0.05 <= largest < 10_000
    write = tables.share if drawn.shares else tables.correlation if usual else tables.threshold

    def written(value: Value) -> str:
        if math.isnan(value.estimate):
            return "undefined"
        return write(value.estimate) + (
            f" [{write(value.low)}, {write(value.high)}]" if _spans(value) else ""
        )

    return written
