"""How metrics stand, for a terminal: the best few, one line each, all levels side by side."""

from __future__ import annotations

import math

from trueness.reporting.view import LEVEL_NAMES, Table
from trueness.reporting.writing import tables
from trueness.reporting.writing.orientation import lower_is_better
from trueness.reporting.writing.tables import Column, TableSpec
from trueness.result import Row
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.compare.marks import unsaid_medians
from trueness.studies.compare.rows import CompareResult, Estimate
from trueness.study.best_and_ranks import higher_but_ruled_out

TOP = 10
"""How many metrics are shown."""

BY_NAME = "name"
"""What metrics are sorted by, if by no coefficient."""


def standing_table(comparison: CompareResult, top: int | None = TOP, sort: str | None = None) -> Table:
    """Return a line per metric: at every level its agreement with the interval, and whether it may be the best.

    Where all are tested against a baseline what that test says stands in place of the last.

    Parameters
    ----------
    comparison : CompareResult
    top : int or None
        Lines; None for all.
    sort : str, optional
        The coefficient that is shown, and by which at the first level metrics are sorted, or `BY_NAME`; by default
        the first, as where it does not exist at a level.
    """
    settings = comparison.settings
    levels = [level for level in settings.levels if settings.coefficients_at(level)]
    shown = {level: _coefficient(comparison, level, sort) for level in levels}
    found = {(row.metric, row.level, row.coefficient): row for row in comparison.estimates}

    def order(metric: str) -> float:
        value = found[metric, levels[0], shown[levels[0]]].estimate
        return math.inf if math.isnan(value) else -value

    metrics = sorted(comparison.metrics, key=None if sort == BY_NAME else order)
    rows: list[Row] = [{"metric": metric, "level": levels[0]} for metric in metrics[:top]]
    columns = [Column("metric", "Metric")]
    for level in levels:
        agreement, standing = f"agreement_{level}", f"standing_{level}"
        for row in rows:
            row[agreement] = _agreement(found[row["metric"], level, shown[level]])
        name = LEVEL_NAMES[level].removesuffix(" level")
        columns.append(Column(agreement, f"{name}: {coefficient_facts(shown[level]).symbol}"))
        if column := _standing(comparison, level, shown[level], rows, standing):
            columns.append(column)
    words = "name" if sort == BY_NAME else coefficient_facts(shown[levels[0]]).words
    which = "first" if sort == BY_NAME else "best"
    many = f"{len(metrics)} metrics" if len(metrics) > 1 else "metric"
    if len(rows) < len(metrics):
        many = f"{which} {len(rows)} of {many}"
    at = f", {LEVEL_NAMES[levels[0]].lower()}" if len(levels) > 1 and sort != BY_NAME else ""
    spec = TableSpec(
        "standing",
        f"The {many} by {words}{at}",
        "",
        tuple(columns),
        dispensable=tuple(
            key for level in reversed(levels[1:]) for key in ((f"standing_{level}",), (f"agreement_{level}",))
        ),
        note=next(filter(None, (why_ruled_out(comparison, level, shown[level]) for level in levels)), ""),
    )
    return spec.marking(lower_is_better(comparison.table), unsaid_medians(comparison, "system")), rows


def why_ruled_out(comparison: CompareResult, level: str, coefficient: str) -> str:
    """Return why a metric is ruled out that is higher than one that may be the best; else nothing."""
    ranks = comparison.standing(level, coefficient)
    return higher_but_ruled_out(
        (row.metric, row.estimate, ranks[row.metric].may_be_best)
        for row in comparison.estimates
        if (row.level, row.coefficient) == (level, coefficient) and row.metric in ranks
    )


def _coefficient(comparison: CompareResult, level: str, sort: str | None) -> str:
    there: tuple[str, ...] = tuple(comparison.settings.coefficients_at(level))
    return sort if sort is not None and sort in there else there[0]


def _agreement(row: Estimate) -> str:
    value = tables.correlation(row.estimate, 2)
    return value if math.isnan(row.low) else f"{value} {tables.interval(row.low, row.high, 2)}"


def _standing(
    comparison: CompareResult, level: str, coefficient: str, rows: list[Row], key: str
) -> Column | None:
    """Put into rows what tests say of each metric at a level, and return the column; None where nothing was tested."""
    baseline = comparison.settings.baseline
    if baseline is not None:
        tests = {
            row.metric: row.verdict
            for row in comparison.tests
            if (row.level, row.coefficient) == (level, coefficient)
        }
        for row in rows:
            verdict = tests.get(row["metric"])
            row[key] = verdict if verdict in ("better", "worse") else None
        return Column(key, f"Against {baseline}") if tests else None
    ranks = comparison.standing(level, coefficient)
    for row in rows:
        mine = ranks.get(row["metric"])
        row[key] = None if mine is None else "yes" if mine.may_be_best else "no"
    return Column(key, "May be best") if ranks else None
