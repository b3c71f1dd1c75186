"""How agreement differs over tables: from rows of tables alone, and where a table differs on purpose."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from tests.studies.pool.test_decided import QUICK, table

from trueness.statistics.heterogeneity import heterogeneity
from trueness.studies.pool.across_tables import across_tables
from trueness.studies.pool.rows import TableEstimate
from trueness.studies.pool.study import pool

ALIKE = {name: table((0.5, 1.5, 0.9), seed=seed) for seed, name in enumerate("abcd", 1)}


@pytest.fixture(scope="module")
def found():
    return pool(
        ALIKE, **{**QUICK, "interval": "two_way_jackknife", "coefficient": "pearson", "level": "system"}
    )


def test_each_pooled_metric_is_looked_at(found):
    assert [row.metric for row in found.across] == list(found.metrics)
    for row in found.across:
        tasks = [one for one in found.tasks if one.metric == row.metric]
        values = np.arctanh([one.estimate for one in tasks])
        errors = (values - np.arctanh([one.low for one in tasks])) / 1.959964
        expected = heterogeneity(values, errors)
        assert (row.statistic, row.spread, row.share) == pytest.approx(
            (expected.statistic, expected.spread, expected.share), rel=1e-5, abs=1e-9
        )
        assert (row.estimate, row.low, row.next_high) == pytest.approx(
            np.tanh([expected.mean, expected.low, expected.next_high])
        )
        assert row.n_tables == 4


def test_two_tables_and_tables_without_intervals_have_nothing():
    two = dict(list(ALIKE.items())[:2])
    assert pool(two, **QUICK).across == ()
    assert pool(ALIKE, **{**QUICK, "interval": "none"}).across == ()


@pytest.mark.parametrize("rounding", [0.0, 2e-16, -2e-16])
def test_a_limit_at_the_value_is_none(rounding):
    """An interval of percentiles that begins at the value up to rounding says nothing of the side towards 0."""

    def row(name, low, high):
        return TableEstimate(
            **{
                **{field.name: 0 for field in dataclasses.fields(TableEstimate)},
                "table": name,
                "metric": "m",
                "level": "system",
                "coefficient": "pearson",
                "estimate": 0.9,
                "low": low,
                "high": high,
                "n_systems": 8,
            }
        )

    tasks = {name: [row(name, low, 0.95)] for name, low in (("a", 0.9 + rounding), ("b", 0.7), ("c", 0.6))}
    (found,) = across_tables(tasks, ["m"], 0.95)
    assert found.statistic == pytest.approx(0, abs=1e-12)
    assert found.n_tables == 3
    assert found.low < 0.85
