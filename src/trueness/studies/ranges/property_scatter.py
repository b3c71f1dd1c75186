"""Agreement of every pair of metrics on an input against a property of the input."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping

import numpy as np

from trueness.reporting.figures.drawing import Drawing, in_lines
from trueness.reporting.figures.figure import Figure, figure_name
from trueness.reporting.figures.look import Look
from trueness.reporting.figures.marks import Mark, Trace, band
from trueness.reporting.figures.palette import BLUE, ORANGE
from trueness.reporting.figures.panel import Panel, Scale
from trueness.reporting.figures.wording import number, percent
from trueness.result import Row
from trueness.statistics.array_types import FloatArray
from trueness.statistics.ranges.input_properties import moving_mean
from trueness.studies.ranges.rows import ALL_METRICS, PROPERTY_WORDS, RangesResult
from trueness.study.number_words import counted

_ACROSS, _WIDTH, _HEIGHT = 5, 1.35, 1.05
MOST_PANELS = 30
"""Of more pairs the first are drawn; the data hold all."""


def property_scatter(result: RangesResult, property_name: str) -> Figure:
    """Draw tau-b among all outputs of an input against a property of the input, a panel for each pair of metrics.

    As Figures 6 to 11 of Bhandari et al. (2020): a point is an input, the line is the mean over its neighbours, with
    the interval of each mean.

    Parameters
    ----------
    result : RangesResult
    property_name : str
        Of `studies.ranges.rows.PROPERTY_WORDS`, known of some input.

    Returns
    -------
    Figure
        Its data have one row per input and pair.
    """
    values = np.array([getattr(row, property_name) for row in result.inputs])
    pairs = {pair: taus for pair, taus in result.taus.items() if result.human not in pair}
    data: list[Row] = [
        {
            "metric": one,
            "rival": other,
            "input": row.input,
            property_name: float(values[j]),
            "tau": float(taus[j]),
        }
        for (one, other), taus in pairs.items()
        for j, row in enumerate(result.inputs)
    ]
    words = PROPERTY_WORDS[property_name]
    title = f"{words} and agreement"
    settings = result.settings
    window = min(settings.window, int((~np.isnan(values)).sum()))
    together = next(
        (row for row in result.properties if (row.property, row.metric) == (property_name, ALL_METRICS)), None
    )
    caption = (
        f"Kendall's tau-b of two metrics among all outputs of an input, against {words.lower()}. A point is "
        f"an input; the line is the mean over {window} neighbours with its {percent(settings.confidence)} interval. In "
        "each panel stands Spearman's rho."
    )
    if together is not None and not math.isnan(together.estimate):
        caption += f" Over all pairs of metrics together rho is {number(together.estimate)}."
    rho = {
        (row.metric, row.rival): row.estimate for row in result.properties if row.property == property_name
    }
    return Figure.of(
        name=figure_name("property", property_name),
        title=title,
        caption=caption,
        data=data,
        drawing=functools.partial(
            _draw,
            values,
            dict(list(pairs.items())[:MOST_PANELS]),
            rho,
            words,
            window,
            settings.confidence,
        ),
    )


def _draw(
    values: FloatArray,
    pairs: Mapping[tuple[str, str], FloatArray],
    rho: Mapping[tuple[str, str], float],
    words: str,
    window: int,
    confidence: float,
) -> Drawing:
    known = values[~np.isnan(values)]
    low, high = float(known.min()), float(known.max())
    room = 0.05 * ((high - low) or 1.0)
    panels = [
        Panel(
            width=_WIDTH,
            height=_HEIGHT,
            marks=_marks(values, taus, window, confidence),
            x=Scale(low=low - room, high=high + room, most=3, size=6.2),
            y=Scale(label="tau-b", low=-1.05, high=1.05, ticks=(-1, 0, 1), size=6.2),
            heading=pair[0],
            notes=[pair[1], f"ρ = {number(rho.get(pair, math.nan))}"],
        )
        for pair, taus in pairs.items()
    ]
    return Drawing(
        subtitle=f"{counted(len(pairs), 'pair')} of metrics, {counted(len(known), 'input')}",
        lines=in_lines(panels, _ACROSS),
        across=words,
        gap=0.16,
    )


def _marks(values: FloatArray, taus: FloatArray, window: int, confidence: float) -> list[Mark]:
    marks: list[Mark] = [Trace(values, taus, Look(colour=BLUE, mark="o", size=1.8, edge_width=0, alpha=0.6))]
    if window >= 2:
        line = moving_mean(values, taus, window, confidence)
        marks.append(band(line.x, line.low, line.high, Look(colour=ORANGE, alpha=0.3)))
        marks.append(Trace(line.x, line.mean, Look(colour=ORANGE, line=1.3)))
    return marks
