"""How far agreement differs from table to table, from each table's value and interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from trueness.statistics.array_types import FloatArray, Key
from trueness.statistics.certain import student_reach
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.fisher_scale import inverse_z_scale, z_scale
from trueness.statistics.heterogeneity import FEWEST_VALUES, heterogeneity
from trueness.studies.pool.rows import AcrossTables, TableEstimate

AT_THE_VALUE = 1e-9
"""A limit that is nearer to the value than this part of its interval is the value, but for rounding."""


def across_tables(
    tasks: Mapping[str, Sequence[TableEstimate]], metrics: Sequence[str], confidence: float
) -> tuple[AcrossTables, ...]:
    """Return how far each pooled metric's agreement differs over tables, by level and coefficient.

    Errors are half intervals on Fisher's scale, towards 0, in normal quantiles: tables of few systems, whose intervals
    have few degrees of freedom, count for as little as their intervals say.

    Parameters
    ----------
    tasks : mapping of str to sequence of TableEstimate
        By table.
    metrics : sequence of str
    confidence : float
        Of the intervals.
    """
    rows: dict[tuple[str, Key], list[TableEstimate]] = {}
    for of_table in tasks.values():
        for row in of_table:
            rows.setdefault((row.metric, (row.level, row.coefficient)), []).append(row)
    keys = dict.fromkeys(key for _, key in rows)
    found = (
        _across(rows[metric, key], confidence) for key in keys for metric in metrics if (metric, key) in rows
    )
    return tuple(row for row in found if row.n_tables >= FEWEST_VALUES)


def _across(rows: Sequence[TableEstimate], confidence: float) -> AcrossTables:
    first, sizes = rows[0], np.array([max(row.n_systems, 1) for row in rows])
    least = 0.0 if coefficient_facts(first.coefficient).is_share else -1.0

    # limits of some bootstrap intervals lie beyond
    given = [
        np.clip([getattr(row, name) for row in rows], least, 1.0) for name in ("estimate", "low", "high")
    ]
    values, low, high = (z_scale(one, first.coefficient, sizes) for one in given)
    near, reach = (np.where(values > 0, x - y, z - x) for x, y, z in ((values, low, high), given))
    # percentiles may lie on one side of the value, or begin at it up to rounding
    near = np.where(reach > AT_THE_VALUE * (given[2] - given[1]), near, (high - low) / 2)
    found = heterogeneity(values, near / student_reach(np.inf, confidence), confidence=confidence)
    size = int(np.median(sizes))

    def back(*numbers: float) -> FloatArray:
        return inverse_z_scale(np.array(numbers), first.coefficient, size)

    estimate, low_, high_, next_low, next_high = back(
        found.mean, found.low, found.high, found.next_low, found.next_high
    ).tolist()
    return AcrossTables(
        metric=first.metric,
        level=first.level,
        coefficient=first.coefficient,
        estimate=estimate,
        low=low_,
        high=high_,
        next_low=next_low,
        next_high=next_high,
        spread=found.spread,
        share=found.share,
        statistic=found.statistic,
        pvalue=found.pvalue,
        n_tables=found.n_values,
    )
