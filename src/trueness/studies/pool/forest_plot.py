"""A metric's agreement in every table with its interval, its average, and what another table would show."""

from __future__ import annotations

import math

from trueness.reporting.figures.figure import Figure, figure_name
from trueness.reporting.figures.value_lines import Band, Line, Reference, Value, value_lines
from trueness.reporting.figures.wording import percent
from trueness.reporting.view import LEVEL_NAMES
from trueness.reporting.writing import tables
from trueness.studies.pool.rows import AcrossTables, PoolResult
from trueness.study.number_words import decimal
from trueness.study.rows import as_row
from trueness.study.words import coefficient_words

ALONE, AVERAGE = "in the table", "random-effects mean"


def forest_rows(found: PoolResult) -> tuple[AcrossTables, ...]:
    """Return the metric whose average the verdict is about, at each level and coefficient with three known tables."""
    averages = {(row.metric, row.level, row.coefficient): row.estimate for row in found.estimates}

    def average(row: AcrossTables) -> float:
        value = averages.get((row.metric, row.level, row.coefficient), math.nan)
        return -math.inf if math.isnan(value) else value

    best: dict[tuple[str, str], AcrossTables] = {}
    for row in found.across:
        known = best.get((row.level, row.coefficient))
        if known is None or average(row) > average(known):
            best[row.level, row.coefficient] = row
    return tuple(best.values())


def forest_plot(found: PoolResult, row: AcrossTables) -> Figure:
    """Draw one metric's agreement table by table.

    Parameters
    ----------
    found : PoolResult
    row : AcrossTables
        Which metric, at which level and coefficient.

    Returns
    -------
    Figure
        Its data are the rows of the tables.
    """
    here = [
        one
        for one in found.tasks
        if (one.metric, one.level, one.coefficient) == (row.metric, row.level, row.coefficient)
    ]
    here.sort(key=lambda one: (one.estimate != one.estimate, -one.estimate))
    lines = [Line(one.table, {ALONE: Value(one.estimate, one.low, one.high)}, [as_row(one)]) for one in here]
    lines.append(Line("all tables", {AVERAGE: Value(row.estimate, row.low, row.high)}, []))
    words = coefficient_words(row.coefficient)
    level = f"{LEVEL_NAMES[row.level][:1].lower()}{LEVEL_NAMES[row.level][1:]}"
    return value_lines(
        name=figure_name("forest", row.coefficient, row.level),
        title=f"Agreement of {row.metric} with people, table by table",
        subtitle=f"{words}, {level}; I² {tables.share(row.share)}, p {tables.pvalue(row.pvalue)}",
        caption=f"{words} of ‘{row.metric}’ in every table with its {percent(found.settings.confidence)} interval, and "
        "their random-effects mean, in which sure tables count for more. Shaded: between what another table of the "
        f"kind lies, {decimal(row.next_low)} to {decimal(row.next_high)}. I²: of the variance of values, what their "
        "errors leave unexplained; p: that the true value is the same in all tables.",
        items="tables",
        series=(ALONE, AVERAGE),
        lines=lines,
        across=words,
        reference=Reference(row.estimate),
        band=Band(row.next_low, row.next_high, "in another table"),
    )
