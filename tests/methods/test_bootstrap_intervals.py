"""Bootstrap intervals of metrics and of differences against the plain functions."""

from __future__ import annotations

import math
import statistics

import numpy as np
import pytest

from trueness.methods.bootstrap_intervals import BASIC, BCA, PERCENTILE
from trueness.methods.correlations import Correlations
from trueness.methods.differences import Differences
from trueness.statistics.agreement.correlation import correlation_interval
from trueness.statistics.intervals import bootstrap_interval

KEYS = [("system", "pearson"), ("input", "kendall")]


@pytest.mark.parametrize("method", [PERCENTILE, BASIC, BCA], ids=lambda method: method.name)
@pytest.mark.parametrize("over", ["both", "systems"])
def test_limits_are_the_plain_ones(arrays, method, over):
    given = Correlations(arrays, KEYS, resamples=199, seed=4, confidence=0.9)
    found = method.limits(given, over)
    for level, name in KEYS:
        for k, interval in enumerate(found[level, name]):
            expected = correlation_interval(
                arrays.metrics[k],
                arrays.human,
                level,
                name,
                over=over,
                method=method.name,
                confidence=0.9,
                resamples=199,
                rng=4,
            )
            assert interval == pytest.approx(tuple(expected))


def test_the_standard_error_is_the_deviation_of_the_samples(arrays):
    given = Correlations(arrays, KEYS, resamples=50, seed=4)
    samples = given.samples("both")
    for key, errors in PERCENTILE.errors(given, "both").items():
        for k, error in enumerate(errors):
            known = [value for value in samples[key][:, k].tolist() if not math.isnan(value)]
            assert error == pytest.approx(statistics.stdev(known))


@pytest.mark.parametrize("method", [PERCENTILE, BASIC, BCA], ids=lambda method: method.name)
def test_differences_have_intervals_from_paired_samples(arrays, method):
    given = Differences(arrays, [(0, 1), (0, 2)], KEYS, resamples=199, seed=4)
    found = method.of_differences(given, "systems")
    (group, members), *_ = given.groups
    left_out = given.correlations.left_out(group, "systems")
    for key in KEYS:
        for a, b in members:
            first, second = given.points[key, (a, b)]
            i, k = group.metrics.index(a), group.metrics.index(b)
            expected = bootstrap_interval(
                given.samples("systems")[key, (a, b)],
                first - second,
                method=method.name,
                jackknife=[axis[:, i] - axis[:, k] for axis in left_out[key]],
            )
            assert found[key, (a, b)] == pytest.approx(tuple(expected))
    assert np.isfinite(list(found.values())).all()
