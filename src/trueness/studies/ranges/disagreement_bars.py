"""How often metrics order two outputs oppositely, by the mean level of the two."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence

from trueness.reporting.figures.drawing import Drawing, in_lines
from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.look import Look
from trueness.reporting.figures.marks import Said, Spans, Trace, boxes
from trueness.reporting.figures.palette import BLUE, FAINT_INK
from trueness.reporting.figures.panel import Panel, Scale
from trueness.reporting.figures.wording import percent
from trueness.reporting.writing import tables
from trueness.result import Row
from trueness.studies.ranges.curve_rows import ANY_INPUTS, ONE_INPUT
from trueness.studies.ranges.range_axis import between_kinds, range_axis, range_places
from trueness.studies.ranges.rows import ALL_METRICS, RangesResult
from trueness.study.number_words import bracketed_shares, counted
from trueness.study.rows import as_row

_PANEL, _HEIGHT = 3.1, 2.2
TITLE = "How often two metrics order two outputs oppositely"
WORDS = {ONE_INPUT: "two outputs of one input", ANY_INPUTS: "outputs of two inputs (as published)"}


def disagreement_bars(result: RangesResult) -> Figure:
    """Draw the share of pairs of outputs in opposite orders, as Figure 3 of Bhandari et al. (2020).

    Returns
    -------
    Figure
        Its data are the rows of the disagreement.
    """
    data = [as_row(row) for row in result.disagreement]
    caption = (
        "Share of pairs of outputs that two metrics put in opposite orders, by the mean level of the two: from a "
        f"bin on (cumulative), and within each bin (single). Bars are means over pairs of metrics, with "
        f"{percent(result.settings.confidence)} intervals for other inputs; dots are single pairs of metrics."
    )
    return Figure.of(
        name="disagreement-bars",
        title=TITLE,
        caption=caption,
        data=data,
        drawing=functools.partial(_draw, data, counted(len(result.metrics), "metric")),
    )


def _draw(data: Sequence[Row], subtitle: str) -> Drawing:
    known = [row["estimate"] for row in data] + [row["high"] for row in data if row["metric"] == ALL_METRICS]
    top = min(1.0, max([0.05, *(value for value in known if not math.isnan(value))]))
    panels = [
        _panel([row for row in data if row["outputs"] == outputs], 1.05 * top, WORDS[outputs])
        for outputs in (ONE_INPUT, ANY_INPUTS)
    ]
    return Drawing(subtitle=subtitle, lines=in_lines(panels, len(panels)), gap=0.45)


def _panel(rows: Sequence[Row], top: float, heading: str) -> Panel:
    means = [row for row in rows if row["metric"] == ALL_METRICS]
    places = range_places(means)
    of = {(row["range"], row["kind"]): place for row, place in zip(means, places, strict=True)}
    alone = [row for row in rows if row["metric"] != ALL_METRICS]
    middle, low, high = ([row[key] for row in means] for key in ("estimate", "low", "high"))
    said = [
        f"{row['range']}, {row['kind']}: {tables.share(row['estimate'])}{bracketed_shares(row['low'], row['high'])}"
        for row in means
    ]
    return Panel(
        width=_PANEL,
        height=_HEIGHT,
        marks=[
            boxes(
                [(x - 0.3, 0, x + 0.3, y) for x, y in zip(places, middle, strict=True) if not math.isnan(y)],
                Look(colour="#BFD9EA"),
            ),
            Trace(
                [of[row["range"], row["kind"]] - 0.18 for row in alone],
                [row["estimate"] for row in alone],
                Look(colour=FAINT_INK, mark="o", size=2.2, edge_width=0, alpha=0.7),
            ),
            Spans(places, low, high, Look(colour=BLUE, line=1.6), upright=True),
            Said(places, middle, said),
            between_kinds(means),
        ],
        x=range_axis(means),
        y=Scale(label="in opposite orders", low=0.0, high=top, shares=True, grid=False),
        heading=heading,
    )
