"""Heat maps of correlations: of metrics with people under every condition, and of metrics with themselves across."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

import numpy as np

from trueness.reporting.figures.cells import named_cells, shades
from trueness.reporting.figures.drawing import Drawing, fitting, in_lines
from trueness.reporting.figures.figure import Figure, figure_name
from trueness.reporting.figures.wording import levels_phrase
from trueness.reporting.writing.tables import correlation
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.conditions.rows import AcrossRow, ConditionsResult, WithinRow
from trueness.study.number_words import counted
from trueness.study.rows import as_row

REFERENCE = "reference"

RowT = TypeVar("RowT", WithinRow, AcrossRow)


def within_map(result: ConditionsResult, level: str, coefficient: str) -> Figure:
    """Draw the correlation of every metric with every human, a matrix per condition.

    As Figure 1 of Braun et al. (2022), which shows the reference alone.

    Parameters
    ----------
    result : ConditionsResult
    level, coefficient : str
        What was computed.

    Returns
    -------
    Figure
        Its data are the rows behind it.
    """
    rows = _at(result.within, level, coefficient)
    names = list(dict.fromkeys(row.condition for row in rows))
    values = {(row.metric, row.human, row.condition): row.estimate for row in rows}
    most = _largest(values.values())
    words = coefficient_facts(coefficient).words
    title = f"Agreement with people under every condition: {words}"
    panels = {
        name or REFERENCE: [
            [values.get((metric, human, name), math.nan) for human in result.humans]
            for metric in result.metrics
        ]
        for name in names
    }
    caption = (
        f"{words} of every metric with every human scorer {levels_phrase([level])}, under the reference and under "
        f"{counted(len(names) - 1, 'other condition')}. People judged the reference. Blue is agreement, red its "
        f"opposite, grey undefined; the full colour is {correlation(most, 2)}."
    )
    return Figure.of(
        name=figure_name("within-map", coefficient, level),
        title=title,
        caption=caption,
        data=[as_row(row) for row in rows],
        drawing=functools.partial(_draw, panels, most, result.metrics, result.humans, level),
    )


def across_map(result: ConditionsResult, level: str, coefficient: str) -> Figure:
    """Draw the correlation of every metric's scores under the reference with its own under every condition.

    As Figure 2 of Braun et al. (2022).

    Parameters
    ----------
    result : ConditionsResult
    level, coefficient : str
        What was computed.

    Returns
    -------
    Figure
        Its data are the rows behind it.
    """
    rows = _at(result.across, level, coefficient)
    names = list(dict.fromkeys(row.condition for row in rows))
    values: Mapping[tuple[str, str], float] = {(row.metric, row.condition): row.estimate for row in rows}
    words = coefficient_facts(coefficient).words
    title = f"Metrics with themselves across conditions: {words}"
    panel = [[values.get((metric, name), math.nan) for name in names] for metric in result.metrics]
    caption = (
        f"{words} {levels_phrase([level])} of a metric's scores under the reference with its own under "
        f"{counted(len(names), 'condition')}. Blue is agreement, red its opposite, grey undefined."
    )
    return Figure.of(
        name=figure_name("across-map", coefficient, level),
        title=title,
        caption=caption,
        data=[as_row(row) for row in rows],
        drawing=functools.partial(_draw, {"": panel}, 1.0, result.metrics, names, level),
    )


def _at(rows: Sequence[RowT], level: str, coefficient: str) -> list[RowT]:
    return [row for row in rows if (row.level, row.coefficient) == (level, coefficient)]


def _largest(values: Iterable[float]) -> float:
    return max((abs(value) for value in values if not math.isnan(value)), default=1.0) or 1.0


def _draw(
    matrices: Mapping[str, Sequence[Sequence[float]]],
    most: float,
    metrics: Sequence[str],
    columns: Sequence[str],
    level: str,
) -> Drawing:
    panels = [
        named_cells(
            shades(np.array(values), most),
            metrics,
            columns,
            texts=[[correlation(value, 2).replace("0.", ".", 1) for value in line] for line in values],
            heading=heading,
        )
        for heading, values in matrices.items()
    ]
    return Drawing(
        subtitle=f"{counted(len(metrics), 'metric')} {levels_phrase([level])}",
        lines=in_lines(panels, fitting(panels)),
    )
