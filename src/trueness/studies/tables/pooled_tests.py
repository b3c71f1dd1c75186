"""Tests of every pair of metrics on differences pooled over tables, as rows like those of one table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from trueness.methods.differences import UNDEFINED, Pair, PairFinding
from trueness.methods.paired_bootstrap import bootstrapped
from trueness.methods.permutation import counted_findings
from trueness.methods.recommended import Decision
from trueness.methods.registry import pair_test
from trueness.statistics.array_types import Key
from trueness.statistics.exceedances import Exceedances
from trueness.statistics.interval import Interval
from trueness.studies.compare.pair_tests import pair_test_rows
from trueness.studies.compare.rows import PairTest
from trueness.studies.compare.settings import Settings
from trueness.studies.tables.pooled_values import PooledValues


def pooled_tests(
    names: Sequence[str],
    pairs: list[Pair],
    values: Mapping[Key, PooledValues],
    counted: Mapping[Key, Exceedances],
    drawn: Mapping[Key, PooledValues],
    tested: Mapping[Key, Decision],
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
    for key, (name, over) in tested.items():
        pooled = values[key]
        points = {(key, pair): _point(pooled, p) for p, pair in enumerate(pairs)}
        intervals = {(key, pair): column_interval(pooled, p, settings) for p, pair in enumerate(pairs)}
        if pair_test(name).permutes:
            found = counted_findings(counted[key], pairs, exact=counted[key].exact)
        else:
            found = _bootstrapped(drawn[key], pairs)
        by_key = {(key, pair): item for pair, item in found.items()}
        rows += pair_test_rows(names, pairs, name, over, settings, key, points, by_key, intervals)
    return tuple(rows)


def column_interval(pooled: PooledValues, column: int, settings: Settings) -> Interval:
    """Return the bootstrap interval of one column, NaN where no interval is wanted."""
    if pooled.samples is None or not settings.interval_method.resampled:
        return UNDEFINED
    return settings.interval_method.of_samples(
        pooled.samples[:, column],
        float(pooled.estimates[column]),
        [fold[:, column] for fold in pooled.folds],
        settings.confidence,
    )


def _point(pooled: PooledValues, column: int) -> tuple[float, float]:
    return float(pooled.sides[0, column]), float(pooled.sides[1, column])


def _bootstrapped(drawn: PooledValues, pairs: list[Pair]) -> dict[Pair, PairFinding]:
    samples = np.zeros((0, len(pairs))) if drawn.samples is None else drawn.samples
    return {pair: bootstrapped(samples[:, p], float(drawn.estimates[p])) for p, pair in enumerate(pairs)}
