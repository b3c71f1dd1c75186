"""How agreement differs over tables: from rows of tables alone, and where a table differs on purpose."""

from __future__ import annotations

import numpy as np
import pytest
from tests.studies.pool.test_decided import QUICK, table

from trueness.statistics.heterogeneity import heterogeneity
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
