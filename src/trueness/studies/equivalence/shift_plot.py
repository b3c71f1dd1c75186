"""Whether a metric that was better than another stays better under other conditions."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from trueness.errors import DataError, UnknownNameError, check_choice
from trueness.reporting.figures.figure import Figure, figure_name
from trueness.reporting.figures.palette import FAINT_INK, INK, LOOKS
from trueness.reporting.figures.sheet import MARGIN, Sheet
from trueness.reporting.figures.spots import add_spot
from trueness.reporting.figures.wording import levels_phrase, percent
from trueness.reporting.writing import tables
from trueness.reporting.writing.labels import distinct_labels, drawable, text_width
from trueness.result import Row
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.equivalence.resolved_pairs import ResolvedPairsResult, ShiftRow
from trueness.study.number_words import counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

_PLOT = 3.6
_LABEL_SIZE, _LABEL_ROOM = 7.0, 1.6


def shift_plot(
    found: ResolvedPairsResult,
    coefficient: str,
    *,
    level: str | None = None,
    back: Mapping[str, str] | None = None,
) -> Figure:
    """Draw by how much the shares P of resolved pairs change, a point per condition and human dimension.

    As Figure 5 of Braun et al. (2022): to the right the change under a condition, upwards that under the condition that
    leads back (a round trip of translation). Points below the diagonal are changes that are partly undone. Without
    `back`, conditions lie below each other.

    Parameters
    ----------
    found : ResolvedPairsResult
        With conditions.
    coefficient : str
        One that was computed.
    level : str, optional
        One that was computed; default the first.
    back : mapping of str to str, optional
        From a condition to the one that leads back from it, both among the conditions.

    Returns
    -------
    Figure
        Its data have one row per point.

    Raises
    ------
    ArgumentError
        If the coefficient or level was not computed.
    UnknownNameError
        If `back` names a condition that is not there.
    DataError
        If there are no conditions, or nothing was resolved under the reference.
    """
    if not found.shifts:
        raise DataError("there is no condition to compare with, so there is no shift to draw.")
    check_choice("coefficient", coefficient, sorted({row.coefficient for row in found.shifts}))
    levels = list(dict.fromkeys(row.level for row in found.shifts))
    level = check_choice("level", levels[0] if level is None else level, levels)
    mine = {
        (row.condition, row.human): row
        for row in found.shifts
        if (row.level, row.coefficient) == (level, coefficient) and not math.isnan(row.shift)
    }
    if not mine:
        raise DataError(
            "no pair of metrics is resolved under the reference condition: there is no shift to draw."
        )
    data = _points(mine, back, {row.condition for row in found.shifts})
    if not data:
        raise DataError("no condition has both a shift and a way back: there is nothing to draw.")
    title = f"Measure against measure: {coefficient_facts(coefficient).words}"
    return Figure.of(
        name=figure_name("shift-plot", coefficient, level),
        title=title,
        caption=_caption(found, data, coefficient, level, returns=back is not None),
        data=data,
        drawing=functools.partial(_draw, data, title, level, returns=back is not None),
    )


def _points(
    shifts: Mapping[tuple[str, str], ShiftRow], back: Mapping[str, str] | None, conditions: set[str]
) -> list[Row]:
    for name in () if back is None else (*back, *back.values()):
        if name not in conditions:
            raise UnknownNameError(f"`back` names the condition '{name}', which is not there.")
    returning = set() if back is None else set(back.values())
    data: list[Row] = []
    for (condition, human), row in shifts.items():
        there = None if back is None else shifts.get((back.get(condition, ""), human))
        if condition in returning or (back is not None and there is None):
            continue
        data.append(
            {
                "condition": condition,
                "human": human,
                "shift": row.shift,
                "shift_back": float("nan") if there is None else there.shift,
                "n_pairs": row.n_pairs,
                "n_unresolved": row.n_unresolved,
                "n_reversed": row.n_reversed,
            }
        )
    return data


def _caption(
    found: ResolvedPairsResult, data: list[Row], coefficient: str, level: str, *, returns: bool
) -> str:
    reversed_pairs = sum(row["n_reversed"] for row in data)
    sentences = [
        (
            f"Mean change of P, the share of resamples in which one metric agrees better than another "
            f"({coefficient_facts(coefficient).words} {levels_phrase([level])}), over the pairs resolved under the "
            f"reference "
            f"condition (P of {percent(found.threshold)} or more)."
        ),
        f"Of {counted(sum(row['n_pairs'] for row in data), 'resolved pair')}, {reversed_pairs:,} turn round.",
    ]
    if returns:
        sentences.append(
            "Upwards: the same change after the way back; the dashed line is where both are equal."
        )
    return " ".join(sentences)


def _draw(data: list[Row], title: str, level: str, *, returns: bool) -> Canvas:
    from matplotlib.lines import Line2D

    humans = list(dict.fromkeys(row["human"] for row in data))
    conditions = list(dict.fromkeys(row["condition"] for row in data))
    look = dict(zip(humans, itertools.cycle(LOOKS), strict=False))
    labels = dict(zip(conditions, distinct_labels(conditions, _LABEL_SIZE, _LABEL_ROOM), strict=True))
    room = 0.55 if returns else max(text_width(label, _LABEL_SIZE) for label in labels.values()) + 0.12
    height = _PLOT if returns else 0.3 * len(conditions) + 0.1
    key_lines = -(-len(humans) // 3)
    sheet = Sheet(
        2 * MARGIN + room + _PLOT + 0.6,
        0.1 + 0.18 * key_lines + height + 0.5 + MARGIN,
        title=title,
        subtitle=f"{counted(len(conditions), 'condition')} {levels_phrase([level])}",
    )
    handles = [
        Line2D(
            [],
            [],
            ls="",
            marker=look[name][1],
            ms=5,
            mfc=look[name][0],
            mec=INK,
            mew=0.5,
            label=drawable(name)[:40],
        )
        for name in humans
    ]
    sheet.key(MARGIN, sheet.top + 0.04, handles, min(3, len(humans)))
    axes = sheet.panel(MARGIN + room, sheet.top + 0.1 + 0.18 * key_lines, _PLOT, height)
    largest = max(
        value for row in data for value in (row["shift"], row["shift_back"]) if not math.isnan(value)
    )
    edge = 1.12 * largest if largest > 0 else 0.1
    axes.set_xlim(0, edge)
    axes.grid(color="#DDDDDD", lw=0.6)
    for row in data:
        colour, mark = look[row["human"]]
        y = row["shift_back"] if returns else conditions.index(row["condition"]) + 0.5
        axes.plot([row["shift"]], [y], mark, ms=5, mfc=colour, mec=INK, mew=0.5, zorder=3, clip_on=False)
        back = f", back {tables.correlation(row['shift_back'])}" if returns else ""
        said = f"{row['condition']}, {row['human']}: {tables.correlation(row['shift'])}{back}"
        add_spot(axes, row["shift"], y, said)
        if returns:
            axes.annotate(
                labels[row["condition"]],
                (row["shift"], y),
                (4, 2),
                textcoords="offset points",
                fontsize=6.2,
                color=FAINT_INK,
            )
    axes.set_xlabel("Mean change of P")
    _upwards(axes, edge, [labels[name] for name in conditions], returns=returns)
    return sheet.canvas


def _upwards(axes: Axes, edge: float, labels: list[str], *, returns: bool) -> None:
    if returns:
        axes.set_ylim(0, edge)
        axes.plot([0, edge], [0, edge], color=INK, lw=0.8, ls="--", zorder=1)
        axes.set_ylabel("Mean change of P after the way back")
        return
    axes.set_ylim(len(labels), 0)
    axes.set_yticks([place + 0.5 for place in range(len(labels))], labels)
    axes.tick_params(axis="y", length=0, pad=5, labelsize=_LABEL_SIZE)
