"""Agreement of every pair of metrics on an input against a property of the input."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from trueness.errors import DataError, check_choice
from trueness.reporting.figures.figure import Figure, figure_name
from trueness.reporting.figures.palette import BLUE, FAINT_INK, ORANGE
from trueness.reporting.figures.sheet import MARGIN, Sheet
from trueness.reporting.figures.wording import number, percent
from trueness.reporting.writing.labels import shortened
from trueness.result import Row
from trueness.statistics.array_types import FloatArray
from trueness.statistics.ranges.input_properties import moving_mean
from trueness.studies.ranges.rows import ALL_METRICS, PROPERTY_WORDS, RangesResult
from trueness.study.number_words import counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

_ACROSS, _WIDTH, _HEIGHT, _LEFT, _GAP = 5, 1.35, 1.05, 0.45, 0.16
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
        Of `studies.ranges.rows.PROPERTY_WORDS`.

    Returns
    -------
    Figure
        Its data have one row per input and pair.

    Raises
    ------
    ArgumentError
        If there is no such property.
    DataError
        If nothing is known of it.
    """
    check_choice("property_name", property_name, tuple(PROPERTY_WORDS))
    values = np.array([getattr(row, property_name) for row in result.inputs])
    if np.isnan(values).all():
        raise DataError(f"nothing is known of '{property_name}': give texts (`texts`, --texts).")
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
            title,
            words,
            window,
            settings.confidence,
        ),
    )


def _draw(
    values: FloatArray,
    pairs: Mapping[tuple[str, str], FloatArray],
    rho: Mapping[tuple[str, str], float],
    title: str,
    words: str,
    window: int,
    confidence: float,
) -> Canvas:
    from matplotlib.ticker import MaxNLocator

    across = min(_ACROSS, len(pairs))
    lines = -(-len(pairs) // across)
    block = 0.5 + _HEIGHT + 0.2
    left = MARGIN + _LEFT
    sheet = Sheet(
        max(3.6, left + across * (_WIDTH + _GAP) + MARGIN),
        lines * block + 0.25 + MARGIN,
        title=title,
        subtitle=f"{counted(len(pairs), 'pair')} of metrics, {counted(int((~np.isnan(values)).sum()), 'input')}",
    )
    known = values[~np.isnan(values)]
    span = (float(known.max()) - float(known.min())) or 1.0
    for k, (pair, taus) in enumerate(pairs.items()):
        x, y = left + (k % across) * (_WIDTH + _GAP), sheet.top + (k // across) * block
        for line, name in enumerate(pair):
            sheet.text(x, y + 0.04 + 0.14 * line, shortened(name, 6.8, _WIDTH), fontsize=6.8, va="top")
        value = rho.get(pair, math.nan)
        said = "undefined" if math.isnan(value) else number(value)
        sheet.text(x, y + 0.33, f"ρ = {said}", fontsize=6.5, va="top", color=FAINT_INK)
        axes = sheet.panel(x, y + 0.48, _WIDTH, _HEIGHT)
        _panel(axes, values, taus, window, confidence)
        axes.set_xlim(float(known.min()) - 0.05 * span, float(known.max()) + 0.05 * span)
        axes.xaxis.set_major_locator(MaxNLocator(3))
        if k % across:
            axes.tick_params(labelleft=False)
    for line in range(lines):
        middle = sheet.top + 0.48 + _HEIGHT / 2 + line * block
        sheet.text(MARGIN, middle, "tau-b", fontsize=7.5, rotation=90, va="center", ha="left")
    sheet.text(left, sheet.top + lines * block + 0.08, words, fontsize=8, va="center")
    return sheet.canvas


def _panel(axes: Axes, values: FloatArray, taus: FloatArray, window: int, confidence: float) -> None:
    axes.plot(values, taus, "o", ms=1.8, mfc=BLUE, mec="none", alpha=0.6)
    if window >= 2:
        line = moving_mean(values, taus, window, confidence)
        axes.fill_between(line.x, line.low, line.high, color=ORANGE, alpha=0.3, lw=0)
        axes.plot(line.x, line.mean, color=ORANGE, lw=1.3)
    axes.set_ylim(-1.05, 1.05)
    axes.set_yticks([-1, 0, 1])
    axes.tick_params(labelsize=6.2, length=2)
    axes.grid(color="#E6E6E6", lw=0.5)
