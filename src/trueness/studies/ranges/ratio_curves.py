"""F/N and F'/N by level, of metrics and of as many random numbers."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.palette import BLUE, FAINT_INK, INK, ORANGE
from trueness.reporting.figures.sheet import MARGIN, Sheet
from trueness.reporting.figures.wording import percent
from trueness.result import Row
from trueness.studies.ranges.curve_rows import BETTER, METRICS, RANDOM, WORSE
from trueness.studies.ranges.rows import RangesResult
from trueness.study.number_words import counted
from trueness.study.rows import as_row

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

_PANEL, _HEIGHT, _LEFT, _GAP = 3.0, 2.2, 0.55, 0.65
TITLE = "F/N and F'/N by level: metrics, and as many random numbers"


def ratio_curves(result: RangesResult) -> Figure:
    """Draw both ratios by the level of an output with bands, as Figures 4 and 5 of Bhandari et al. (2020).

    Parameters
    ----------
    result : RangesResult

    Returns
    -------
    Figure
        Its data are the rows of the ratios.
    """
    data = [as_row(row) for row in result.ratios]
    caption = (
        "F/N: of the outputs of an input that some metric finds better, the share that all find better. F'/N: how many "
        "outputs all find worse, for each of them. By the mean normalised score of the output, with "
        f"{percent(result.settings.confidence)} bands for other inputs. Where random numbers give the same slope as "
        "metrics, the slope says nothing about metrics. The dotted line is the formula for an output that all random "
        "numbers put at that level."
    )
    return Figure.of(
        name="ratio-curves",
        title=TITLE,
        caption=caption,
        data=data,
        drawing=functools.partial(_draw, data, counted(len(result.metrics), "metric")),
    )


def _draw(data: Sequence[Row], subtitle: str) -> Canvas:
    from matplotlib.lines import Line2D

    width = 2 * MARGIN + _LEFT + 2 * _PANEL + _GAP
    sheet = Sheet(width, 0.65 + _HEIGHT + 0.45 + MARGIN, title=TITLE, subtitle=subtitle)
    sheet.key(
        MARGIN,
        sheet.top + 0.02,
        [
            Line2D([], [], color=BLUE, marker="o", ms=4, label="metrics"),
            Line2D([], [], color=ORANGE, marker="D", ms=4, label="random numbers"),
            Line2D([], [], color=FAINT_INK, ls=":", label="formula"),
        ],
        3,
    )
    for k, ratio in enumerate((BETTER, WORSE)):
        axes = sheet.panel(MARGIN + _LEFT + k * (_PANEL + _GAP), sheet.top + 0.5, _PANEL, _HEIGHT)
        for scores, colour, mark in ((METRICS, BLUE, "o"), (RANDOM, ORANGE, "D")):
            _curve(axes, [r for r in data if (r["ratio"], r["scores"]) == (ratio, scores)], colour, mark)
        axes.set_title(ratio, fontsize=8, color=INK)
        axes.set_xlabel("mean level of the output")
        axes.set_xlim(0, 1)
        axes.set_ylim(bottom=0)
        axes.grid(color="#E6E6E6", lw=0.5)
    return sheet.canvas


def _curve(axes: Axes, rows: Sequence[Row], colour: str, mark: str) -> None:
    known = [row for row in rows if not math.isnan(row["estimate"])]
    x = [row["mean_level"] for row in known]
    axes.fill_between(
        x, [row["low"] for row in known], [row["high"] for row in known], color=colour, alpha=0.2, lw=0
    )
    axes.plot(x, [row["estimate"] for row in known], color=colour, marker=mark, ms=3.5, lw=1.2)
    formula = [row for row in rows if not math.isnan(row["expected"])]
    if formula:
        axes.plot(
            [row["mean_level"] for row in formula],
            [row["expected"] for row in formula],
            color=FAINT_INK,
            ls=":",
            lw=1.2,
        )
