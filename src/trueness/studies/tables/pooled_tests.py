"""Tests of every pair of metrics on differences pooled over tables, as rows like those of one table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from trueness.statistics.engine.bootstrap import Key
from trueness.statistics.exceedances import Exceedances
from trueness.statistics.intervals import bootstrap_interval
from trueness.statistics.significance import paired_bootstrap_pvalues
from trueness.studies.differences import Pair
from trueness.studies.main_test import Test
from trueness.studies.pair_finding import PairFinding
from trueness.studies.pair_test_rows import pair_test_rows
from trueness.studies.rows import PairTest
from trueness.studies.settings import Settings
from trueness.studies.tables.pooled_values import PooledValues


def pooled_tests(
    names: Sequence[str],
    pairs: list[Pair],
    values: Mapping[Key, PooledValues],
    counted: Mapping[Key, Exceedances],
    drawn: Mapping[Key, PooledValues],
    tested: Mapping[Key, Test],
    settings: Settings,
) -> tuple[PairTest, ...]:
    """Return the tests of all pairs, level by level.

    Parameters
    ----------
    names : sequence of str
        The pooled metrics.
    pairs : list of (int, int)
        Positions of the compared metrics; the columns of the values.
    values : mapping of (level, coefficient) to PooledValues
        Differences, with the resamples behind their intervals.
    counted : mapping of (level, coefficient) to Exceedances
        Of permutation tests.
    drawn : mapping of (level, coefficient) to PooledValues
        With the resamples of paired bootstrap tests.
    tested : mapping of (level, coefficient) to (test, over)
        Which test each has; one without has no rows.
    settings : Settings
    """
    rows: list[PairTest] = []
    for key, (test, over) in tested.items():
        pooled = values[key]
        points = {(key, pair): _point(pooled, p) for p, pair in enumerate(pairs)}
        intervals = [column_interval(pooled, p, settings) for p in range(len(pairs))]
        if test == "permutation":
            found = _permuted(counted[key], pairs, intervals)
        else:
            found = _bootstrapped(drawn[key], pairs, intervals)
        by_key = {(key, pair): item for pair, item in found.items()}
        rows += pair_test_rows(names, pairs, test, over, settings, key, points, by_key)
    return tuple(rows)


def column_interval(pooled: PooledValues, column: int, settings: Settings) -> tuple[float, float]:
    """Return the bootstrap interval of one column, NaN where no interval is wanted."""
    if pooled.samples is None or settings.interval == "none":
        return float("nan"), float("nan")
    interval = bootstrap_interval(
        pooled.samples[:, column],
        float(pooled.estimates[column]),
        method=settings.interval,
        confidence=settings.confidence,
        jackknife=[fold[:, column] for fold in pooled.folds] if settings.interval == "bca" else None,
    )
    return float(interval.low), float(interval.high)


def _point(pooled: PooledValues, column: int) -> tuple[float, float]:
    return float(pooled.sides[0, column]), float(pooled.sides[1, column])


def _permuted(
    counted: Exceedances, pairs: list[Pair], intervals: list[tuple[float, float]]
) -> dict[Pair, PairFinding]:
    greater, less, two_sided = (counted.pvalue(side) for side in ("greater", "less", "two-sided"))
    return {
        pair: PairFinding(
            float("nan"),
            float(greater[p]),
            float(less[p]),
            float(two_sided[p]),
            int(counted.undefined[p]),
            counted.resamples,
            counted.exact,
            *intervals[p],
        )
        for p, pair in enumerate(pairs)
    }


def _bootstrapped(
    drawn: PooledValues, pairs: list[Pair], intervals: list[tuple[float, float]]
) -> dict[Pair, PairFinding]:
    found: dict[Pair, PairFinding] = {}
    samples = np.zeros((0, len(pairs))) if drawn.samples is None else drawn.samples
    for p, pair in enumerate(pairs):
        values = samples[:, p]
        pvalues = paired_bootstrap_pvalues(values, float(drawn.estimates[p]))
        low, high = intervals[p]
        undefined = int(np.isnan(values).sum())
        found[pair] = PairFinding(
            float("nan"), *pvalues, undefined, len(values), exact=False, low=low, high=high
        )
    return found
