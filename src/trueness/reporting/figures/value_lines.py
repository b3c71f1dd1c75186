"""Values with their intervals, one line per item: several series side by side, which differ in colour and in mark."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.palette import BLANK, FAINT_INK, INK, LOOKS, SHADE
from trueness.reporting.figures.sheet import MARGIN, Sheet
from trueness.reporting.figures.spots import add_spot
from trueness.reporting.writing import tables
from trueness.reporting.writing.labels import distinct_labels, shortened, text_width
from trueness.result import Row

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

MOST_LINES = 40
"""Of more items the first are drawn."""

_TALL = 20
"""More lines than these have numbers above them as well."""

_WIDTH, _LANE, _KEY_LINE, _SAMPLE = 3.8, 0.13, 0.2, 0.55
_LABEL_SIZE, _LABEL_ROOM, _NOTE_ROOM, _KEY_SIZE = 7.5, 1.7, 1.5, 8.0


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

    title: str
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
        title=title,
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


def _draw(drawn: _Drawn) -> Canvas:
    lines = drawn.lines
    lanes = len(drawn.series) if any(len(line.values) > 1 for line in lines) else 1
    lane = _LANE * (lanes + 0.8)
    labels = distinct_labels(
        [line.name for line in lines], _LABEL_SIZE, _LABEL_ROOM, [line.ending for line in lines]
    )
    notes = [shortened(line.note, _LABEL_SIZE, _NOTE_ROOM) if line.note else "" for line in lines]
    left = MARGIN + max((text_width(label, _LABEL_SIZE) for label in labels), default=0.0) + 0.12
    right = max((text_width(note, _LABEL_SIZE) + 0.12 for note in notes if note), default=0.0)
    width = left + _WIDTH + right + MARGIN
    handles, columns = _key(drawn, width - 2 * MARGIN)
    tall = len(lines) > _TALL
    heads = _KEY_LINE * -(-len(handles) // columns) + (0.25 if tall else 0.08)
    height = lane * max(1, len(lines))
    sheet = Sheet(width, heads + height + 0.36 + MARGIN, title=drawn.title, subtitle=drawn.subtitle)
    sheet.key(MARGIN, sheet.top + 0.02, handles, columns)
    axes = sheet.panel(left, sheet.top + heads, _WIDTH, height)
    axes.set_ylim(max(1, len(lines)) - 0.5, -0.5)
    axes.set_xlim(*_scale(drawn))
    _ground(axes, drawn)
    write = _writing(drawn)
    for k, name in enumerate(drawn.series):
        middle = (k - (lanes - 1) / 2) * _LANE / lane if lanes > 1 else 0.0
        _series(axes, k, [(y + middle, line, line.values.get(name)) for y, line in enumerate(lines)])
        for y, line in enumerate(lines):
            if name in line.values:
                _say(axes, y + middle, line, name, write(line.values[name]))
    beside = functools.partial(
        axes.text, transform=axes.get_yaxis_transform(), fontsize=_LABEL_SIZE, va="center"
    )
    for y, (label, note) in enumerate(zip(labels, notes, strict=True)):  # ticks take three times as long
        beside(-0.07 / _WIDTH, y, label, ha="right")
        if note:
            beside(1 + 0.1 / _WIDTH, y, note, color=FAINT_INK)
    axes.set_yticks([])
    axes.tick_params(top=tall, labeltop=tall)
    axes.tick_params(labelsize=_LABEL_SIZE)
    axes.spines["left"].set_visible(False)
    axes.set_xlabel(shortened(drawn.across, 8, _WIDTH))
    if drawn.shares:
        axes.xaxis.set_major_formatter(lambda value, _: tables.share(value))
    return sheet.canvas


def _spans(value: Value) -> bool:
    """Return whether a value has an interval."""
    return math.isfinite(value.low) and math.isfinite(value.high)


def _series(axes: Axes, look: int, marks: Iterable[tuple[float, Line, Value | None]]) -> None:
    """Draw all values of one series at their heights."""
    colour, mark = LOOKS[look]
    there = [(y, value) for y, _, value in marks if value is not None]
    known = [(y, value) for y, value in there if math.isfinite(value.estimate)]
    spanned = [(y, value) for y, value in known if _spans(value)]
    if spanned:
        heights, values = zip(*spanned, strict=True)
        axes.hlines(
            heights, [value.low for value in values], [value.high for value in values], color=colour, lw=1.4
        )
    axes.plot([value.estimate for _, value in known], [y for y, _ in known], mark, color=colour, ms=4.5)
    for y, value in there:
        if math.isnan(value.estimate):
            axes.text(
                0.01,
                y,
                "undefined",
                transform=axes.get_yaxis_transform(),
                fontsize=7,
                va="center",
                color=FAINT_INK,
                style="italic",
            )


def _say(axes: Axes, y: float, line: Line, series: str, value: str) -> None:
    """Let a mark say its value; one that is undefined says so at the left end of its line."""
    x = line.values[series].estimate
    note = f"; {line.note}" if line.note else ""
    add_spot(axes, x if math.isfinite(x) else axes.get_xlim()[0], y, f"{line.name}, {series}: {value}{note}")


def _ground(axes: Axes, drawn: _Drawn) -> None:
    """Draw what stands behind the values."""
    axes.grid(axis="x", color="#E6E6E6", lw=0.5)
    if drawn.band is not None:
        axes.axvspan(drawn.band.low, drawn.band.high, color=BLANK, lw=0, zorder=0)
    if drawn.reference is not None:
        axes.axvline(drawn.reference.at, color=INK, lw=0.9, zorder=1)
    places = [k - 0.5 for k in range(1, len(drawn.lines))]
    axes.hlines(places, 0, 1, transform=axes.get_yaxis_transform(), color=SHADE, lw=0.8, zorder=0)


def _key(drawn: _Drawn, room: float) -> tuple[list[Any], int]:
    """Return what explains colours and marks, and in how many columns it fits."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    named = [name for name in drawn.series if any(name in line.values for line in drawn.lines)]
    labels = [shortened(name, _KEY_SIZE, room - _SAMPLE) for name in named]
    handles: list[Any] = []
    for name, label in zip(named, labels, strict=True):
        colour, mark = LOOKS[drawn.series.index(name)]
        spans = any(_spans(line.values[name]) for line in drawn.lines if name in line.values)
        handles.append(Line2D([], [], color=colour, marker=mark, ms=4.5, lw=1.4 if spans else 0, label=label))
    if drawn.reference is not None and drawn.reference.label:
        handles.append(Line2D([], [], color=INK, lw=0.9, label=drawn.reference.label))
    if drawn.band is not None:
        handles.append(Patch(color=BLANK, label=drawn.band.label))
    widest = max((text_width(handle.get_label(), _KEY_SIZE) for handle in handles), default=0.0)
    return handles, max(1, min(len(handles), int(room / (widest + _SAMPLE))))


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


def _writing(drawn: _Drawn) -> Any:
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
