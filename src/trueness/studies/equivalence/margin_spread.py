"""How the margins that annotators give differ between dimensions and metrics."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING

import numpy as np

from trueness.errors import DataError, check_choice
from trueness.reporting.figures.figure import Figure, figure_name
from trueness.reporting.figures.palette import BLUE, INK, SHADE
from trueness.reporting.figures.sheet import MARGIN, Sheet
from trueness.reporting.figures.wording import levels_phrase
from trueness.reporting.writing.labels import distinct_labels, text_width
from trueness.reporting.writing.tables import correlation
from trueness.result import Row
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.equivalence.rows import TOGETHER, EquivalenceResult, MarginRow
from trueness.study.number_words import counted

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

_PLOT_WIDTH, _ROW_HEIGHT = 4.6, 0.55
_LABEL_SIZE, _LABEL_ROOM = 8.0, 2.0


def margin_spread(found: EquivalenceResult, coefficient: str, *, level: str | None = None) -> Figure:
    """Draw every metric's margin as a point, one row per human dimension, with the median and the middle half.

    As Figure 4b of Braun et al. (2022).

    Parameters
    ----------
    found : EquivalenceResult
        Whose margins come from annotators.
    coefficient : str
        One that was computed.
    level : str, optional
        One that was computed; default the first.

    Returns
    -------
    Figure
        Its data have one row per metric and human.

    Raises
    ------
    ArgumentError
        If the coefficient or level was not computed.
    DataError
        If the margin was given as a number.
    """
    settings = found.settings
    check_choice("coefficient", coefficient, settings.coefficients)
    level = check_choice("level", settings.levels[0] if level is None else level, settings.levels)
    mine = [
        row
        for row in found.margins
        if (row.level, row.coefficient) == (level, coefficient) and row.group in TOGETHER
    ]
    if not mine:
        raise DataError("the margin was given and not taken from annotators, so there is none to draw.")
    data: list[Row] = [
        {
            "human": row.human,
            "metric": row.metric,
            "level": level,
            "coefficient": coefficient,
            "margin": row.margin,
        }
        for row in mine
    ]
    title = f"Margins from annotators: {coefficient_facts(coefficient).words}"
    return Figure.of(
        name=figure_name("margin-spread", coefficient, level),
        title=title,
        caption=_caption(found, mine, level),
        data=data,
        drawing=functools.partial(_draw, mine, level, title),
    )


def _caption(found: EquivalenceResult, rows: list[MarginRow], level: str) -> str:
    kind = "Standard deviation" if found.settings.margin == "sd" else "Largest difference"
    n_metrics = len({row.metric for row in rows})
    lost = sum(math.isnan(row.margin) for row in rows)
    text = (
        f"{kind} of the single annotators' correlations with each of {counted(n_metrics, 'metric')} "
        f"{levels_phrase([level])}: "
        "a point is a metric, the line the median, the bar the middle half. A small margin asks more of equivalence."
    )
    return f"{text} {counted(lost, 'margin')} undefined and not drawn." if lost else text


def _draw(rows: list[MarginRow], level: str, title: str) -> Canvas:
    humans = list(dict.fromkeys(row.human for row in rows))
    labels = distinct_labels(humans, _LABEL_SIZE, _LABEL_ROOM)
    room = max(text_width(label, _LABEL_SIZE) for label in labels) + 0.12
    height = _ROW_HEIGHT * len(humans)
    sheet = Sheet(
        2 * MARGIN + room + _PLOT_WIDTH + 0.4,
        height + 0.5 + MARGIN,
        title=title,
        subtitle=f"{counted(len({row.metric for row in rows}), 'metric')} {levels_phrase([level])}",
    )
    axes = sheet.panel(MARGIN + room, sheet.top, _PLOT_WIDTH, height)
    axes.set_ylim(len(humans), 0)
    largest = 0.0
    for place, human in enumerate(humans):
        values = np.array([row.margin for row in rows if row.human == human])
        values = np.sort(values[~np.isnan(values)])
        if place % 2 == 0:
            axes.axhspan(place, place + 1, color=SHADE, lw=0, zorder=0)
        if not values.size:
            continue
        largest = max(largest, float(values[-1]))
        low, middle, high = np.quantile(values, [0.25, 0.5, 0.75])
        axes.fill_between([low, high], place + 0.3, place + 0.7, color=BLUE, alpha=0.3, lw=0, zorder=1)
        axes.plot([middle, middle], [place + 0.22, place + 0.78], color=INK, lw=1.4, zorder=3)
        # points side by side in the order of their values, so that equal ones stay apart
        lanes = place + 0.5 + 0.14 * (np.arange(len(values)) % 3 - 1)
        axes.plot(values, lanes, "o", ms=3.6, mfc=BLUE, mec=INK, mew=0.5, zorder=2)
        axes.text(
            1.01,
            place + 0.5,
            correlation(float(middle)),
            transform=axes.get_yaxis_transform(),
            fontsize=7,
            va="center",
        )
    axes.set_xlim(0, 1.08 * largest if largest > 0 else 0.1)
    axes.grid(axis="x", color="#DDDDDD", lw=0.6)
    axes.set_yticks([place + 0.5 for place in range(len(humans))], labels)
    axes.tick_params(axis="y", length=0, pad=5)
    axes.spines["left"].set_visible(False)
    axes.set_xlabel("Margin")
    return sheet.canvas
