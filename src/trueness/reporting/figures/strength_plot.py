"""Strengths of systems by people and by judges, with their intervals, one line per system."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING

from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.palette import BLUE, GREEN, ORANGE, PURPLE, RULE, VERMILLION
from trueness.reporting.figures.sheet import MARGIN, Sheet
from trueness.reporting.figures.spots import add_spot
from trueness.reporting.figures.wording import percent
from trueness.reporting.writing import tables
from trueness.reporting.writing.labels import shortened
from trueness.result import Row
from trueness.studies.preferences.rows import PreferenceStudy
from trueness.studies.rows import as_row

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

MOST_RATERS = 4
"""People and so many judges at most are drawn."""

MOST_SYSTEMS = 40

_COLOURS, _MARKS = (BLUE, ORANGE, GREEN, PURPLE, VERMILLION), ("o", "D", "^", "s", "v")
_SIDE, _WIDTH, _LINE = 1.6, 4.2, 0.13


def strength_plot(study: PreferenceStudy) -> Figure:
    """Draw the strength of every system by people and by the first judges, the strongest on top.

    Parameters
    ----------
    study : PreferenceStudy

    Returns
    -------
    Figure
        Its data are the rows drawn.
    """
    raters = list(dict.fromkeys(row.metric for row in study.strengths))[: MOST_RATERS + 1]
    systems = [row.system for row in study.strengths if row.metric == raters[0]][:MOST_SYSTEMS]
    rows = [as_row(row) for row in study.strengths if row.metric in raters and row.system in systems]
    title = "Strengths of systems"
    caption = (
        f"Strengths in log odds, their mean is 0, with {percent(study.settings.confidence)} intervals for other "
        f"inputs; systems in the order of {raters[0]}."
    )
    return Figure.of(
        name="strengths",
        title=title,
        caption=caption,
        data=rows,
        drawing=functools.partial(_draw, rows, raters, systems, title),
    )


def _draw(rows: Sequence[Row], raters: Sequence[str], systems: Sequence[str], title: str) -> Canvas:
    from matplotlib.lines import Line2D

    lane = _LINE * (len(raters) + 0.8)
    height = lane * len(systems)
    heads = 0.2 * len(raters)
    sheet = Sheet(
        2 * MARGIN + _SIDE + _WIDTH, heads + height + 0.5 + MARGIN, title=title, subtitle="log odds, mean 0"
    )
    handles = [
        Line2D([], [], color=_COLOURS[k], marker=_MARKS[k], ms=4.5, lw=1.4, label=shortened(name, 8, 3.5))
        for k, name in enumerate(raters)
    ]
    sheet.key(MARGIN + _SIDE, sheet.top, handles, 1)
    axes = sheet.panel(MARGIN + _SIDE, sheet.top + heads + 0.05, _WIDTH, height)
    place = {name: k for k, name in enumerate(systems)}
    for row in rows:
        k = raters.index(row["metric"])
        y = place[row["system"]] + (k - (len(raters) - 1) / 2) * (_LINE / lane)
        axes.plot([row["low"], row["high"]], [y, y], color=_COLOURS[k], lw=1.4, solid_capstyle="butt")
        axes.plot([row["estimate"]], [y], _MARKS[k], color=_COLOURS[k], ms=4.5)
        value = f"{tables.correlation(row['estimate'])} {tables.interval(row['low'], row['high'])}"
        add_spot(axes, row["estimate"], y, f"{row['system']}, {row['metric']}: {value}")
    axes.set_ylim(len(systems) - 0.5, -0.5)
    axes.set_yticks(
        range(len(systems)),
        [shortened(name, 7.5, _SIDE - 0.1) for name in systems],
        fontsize=7.5,
        parse_math=False,
    )
    axes.axvline(0, color=RULE, lw=0.8)
    axes.tick_params(labelsize=7.5, length=2)
    for k in range(1, len(systems)):
        axes.axhline(k - 0.5, color="#EEEEEE", lw=0.6, zorder=0)
    return sheet.canvas
