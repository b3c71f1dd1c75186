"""Metrics by agreement in two columns, with dots behind those that no other outperforms, as papers print them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from trueness.reporting.view import LEVEL_NAMES, Table
from trueness.reporting.writing.tables import Column, TableSpec, correlation
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.compare.rows import CompareResult, PairTest
from trueness.studies.compare.standing_table import BY_NAME

BY_NONE, BY_NONE_AFTER = " •", " ◦"
"""Behind a value: no other metric is significantly better; only ones before it are."""

_CAPTION = (
    "Sorted by {sort}, the left half first, level by level. •: no other metric is significantly better by that "
    "coefficient, before any correction ({test}); ◦: none that comes after it is, though one before it is. By the "
    "coefficient that sorts the table none that comes after can be better, so that ◦ stands there behind all that have "
    "no •. There is no mark where no test is significant."
)


def dotted_table(comparison: CompareResult, sort: str | None = None, width: int | None = None) -> Table:
    """Return every metric's values in two blocks side by side, by the tests of the comparison (Graham 2015, Table 1).

    The two marks are the two definitions that papers give of the same dot: not outperformed by any other metric, and
    not by any that comes after it in the table.

    Parameters
    ----------
    comparison : CompareResult
        Of all pairs; without such tests there are no dots.
    sort : str, optional
        The coefficient that metrics are sorted by, or ``name``; by default the first, as where it does not exist at a
        level.
    width : int, optional
        Of the terminal that has to show it: where two blocks do not fit there is one.
    """
    settings = comparison.settings
    words = "name" if sort == BY_NAME else coefficient_facts(sort or settings.coefficients[0]).words
    blocks = 1 if width is not None and _width(comparison) > width else 2
    spec = TableSpec(
        "dotted",
        "Metrics by agreement, two columns" if blocks == 2 else "Metrics by agreement",
        _CAPTION.format(
            sort=words,
            test=comparison.tests[0].test if comparison.tests else "no tests",
        ),
        _columns(settings.coefficients, blocks),
    )
    rows: list[dict[str, Any]] = []
    for level in settings.computed_levels:
        lines = _lines(comparison, level, sort)
        half = -(-len(lines) // blocks)
        for k in range(half):
            right = lines[half + k] if half + k < len(lines) else {}
            rows.append(
                {
                    "level": LEVEL_NAMES[level],
                    **lines[k],
                    **{f"{key}_2": value for key, value in right.items()},
                }
            )
    nothing = {f"{column.key}": "" for column in spec.columns}
    if len(settings.computed_levels) == 1:
        spec = spec.without("level")
    return spec, [nothing | row for row in rows]


def _width(comparison: CompareResult) -> int:
    """Return the letters of a line with two blocks: a name, and for each coefficient a value with its dot."""
    longest = max(len(name) for name in comparison.metrics)
    level = 20 if len(comparison.settings.computed_levels) > 1 else 0
    return level + 2 * (longest + 2 + 10 * len(comparison.settings.coefficients))


def _columns(coefficients: Sequence[str], blocks: int) -> tuple[Column, ...]:
    return (
        Column("level", "Level"),
        *(
            column
            for end in ("", "_2")[:blocks]
            for column in (
                Column(f"metric{end}", "Metric"),
                *(Column(f"{name}{end}", coefficient_facts(name).symbol) for name in coefficients),
            )
        ),
    )


def _lines(comparison: CompareResult, level: str, sort: str | None) -> list[dict[str, str]]:
    """Return one line per metric at a level, the best by the coefficient that sorts them first."""
    names = comparison.settings.coefficients_at(level)
    values = {
        name: {
            row.metric: row.estimate
            for row in comparison.estimates
            if (row.level, row.coefficient) == (level, name)
        }
        for name in names
    }
    first = values[sort if sort in names else names[0]]
    order = sorted(first, key=lambda metric: (math.isnan(first[metric]), -first[metric]))
    if sort == BY_NAME:
        order = sorted(first)
    place = {metric: k for k, metric in enumerate(order)}
    beaten = {
        name: _beaten([row for row in comparison.tests if (row.level, row.coefficient) == (level, name)])
        for name in names
    }
    tested = bool(comparison.tests) and comparison.settings.baseline is None
    return [
        {"metric": metric}
        | {
            name: correlation(values[name][metric])
            + (
                _dot(metric, beaten[name].get(metric, ()), place)
                if tested and beaten[name] and not math.isnan(values[name][metric])
                else ""
            )
            for name in names
        }
        for metric in order
    ]


def _beaten(tests: Sequence[PairTest]) -> dict[str, list[str]]:
    """Return which metrics are significantly better than each, before correction."""
    found: dict[str, list[str]] = {}
    for row in tests:
        if row.significant and row.pvalue_greater < row.pvalue_less and row.alternative != "less":
            found.setdefault(row.rival, []).append(row.metric)
        if row.significant and row.pvalue_less < row.pvalue_greater and row.alternative != "greater":
            found.setdefault(row.metric, []).append(row.rival)
    return found


def _dot(metric: str, better: Sequence[str], place: Mapping[str, int]) -> str:
    if not better:
        return BY_NONE
    return "" if any(place[other] > place[metric] for other in better) else BY_NONE_AFTER
