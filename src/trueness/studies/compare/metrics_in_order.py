"""The order in which figures show metrics: the best at ranking systems first."""

from __future__ import annotations

import math

from trueness.studies.compare.rows import CompareResult


def metrics_in_order(comparison: CompareResult, coefficient: str) -> list[str]:
    """Return the metrics by falling estimate at the system level (else the first level); undefined last."""
    return metrics_at(comparison, leading_level(comparison, coefficient), coefficient)


def metrics_at(comparison: CompareResult, level: str, coefficient: str) -> list[str]:
    """Return the metrics by falling estimate at a level; undefined last."""
    values = {
        row.metric: row.estimate
        for row in comparison.estimates
        if (row.level, row.coefficient) == (level, coefficient)
    }

    def place(metric: str) -> tuple[bool, float]:
        value = values.get(metric, float("nan"))
        undefined = math.isnan(value)
        return undefined, 0.0 if undefined else -value

    return sorted(comparison.metrics, key=place)


def leading_level(comparison: CompareResult, coefficient: str) -> str:
    """Return the level whose estimates by a coefficient give the order."""
    levels = comparison.settings.levels_of(coefficient)
    return "system" if "system" in levels else levels[0]
