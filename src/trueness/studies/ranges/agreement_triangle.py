"""Heat maps of the agreement of every pair of metrics, one per range."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.palette import BLANK, BLUE, FAINT_INK, INK, RULE, VERMILLION
from trueness.reporting.figures.sheet import MARGIN, Sheet
from trueness.reporting.writing.labels import distinct_labels, text_width
from trueness.reporting.writing.tables import correlation
from trueness.result import Row
from trueness.studies.ranges.range_names import CUMULATIVE, range_names
from trueness.studies.ranges.rows import RangesResult
from trueness.study.number_words import counted
from trueness.study.rows import as_row

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

_CELL, _GAP = 0.3, 0.25
_LABEL_SIZE, _LABEL_ROOM = 7.5, 1.5
_MOST_ACROSS = 8.0
_MOST_PRINTED = 12
TITLE = "Agreement of pairs of metrics, by range"


def agreement_triangle(result: RangesResult) -> Figure:
    """Draw Kendall's tau-b of every pair of metrics, and of every metric with people, a triangle for each range.

    Parameters
    ----------
    result : RangesResult

    Returns
    -------
    Figure
        Its data are the rows of the pairs.
    """
    data = [as_row(row) for row in result.pairs]
    names = [*result.metrics, *([result.human] if result.human else [])]
    known = [row for row in data if not math.isnan(row["estimate"])]
    caption = (
        "Mean over inputs of Kendall's tau-b of two scorers among the outputs in a range: the bins from one on "
        "(cumulative) and each alone (single). Blue is agreement, red its opposite, grey undefined."
    )
    if known:
        least, most = (pick(known, key=lambda row: row["estimate"]) for pick in (min, max))
        caption += (
            f" From {correlation(least['estimate'], 2)} ({least['metric']} and {least['rival']}, {least['range']} "
            f"{least['kind']}) to {correlation(most['estimate'], 2)} ({most['metric']} and {most['rival']}, "
            f"{most['range']} {most['kind']})."
        )
    return Figure.of(
        name="agreement-triangle",
        title=TITLE,
        caption=caption,
        data=data,
        drawing=functools.partial(_draw, data, names, result.settings.bins),
    )


def _draw(data: Sequence[Row], names: Sequence[str], bins: int) -> Canvas:
    found = {(row["metric"], row["rival"], row["range"], row["kind"]): row["estimate"] for row in data}
    labels = distinct_labels(names, _LABEL_SIZE, _LABEL_ROOM)
    room = max(text_width(label, _LABEL_SIZE) for label in labels) + 0.1
    side = _CELL * (len(names) - 1)
    head = max(text_width(label, _LABEL_SIZE) for label in labels[:-1]) + 0.1
    ranges = range_names(bins)
    across = max(1, min(bins, int((_MOST_ACROSS - room) / (side + _GAP))))
    lines = 2 * -(-bins // across)
    block = 0.25 + side + 0.1
    sheet = Sheet(
        max(4.0, 2 * MARGIN + room + across * (side + _GAP)),
        lines * block + head + MARGIN,
        title=TITLE,
        subtitle=f"{counted(len(names) - 1, 'scorer')} by {counted(len(names) - 1, 'scorer')}, {bins} bins",
    )
    for k, (name, kind) in enumerate(ranges):
        place, half = k % bins, 0 if kind == CUMULATIVE else lines // 2
        row, column = half + place // across, place % across
        left, top = MARGIN + room + column * (side + _GAP), sheet.top + row * block
        sheet.text(left, top + 0.08, f"{name}, {kind}", fontsize=8, fontweight="bold", va="top")
        axes = sheet.panel(left, top + 0.25, side, side)
        _triangle(axes, names, {pair[:2]: value for pair, value in found.items() if pair[2:] == (name, kind)})
        axes.set_yticks([])
        axes.set_xticks([])
        if column == 0:
            axes.set_yticks(range(len(names) - 1), labels[1:], fontsize=_LABEL_SIZE, parse_math=False)
        if half and place + across >= bins:
            axes.set_xticks(
                range(len(names) - 1), labels[:-1], rotation=90, fontsize=_LABEL_SIZE, parse_math=False
            )
        axes.tick_params(length=0, pad=3, colors=INK)
    return sheet.canvas


def _triangle(axes: Axes, names: Sequence[str], found: Mapping[tuple[str, str], float]) -> None:
    from matplotlib.colors import to_rgb

    size = len(names) - 1
    pixels = np.ones((size, size, 3))
    blue, red, blank = (np.array(to_rgb(colour)) for colour in (BLUE, VERMILLION, BLANK))
    for i in range(size):
        for j in range(i + 1):
            value = found.get((names[j], names[i + 1]), float("nan"))
            full = red if value < 0 else blue
            pixels[i, j] = blank if math.isnan(value) else 1 + (full - 1) * abs(value)
            if size <= _MOST_PRINTED:
                axes.text(
                    j,
                    i,
                    correlation(value, 2).replace("0.", ".", 1),
                    ha="center",
                    va="center",
                    fontsize=6.3,
                    color="white" if abs(value) > 0.6 else FAINT_INK if math.isnan(value) else INK,
                )
    axes.imshow(np.round(255 * pixels).astype(np.uint8), aspect="auto", interpolation="none")
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.spines["left"].set_color(RULE)
