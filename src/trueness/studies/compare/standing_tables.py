"""How metrics stand, for a terminal: the best few at each level, one line each, all coefficients side by side."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

from trueness.reporting.view import LEVEL_NAMES, Table
from trueness.reporting.writing.orientation import lower_is_better
from trueness.reporting.writing.tables import Column, TableSpec
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.compare.marks import unsaid_medians
from trueness.studies.compare.rows import CompareResult
from trueness.study.best_and_ranks import ranks_beside_best

TOP = 10
"""How many metrics are shown at a level."""

BY_NAME = "name"
"""What metrics are sorted by, if by no coefficient."""


def standing_tables(comparison: CompareResult, top: int | None = TOP, sort: str | None = None) -> list[Table]:
    """Return one table per level: the metrics of highest agreement by a coefficient, with its interval.

    Beside it the other coefficients; whether it may be the best, and the limits of its rank; or, where all are tested
    against a baseline, what that test says.

    Parameters
    ----------
    comparison : CompareResult
    top : int or None
        Lines of a level; None for all.
    sort : str, optional
        The coefficient that metrics are sorted by and that is shown with its interval, or `BY_NAME`; by default the
        first, as where it does not exist at a level.
    """
    settings = comparison.settings
    found = [
        _at_level(comparison, level, top, sort)
        for level in settings.levels
        if settings.coefficients_at(level)
    ]
    shown = [row["standing"] for _, rows in found for row in rows if row["standing"] is not None]
    if note := ranks_beside_best("metric", shown, settings.correction):
        spec, rows = found[-1]
        found[-1] = dataclasses.replace(spec, note=note), rows
    return found


def _at_level(comparison: CompareResult, level: str, top: int | None, sort: str | None) -> Table:
    settings = comparison.settings
    first, *others = sorted(settings.coefficients_at(level), key=lambda name: name != sort)
    found = {(row.metric, row.coefficient): row for row in comparison.estimates if row.level == level}
    ranks = comparison.standing(level, first)
    tests: dict[str, Any] = {}
    if settings.baseline is not None:
        tests = {
            row.metric: row for row in comparison.tests if (row.level, row.coefficient) == (level, first)
        }

    def order(metric: str) -> float:
        value = found[metric, first].estimate
        return math.inf if math.isnan(value) else -value

    metrics = sorted(comparison.metrics, key=None if sort == BY_NAME else order)
    rows = []
    for metric in metrics[:top]:
        line: dict[str, Any] = {"metric": metric, "level": level, "standing": ranks.get(metric)}
        line |= {name: found[metric, name].estimate for name in (first, *others)}
        line |= {"low": found[metric, first].low, "high": found[metric, first].high}
        if metric in ranks:
            rank = ranks[metric]
            line |= {"may_be_best": rank.may_be_best, "rank_low": rank.rank_low, "rank_high": rank.rank_high}
        test = tests.get(metric)
        line |= {"pvalue": test.pvalue_adjusted if test else None, "verdict": test.verdict if test else None}
        rows.append(line)
    columns = [
        Column("metric", "Metric"),
        Column(first, coefficient_facts(first).symbol, "correlation"),
        *([Column(("low", "high"), "Interval", "interval")] if settings.interval_method.words else []),
        *(Column(name, coefficient_facts(name).symbol, "correlation") for name in others),
    ]
    if ranks:
        columns += [
            Column("may_be_best", "May be best", "mark"),
            Column(("rank_low", "rank_high"), "Ranks", "counts"),
        ]
    if tests:
        columns += [
            Column("pvalue", "p adjusted", "pvalue"),
            Column("verdict", f"Against {settings.baseline}"),
        ]
    words = "name" if sort == BY_NAME else coefficient_facts(first).words
    which = "first" if sort == BY_NAME else "best"
    many = (
        f"{which} {top} of {len(metrics)} metrics" if len(rows) < len(metrics) else f"{len(metrics)} metrics"
    )
    spec = TableSpec(
        "standing",
        f"{LEVEL_NAMES[level]}: {many} by {words}",
        "",
        tuple(columns),
        dispensable=tuple((name,) for name in reversed(others)),
    )
    return spec.marking(lower_is_better(comparison.table), unsaid_medians(comparison, "system")), rows
