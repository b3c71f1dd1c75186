"""Measures of sums with their intervals: the parts they are made of."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.intervals import bootstrap_interval
from trueness.statistics.judging.cluster_totals import bootstrap_totals, cluster_totals
from trueness.statistics.judging.measured import measured
from trueness.statistics.judging.two_way_totals import over_systems, two_way_value

ASKED = {"confidence": 0.9, "resamples": 200, "seed": 4}


def means(sums):
    """Return the mean of the second column, and of the third where the first two are not alike."""
    with np.errstate(divide="ignore", invalid="ignore"):
        third = np.where(sums[:, 1] > sums[:, 0] / 2, sums[:, 2] / sums[:, 0], np.nan)
    return np.stack([sums[:, 1] / sums[:, 0], third], axis=1)


@pytest.fixture
def outputs():
    values = np.random.default_rng(1).uniform(0, 1.1, size=(40, 2))
    known = np.ones(45, dtype=bool)
    known[::9] = False
    return np.column_stack([np.ones(40), values]), np.arange(45) % 15, known


def test_over_resampled_clusters(outputs):
    sums, clusters, known = outputs
    found = measured(sums, means, None, clusters, known, **ASKED)
    drawn = means(bootstrap_totals(cluster_totals(sums, clusters[known]), 200, 4))
    assert found.values == pytest.approx(means(sums.sum(axis=0)[None])[0])
    for k in range(2):
        assert found.intervals[k] == bootstrap_interval(drawn[:, k], found.values[k], confidence=0.9)
    undefined = np.isnan(drawn[:, 1]).sum()
    assert 0 < undefined < 200
    assert (found.n_undefined, found.resamples) == ([0, undefined], 200)


def test_over_systems_nothing_is_resampled(outputs):
    sums, clusters, known = outputs
    systems = np.arange(45) // 15
    found = measured(sums, means, systems, clusters, known, **ASKED)
    crossed = over_systems(sums, systems, clusters, known)
    for k in range(2):
        alone = two_way_value(crossed, lambda rows, k=k: means(rows)[:, k], 0.9)
        assert found.intervals[k] == alone.limits
    assert (found.n_undefined, found.resamples) == ([0, 0], 0)


def test_two_systems_tell_nothing_of_others(outputs):
    sums, clusters, known = outputs
    assert measured(sums, means, np.arange(45) % 2, clusters, known, **ASKED).resamples == 200
