"""Heat maps of the agreement of every pair of metrics, one per range."""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Sequence

import numpy as np

from trueness.reporting.figures.cells import cells, shades
from trueness.reporting.figures.drawing import Drawing, fitting, in_lines
from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.panel import Names, Panel
from trueness.reporting.writing.tables import correlation
from trueness.result import Row
from trueness.statistics.array_types import FloatArray
from trueness.studies.ranges.range_names import CUMULATIVE, SINGLE, range_names
from trueness.studies.ranges.rows import RangesResult
from trueness.study.number_words import counted
from trueness.study.rows import as_row

_CELL = 0.3
_LABEL_ROOM = 1.5
_MOST_PRINTED = 12
TITLE = "Agreement of pairs of metrics, by range"


def agreement_triangle(result: RangesResult) -> Figure:
    """Draw Kendall's tau-b of every pair of metrics, and of every metric with people, a triangle for each range.

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


def _draw(data: Sequence[Row], names: Sequence[str], bins: int) -> Drawing:
    found = {(row["metric"], row["rival"], row["range"], row["kind"]): row["estimate"] for row in data}
    size = len(names) - 1
    panels: dict[str, list[Panel]] = {CUMULATIVE: [], SINGLE: []}
    for name, kind in range_names(bins):
        values = [
            [found.get((one, other, name, kind), math.nan) for one in names[:-1]] for other in names[1:]
        ]
        matrix = np.array(values).reshape(size, size)
        panels[kind].append(_triangle(matrix, names, f"{name}, {kind}"))
    across = fitting(panels[CUMULATIVE])
    lines = [
        *in_lines(panels[CUMULATIVE], across, below=False),
        *in_lines(panels[SINGLE], across),
    ]
    return Drawing(
        subtitle=f"{counted(size, 'scorer')} by {counted(size, 'scorer')}, {bins} bins", lines=lines
    )


def _triangle(values: FloatArray, names: Sequence[str], heading: str) -> Panel:
    """Return the matrix of which the upper half repeats the lower one, and is left out."""
    size = len(values)
    texts = [
        [
            correlation(value, 2).replace("0.", ".", 1) if j <= i and size <= _MOST_PRINTED else ""
            for j, value in enumerate(line)
        ]
        for i, line in enumerate(values)
    ]
    colours = np.where(np.tri(size, dtype=bool)[..., None], shades(values), 1.0)
    panel = cells(
        colours,
        Names(texts=names[1:], longest=_LABEL_ROOM),
        Names(texts=names[:-1], longest=_LABEL_ROOM, turned=True),
        size=(_CELL, _CELL),
        texts=texts,
        heading=heading,
    )
    return dataclasses.replace(panel, sides=("left",))
