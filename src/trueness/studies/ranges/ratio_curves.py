"""F/N and F'/N by level, of metrics and of as many random numbers."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence

from trueness.reporting.figures.drawing import Drawing
from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.look import Look
from trueness.reporting.figures.marks import Mark, Trace, band
from trueness.reporting.figures.palette import BLUE, FAINT_INK, ORANGE
from trueness.reporting.figures.panel import Panel, Scale
from trueness.reporting.figures.wording import percent
from trueness.result import Row
from trueness.studies.ranges.curve_rows import BETTER, METRICS, RANDOM, WORSE
from trueness.studies.ranges.rows import RangesResult
from trueness.study.number_words import counted, decimal
from trueness.study.rows import as_row

_PANEL, _HEIGHT = 3.0, 2.2
_FORMULA = Look(colour=FAINT_INK, line=1.2, dash=":")
TITLE = "F/N and F'/N by level: metrics, and as many random numbers"


def ratio_curves(result: RangesResult) -> Figure:
    """Draw both ratios by the level of an output with bands, as Figures 4 and 5 of Bhandari et al. (2020).

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


def _draw(data: Sequence[Row], subtitle: str) -> Drawing:
    key = {
        "metrics": Look(colour=BLUE, mark="o", size=3.5, line=1.2),
        "random numbers": Look(colour=ORANGE, mark="D", size=3.5, line=1.2),
    }
    panels = [
        Panel(
            width=_PANEL,
            height=_HEIGHT,
            marks=[
                mark
                for scores, look in zip((METRICS, RANDOM), key.values(), strict=True)
                for mark in _curve([r for r in data if (r["ratio"], r["scores"]) == (ratio, scores)], look)
            ],
            x=Scale(label="mean level of the output", low=0.0, high=1.0),
            y=Scale(low=0.0),
            heading=ratio,
        )
        for ratio in (BETTER, WORSE)
    ]
    return Drawing(subtitle=subtitle, lines=[panels], key=key | {"formula": _FORMULA})


def _curve(rows: Sequence[Row], look: Look) -> list[Mark]:
    known = [row for row in rows if not math.isnan(row["estimate"])]
    x, middle, low, high = ([row[key] for row in known] for key in ("mean_level", "estimate", "low", "high"))
    formula = [row for row in rows if not math.isnan(row["expected"])]
    return [
        band(x, low, high, Look(colour=look.colour, alpha=0.2)),
        Trace(
            x, middle, look, [f"{decimal(row['mean_level'])}: {decimal(row['estimate'])}" for row in known]
        ),
        Trace([row["mean_level"] for row in formula], [row["expected"] for row in formula], _FORMULA),
    ]
