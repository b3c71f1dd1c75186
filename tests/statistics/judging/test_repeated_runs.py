"""Runs of one judge: flips by enumeration, ICC beside published values and beside the analysis of variance."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy.stats import f_oneway

from trueness.errors import ArgumentError
from trueness.statistics.annotators.attenuation import spearman_brown
from trueness.statistics.judging.label_agreement import share_interval
from trueness.statistics.judging.repeated_runs import repeated_runs, stepped_up

SHROUT_FLEISS = np.array(
    [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]], dtype=float
)
"""Shrout and Fleiss (1979), table 2; ICC(1,1) is .17 and ICC(1,4) .44 in their table 4."""


def labels(seed=3, runs=3, n=80, missing=0.0):
    rng = np.random.default_rng(seed)
    found = (rng.random((runs, n)) < rng.beta(1, 1, n)).astype(float)
    return np.where(rng.random((runs, n)) < missing, np.nan, found)


def test_icc_is_the_published_one():
    found = repeated_runs(SHROUT_FLEISS.T)
    assert found.icc.value == pytest.approx(0.1657, abs=5e-5)
    assert stepped_up(found.icc.value, 4) == pytest.approx(0.4428, abs=5e-5)


def test_with_runs_missing_it_is_that_of_the_variance_ratio():
    runs = labels(missing=0.2)
    kept = runs[:, np.sum(~np.isnan(runs), axis=0) > 1]
    groups = [column[~np.isnan(column)] for column in kept.T]
    sizes = np.array([len(group) for group in groups])
    ratio = f_oneway(*groups).statistic
    size = (sizes.sum() - np.sum(sizes**2) / sizes.sum()) / (len(sizes) - 1)
    found = repeated_runs(runs)
    assert found.icc.value == pytest.approx((ratio - 1) / (ratio - 1 + size))
    assert found.n_outputs == len(groups)
    within = np.sum([np.sum((group - group.mean()) ** 2) for group in groups]) / (sizes.sum() - len(groups))
    assert found.within_sd == pytest.approx(np.sqrt(within))


def test_flips_are_pairs_of_runs_that_differ():
    runs = labels(missing=0.2)
    shares = []
    for column in runs.T:
        known = column[~np.isnan(column)]
        if len(known) > 1:
            shares.append(np.mean([a != b for a, b in itertools.combinations(known, 2)]))
    assert repeated_runs(runs).flip_rate.value == pytest.approx(np.mean(shares))


def test_of_two_runs_the_flip_rate_has_the_interval_of_a_share():
    runs = labels(runs=2)
    differ = (runs[0] != runs[1]).astype(float)
    expected = share_interval(differ, np.ones_like(differ), 0.95)
    assert tuple(repeated_runs(runs).flip_rate.limits) == pytest.approx(tuple(expected))


def test_of_three_runs_a_rate_of_two_thirds_is_the_most_there_can_be():
    found = repeated_runs(np.array([[1.0] * 50, [0.0] * 50, [0.0] * 50]))
    assert found.flip_rate.value == pytest.approx(2 / 3)
    assert found.flip_rate.high == pytest.approx(2 / 3)


def test_runs_that_never_differ():
    same = np.tile(labels(runs=1, n=60), (3, 1))
    found = repeated_runs(same)
    assert (found.flip_rate.value, found.icc.value, found.within_sd) == (0, 1, 0)
    assert 0 < found.flip_rate.high < 0.05
    assert np.isnan(found.icc.low)
    assert np.isnan(repeated_runs(np.ones((2, 5))).icc.value)  # no score differs from another


def test_outputs_of_one_cluster_are_one():
    runs = np.repeat(labels(n=30), 4, axis=1)
    clusters = np.repeat(np.arange(30), 4)
    alone, together = repeated_runs(runs[:, ::4]), repeated_runs(runs, clusters=clusters)
    apart = repeated_runs(runs)
    width = [one.icc.width for one in (alone, together, apart)]
    assert width[1] == pytest.approx(width[0], rel=0.03)
    assert width[2] < 0.6 * width[1]
    assert together.n_clusters == 30


def test_neither_unit_nor_origin_matters():
    runs = np.random.default_rng(4).normal(size=(3, 40)) + np.random.default_rng(5).normal(size=40)
    one, other = repeated_runs(runs), repeated_runs(1e6 + 100 * runs)
    assert one.icc.value == pytest.approx(other.icc.value)
    assert tuple(one.icc.limits) == pytest.approx(tuple(other.icc.limits))
    assert other.within_sd == pytest.approx(100 * one.within_sd)


def test_stepping_up():
    assert stepped_up(0.5, 3) == pytest.approx(0.75)
    assert spearman_brown(0.5, 3) == pytest.approx(0.75)
    assert np.isnan(stepped_up(-0.6, 3))


def test_refusals():
    with pytest.raises(ArgumentError, match="two runs or more"):
        repeated_runs(np.ones((1, 4)))
    with pytest.raises(ArgumentError, match="confidence"):
        repeated_runs(np.ones((2, 4)), confidence=2)
    assert repeated_runs(np.array([[1.0, np.nan], [np.nan, 1.0]])).n_outputs == 0
