"""How often metrics order two outputs oppositely, by the mean level of the two."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.palette import BLUE, FAINT_INK, INK, RULE
from trueness.reporting.figures.sheet import MARGIN, Sheet
from trueness.reporting.figures.wording import percent
from trueness.result import Row
from trueness.studies.ranges.curve_rows import ANY_INPUTS, ONE_INPUT
from trueness.studies.ranges.range_names import CUMULATIVE, SINGLE
from trueness.studies.ranges.rows import ALL_METRICS, RangesResult
from trueness.study.number_words import counted
from trueness.study.rows import as_row

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

_PANEL, _HEIGHT, _LEFT, _GAP = 3.1, 2.2, 0.6, 0.45
TITLE = "How often two metrics order two outputs oppositely"
WORDS = {ONE_INPUT: "two outputs of one input", ANY_INPUTS: "outputs of two inputs (as published)"}


def disagreement_bars(result: RangesResult) -> Figure:
    """Draw the share of pairs of outputs in opposite orders, as Figure 3 of Bhandari et al. (2020).

    Parameters
    ----------
    result : RangesResult

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


def _draw(data: Sequence[Row], subtitle: str) -> Canvas:
    width = 2 * MARGIN + _LEFT + 2 * _PANEL + _GAP
    sheet = Sheet(width, 0.35 + _HEIGHT + 0.5 + MARGIN, title=TITLE, subtitle=subtitle)
    known = [row["estimate"] for row in data] + [row["high"] for row in data if row["metric"] == ALL_METRICS]
    top = min(1.0, max([0.05, *(value for value in known if not math.isnan(value))]))
    for k, outputs in enumerate((ONE_INPUT, ANY_INPUTS)):
        axes = sheet.panel(MARGIN + _LEFT + k * (_PANEL + _GAP), sheet.top + 0.35, _PANEL, _HEIGHT)
        _panel(axes, [row for row in data if row["outputs"] == outputs])
        axes.set_ylim(0, 1.05 * top)
        axes.set_title(WORDS[outputs], fontsize=8, color=INK)
        axes.yaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f}%")
        if k == 0:
            axes.set_ylabel("in opposite orders")
    return sheet.canvas


def _panel(axes: Axes, rows: Sequence[Row]) -> None:
    means = [row for row in rows if row["metric"] == ALL_METRICS]
    places = [k + (0.6 if row["kind"] == SINGLE else 0.0) for k, row in enumerate(means)]
    axes.bar(places, [row["estimate"] for row in means], width=0.6, color="#BFD9EA", zorder=1)
    for place, row in zip(places, means, strict=True):
        alone = [
            one["estimate"]
            for one in rows
            if one["metric"] != ALL_METRICS and (one["range"], one["kind"]) == (row["range"], row["kind"])
        ]
        axes.plot(
            [place - 0.18] * len(alone), alone, "o", ms=2.2, mfc=FAINT_INK, mec="none", alpha=0.7, zorder=2
        )
        if not math.isnan(row["low"]):
            axes.plot([place] * 2, [row["low"], row["high"]], color=BLUE, lw=1.6, zorder=3)
    half = sum(row["kind"] == CUMULATIVE for row in means)
    axes.axvline(half - 0.2, color=RULE, lw=0.8)
    axes.set_xticks(places, [row["range"] for row in means])
    axes.set_xlim(-0.6, len(means) + 0.2)
    for place, word in ((0.25, "cumulative"), (0.75, "single")):
        axes.text(place, -0.17, word, transform=axes.transAxes, ha="center", fontsize=7, color=FAINT_INK)
