"""Whether a metric that was better than another stays better under other conditions."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Mapping

from trueness.errors import DataError
from trueness.reporting.figures.drawing import Drawing
from trueness.reporting.figures.figure import Figure, figure_name
from trueness.reporting.figures.look import Look
from trueness.reporting.figures.marks import Mark, Trace
from trueness.reporting.figures.palette import INK, LOOKS
from trueness.reporting.figures.panel import Names, Panel, Scale
from trueness.reporting.figures.point_names import PointNames
from trueness.reporting.figures.wording import levels_phrase, percent
from trueness.reporting.writing import tables
from trueness.reporting.writing.labels import drawable
from trueness.result import Row
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.equivalence.resolved_pairs import ResolvedPairsResult, ShiftRow
from trueness.study.number_words import counted

_PLOT = 3.6
_LABEL_ROOM = 1.6


def shift_plot(
    found: ResolvedPairsResult,
    coefficient: str,
    *,
    level: str,
    back: Mapping[str, str] | None = None,
) -> Figure:
    """Draw by how much the shares P of resolved pairs change, a point per condition and human dimension.

    As Figure 5 of Braun et al. (2022): to the right the change under a condition, upwards that under the condition that
    leads back (a round trip of translation). Points below the diagonal are changes that are partly undone. Without
    `back`, conditions lie below each other.

    Parameters
    ----------
    found : ResolvedPairsResult
        With conditions, under which something was resolved.
    coefficient, level : str
        What was computed.
    back : mapping of str to str, optional
        From a condition to the one that leads back from it, both among the conditions.

    Returns
    -------
    Figure
        Its data have one row per point.

    Raises
    ------
    DataError
        If no condition has both a shift and a way back.
    """
    mine = {
        (row.condition, row.human): row
        for row in found.shifts
        if (row.level, row.coefficient) == (level, coefficient) and not math.isnan(row.shift)
    }
    data = _points(mine, back)
    if not data:
        raise DataError("drawing takes a condition with both a shift and a way back.")
    title = f"Measure against measure: {coefficient_facts(coefficient).words}"
    return Figure.of(
        name=figure_name("shift-plot", coefficient, level),
        title=title,
        caption=_caption(found, data, coefficient, level, returns=back is not None),
        data=data,
        drawing=functools.partial(_draw, data, level, returns=back is not None),
    )


def _points(shifts: Mapping[tuple[str, str], ShiftRow], back: Mapping[str, str] | None) -> list[Row]:
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


def _draw(data: list[Row], level: str, *, returns: bool) -> Drawing:
    humans = list(dict.fromkeys(row["human"] for row in data))
    conditions = list(dict.fromkeys(row["condition"] for row in data))
    names = Names(texts=conditions, longest=_LABEL_ROOM, size=7.0)
    labels = dict(zip(conditions, names.shown, strict=True))
    values = [value for row in data for value in (row["shift"], row["shift_back"])]
    largest = max(value for value in values if not math.isnan(value))
    edge = 1.12 * largest if largest > 0 else 0.1
    x = [row["shift"] for row in data]
    y = [row["shift_back"] if returns else conditions.index(row["condition"]) for row in data]
    marks: list[Mark] = []
    if returns:
        marks.append(Trace([0, edge], [0, edge], Look(colour=INK, line=0.8, dash="--")))
    key = {}
    for human, (colour, mark) in zip(humans, itertools.cycle(LOOKS), strict=False):
        mine = [k for k, row in enumerate(data) if row["human"] == human]
        look = key[drawable(human)[:40]] = Look(colour=colour, mark=mark, size=5, edge=INK, edge_width=0.5)
        marks.append(Trace([x[k] for k in mine], [y[k] for k in mine], look, [_said(data[k]) for k in mine]))
    up = Scale(label="Mean change of P after the way back", low=0.0, high=edge)
    named = PointNames(x, y, {k: labels[row["condition"]] for k, row in enumerate(data)})
    panel = Panel(
        width=_PLOT,
        height=_PLOT if returns else 0.3 * len(conditions) + 0.1,
        marks=marks,
        x=Scale(label="Mean change of P", low=0.0, high=edge),
        y=up if returns else names,
        named=named if returns else None,
    )
    subtitle = f"{counted(len(conditions), 'condition')} {levels_phrase([level])}"
    return Drawing(subtitle=subtitle, lines=[[panel]], key=key)


def _said(row: Row) -> str:
    """Return what is said of a point."""
    back = "" if math.isnan(row["shift_back"]) else f", back {tables.correlation(row['shift_back'])}"
    return f"{row['condition']}, {row['human']}: {tables.correlation(row['shift'])}{back}"
