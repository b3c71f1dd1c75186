"""Metrics by agreement in two columns, with dots behind those that no other outperforms, as papers print them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from trueness.reporting.view import LEVEL_NAMES, Table
from trueness.reporting.writing.tables import Column, TableSpec, correlation
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.compare.rows import Comparison, PairTest

BY_NONE, BY_NONE_AFTER = " •", " ◦"
"""Behind a value: no other metric is significantly better; only ones before it are."""

_CAPTION = (
    "Sorted by the first coefficient, the left half first, level by level. •: no other metric is significantly "
    "better by "
    "that coefficient, before any correction ({test}); ◦: none that comes after it is, though one before it is. By the "
    "coefficient that sorts the table none that comes after can be better, so that ◦ stands there behind all that have "
    "no •."
)


def dotted_table(comparison: Comparison) -> Table:
    """Return every metric's values in two blocks side by side, by the tests of the comparison (Graham 2015, Table 1).

    The two marks are the two definitions that papers give of the same dot: not outperformed by any other metric, and
    not by any that comes after it in the table.

    Parameters
    ----------
    comparison : Comparison
        Of all pairs; without such tests there are no dots.
    """
    settings = comparison.settings
    spec = TableSpec(
        "dotted",
        "Metrics by agreement, two columns",
        _CAPTION.format(test=comparison.tests[0].test if comparison.tests else "no tests"),
        _columns(settings.coefficients),
    )
    rows: list[dict[str, Any]] = []
    for level in settings.computed_levels:
        lines = _lines(comparison, level)
        half = -(-len(lines) // 2)
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


def _columns(coefficients: Sequence[str]) -> tuple[Column, ...]:
    return (
        Column("level", "Level"),
        *(
            column
            for end in ("", "_2")
            for column in (
                Column(f"metric{end}", "Metric"),
                *(Column(f"{name}{end}", coefficient_facts(name).symbol) for name in coefficients),
            )
        ),
    )


def _lines(comparison: Comparison, level: str) -> list[dict[str, str]]:
    """Return one line per metric at a level, the best by the first coefficient first."""
    names = comparison.settings.coefficients_at(level)
    values = {
        name: {
            row.metric: row.estimate
            for row in comparison.estimates
            if (row.level, row.coefficient) == (level, name)
        }
        for name in names
    }
    first = values[names[0]]
    order = sorted(first, key=lambda metric: (math.isnan(first[metric]), -first[metric]))
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
                if tested and not math.isnan(values[name][metric])
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
