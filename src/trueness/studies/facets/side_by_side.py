"""Metrics by all facets side by side, and human scores beside each other: tables made of several rows."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from trueness.reporting.view import LEVEL_NAMES, Table
from trueness.reporting.writing.orientation import lower_is_better
from trueness.reporting.writing.tables import Column, TableSpec, correlation
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.compare.marks import unsaid_medians
from trueness.studies.facets.rows import FacetsResult
from trueness.study.facets.facet_kind import ALL

DOT = " •"
"""Behind the value of a metric that no other outperforms in that facet, after correction."""


def side_by_side(
    result: FacetsResult,
    level: str,
    coefficient: str,
    *,
    top: int | None = None,
    by_name: bool = False,
) -> Table:
    """Return metrics with a column of correlations for each facet, the best in the first facet first.

    Parameters
    ----------
    result : FacetsResult
    level, coefficient : str
    top : int or None
        How many metrics; None for all.
    by_name : bool
        Whether they are sorted by name.
    """
    comparisons = result.comparisons
    values = {
        facet: {
            row.metric: row.estimate
            for row in one.estimates
            if (row.level, row.coefficient) == (level, coefficient)
        }
        for facet, one in comparisons.items()
    }
    standing = {facet: one.marked(level, coefficient) for facet, one in comparisons.items()}
    sorting = next(iter(values.values()))
    order = sorted(sorting) if by_name else sorted(sorting, key=lambda name: _place(sorting[name]))
    names = list(values)
    rows = [
        {"metric": metric, "level": level}
        | {f"facet_{k}": _shown(values[facet], standing[facet], metric) for k, facet in enumerate(names)}
        for metric in order[:top]
    ]
    first = f"in {ALL}" if result.whole is not None else f"{result.kind.agreeing} ‘{names[0]}’"
    words = "name" if by_name else f"{coefficient_facts(coefficient).words} {first}"
    many = f"best {top} of {len(order)} metrics" if len(rows) < len(order) else f"{len(order)} metrics"
    if by_name:
        many = many.replace("best", "first")
    tested = any(standing.values())
    heads = _heads(names)
    spec = TableSpec(
        "estimates",
        f"{LEVEL_NAMES[level]}, {coefficient_facts(coefficient).symbol}: {many} by {words}"
        + (f" ({DOT.strip()} outperformed by none)" if tested else ""),
        "",
        (Column("metric", "Metric"), *(Column(f"facet_{k}", heads[k]) for k in range(len(names)))),
    )
    one = next(iter(comparisons.values()))
    return spec.marking(lower_is_better(one.table), unsaid_medians(one, "system")), rows


def humans_with_each_other(result: FacetsResult, level: str, coefficient: str) -> Table:
    """Return how human scores are spread, and beside it how each goes with those before it."""
    found = {
        (row.human, row.other): row.estimate
        for row in result.between
        if (row.level, row.coefficient) == (level, coefficient)
    }
    names = [row.human for row in result.humans]
    heads = _heads(names)
    rows = [
        {"human": heads[k], "mean": row.mean, "sd": row.sd}
        | {f"with_{j}": found.get((names[j], row.human)) for j in range(len(names) - 1)}
        for k, row in enumerate(result.humans)
    ]
    columns = [
        Column("human", "Human score"),
        Column("mean", "Mean", "statistic"),
        Column("sd", "SD", "statistic"),
    ]
    if found:
        columns += [Column(f"with_{j}", heads[j], "correlation") for j in range(len(names) - 1)]
    title = "The human scores"
    if found:
        title += f", and their {coefficient_facts(coefficient).symbol} with each other: {LEVEL_NAMES[level].lower()}"
    return TableSpec("humans", title, "", tuple(columns)), rows


def _shown(values: Mapping[str, float], standing: frozenset[str], metric: str) -> str:
    value = values[metric]
    return correlation(value) + (DOT if metric in standing and not math.isnan(value) else "")


def _heads(names: Sequence[str]) -> list[str]:
    """Return headings of columns: a mean by its kind, where that tells it from the others."""
    short = [name.partition("(")[0] if name.endswith(")") else name for name in names]
    return [one if short.count(one) == 1 else name for one, name in zip(short, names, strict=True)]


def _place(value: float) -> float:
    return math.inf if math.isnan(value) else -value
