"""Means over annotators without units: those computed anew on what is left."""

from __future__ import annotations

import dataclasses
import functools
import itertools

import numpy as np
import pytest

from trueness.statistics.annotators.ceiling_jackknife import (
    all_units,
    mean_of_held_out,
    of_all_scorers,
    same_units,
    scorer_replicates,
)
from trueness.statistics.annotators.human_ceiling import held_out_arrays, human_ceiling
from trueness.statistics.jackknife.left_out_units import HALVES
from trueness.statistics.jackknife.two_way_jackknife import of_replicates
from trueness.statistics.score_arrays import ScoreArrays

N, M, A = 7, 6, 3
NAMES = ("pearson", "kendall", "gamma")
PLACES = [(level, name) for level in ("system", "input", "global", "per_system") for name in NAMES]


def made(*, gaps):
    """Return two metrics and ratings of three annotators, with gaps: whole units among them."""
    rng = np.random.default_rng(3)
    truth = rng.normal(size=(N, 1)) + rng.normal(size=(N, M))
    ratings = np.round(2 * (truth + rng.normal(size=(A, N, M)))) / 2
    metrics = truth + rng.normal(size=(2, N, M))
    if gaps:
        ratings[0, :, 5:] = np.nan  # did not see these inputs
        ratings[1, 5] = np.nan  # nor this system
        metrics[1, 2, 3] = np.nan
    return metrics, ratings


def all_means(metrics, ratings, level):
    """Return what metrics and annotators have on average, over annotators for whom both are defined, by coefficient."""
    arrays = ScoreArrays.of(metrics, ratings[0], ("m", "n"))
    estimates = [human_ceiling(arrays, ratings, a, (level,), NAMES).estimates for a in range(A)]
    averages = {}
    for name in NAMES:
        found = np.array([one[level, name] for one in estimates])
        both = ~np.isnan(found[:, 1:]) & ~np.isnan(found[:, :1])
        parts = [np.where(both, found[:, 1:], 0.0), np.where(both, found[:, :1], 0.0)]
        averages[name] = np.concatenate([part.sum(axis=0) / both.sum(axis=0) for part in parts])
    return averages


def means(metrics, ratings, level, name):
    return all_means(metrics, ratings, level)[name]


@functools.cache
def means_without(gaps, level, *units, output=False):
    metrics, ratings = made(gaps=gaps)
    return all_means(metrics, without(ratings, *units, output=output), level)


def without(scores, system=None, one=None, *, output=False):
    left = scores.copy()
    if output:  # of both alone
        left[:, system, one] = np.nan
        return left
    if system is not None:
        left[:, system] = np.nan
    if one is not None:
        left[:, :, one] = np.nan
    return left


def replicates_of(metrics, ratings, level, name):
    arrays = ScoreArrays.of(metrics, ratings[0], ("m", "n"))
    beside = [held_out_arrays(arrays, ratings, a) for a in range(A)]
    units = all_units(beside)
    return mean_of_held_out([of_held_out(one, level, name, units) for one in beside])


def of_held_out(arrays, level, name, units):
    return of_all_scorers(arrays.n_metrics, scorer_replicates(arrays, level, (name,), units)[name])


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize(("level", "name"), PLACES)
def test_values_are_those_computed_anew(level, name, gaps, step):
    """Without each system, each input, and every so many of the pairs of both."""
    metrics, ratings = made(gaps=gaps)
    replicates = replicates_of(metrics, ratings, level, name)
    assert (replicates.n_systems, replicates.n_inputs) == (N, M)

    def anew(*units, output=False):
        return means_without(gaps, level, *units, output=output)[name]

    np.testing.assert_allclose(replicates.whole, anew(), atol=1e-10)
    np.testing.assert_allclose(replicates.systems, [anew(i) for i in range(N)], atol=1e-10)
    both = np.concatenate(list(replicates.both()), axis=1)
    if level == "system" and name == "kendall":
        assert both.shape == (N, HALVES, 4)
        return
    np.testing.assert_allclose(replicates.inputs, [anew(None, j) for j in range(M)], atol=1e-10)
    output = level == "global" and name != "gamma"
    assert both.shape == (N, M, 4)
    cells = list(itertools.product(range(N), range(M)))[::step]
    expected = [anew(i, j, output=output) for i, j in cells]
    np.testing.assert_allclose([both[cell] for cell in cells], expected, atol=1e-10)


def test_a_metric_without_a_correlation_beside_one_annotator_has_the_mean_of_the_others():
    metrics, ratings = made(gaps=False)
    metrics[1, :, :3] = ratings[0, :, 3:] = np.nan
    replicates = replicates_of(metrics, ratings, "input", "pearson")
    expected = means(metrics, ratings, "input", "pearson")
    assert not np.isnan(expected).any()
    np.testing.assert_allclose(replicates.whole, expected, atol=1e-10)


def test_pairs_of_systems_are_averaged_too():
    metrics, ratings = made(gaps=True)
    replicates = replicates_of(metrics, ratings, "system", "kendall")
    left = without(without(ratings, 0), 3)
    np.testing.assert_allclose(replicates.two[2], means(metrics, left, "system", "kendall"), atol=1e-10)


def test_units_are_those_of_all():
    metrics, ratings = made(gaps=True)
    ratings[:, 6] = np.nan
    arrays = ScoreArrays.of(metrics, ratings[0], ("m", "n"))
    beside = [held_out_arrays(arrays, ratings, a) for a in range(A)]
    units = all_units(beside)
    assert units.cells.any(axis=1).tolist() == [True] * 6 + [False]
    assert [same_units(one.group((0,)), units) for one in beside] == [False, False, True]


def test_a_mean_of_nobody_is_nothing():
    metrics, ratings = made(gaps=False)
    assert replicates_of(metrics, np.ones_like(ratings), "input", "pearson") is None
    metrics[1] = np.nan
    replicates = replicates_of(metrics, ratings, "input", "pearson")
    assert np.isnan(replicates.whole).tolist() == [False, True, False, True]
    assert not np.isnan(replicates.systems[:, 0]).any()
    arrays = dataclasses.replace(ScoreArrays.of(metrics, ratings[0]), human=np.full((N, M), np.nan))
    assert scorer_replicates(arrays, "input", ("pearson",), arrays.group((0,))) == {"pearson": []}


@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize("level", ["system", "input"])
def test_two_far_systems_are_left_out_together(level, gaps):
    rng = np.random.default_rng(5)
    quality = rng.normal(size=(12, 1))
    quality[:2] -= 6
    tastes = 0.3 * rng.normal(size=(A + 2, 12, 1))
    tastes[:, :2] *= 15
    scores = quality + tastes + rng.normal(size=(A + 2, 12, 10))
    ratings, metrics = scores[:A], scores[A:]
    if gaps:
        metrics[1, 4] = np.nan  # its outputs are a group of their own
    replicates = replicates_of(metrics, ratings, level, "pearson")
    far = replicates.far
    place = int(np.flatnonzero((far.pairs.T == (0, 1)).all(axis=1))[0])
    anew = means(metrics, without(without(ratings, 0), 1), level, "pearson")
    np.testing.assert_allclose(far.without[place], anew, atol=1e-10)
    assert far.own[0, place].all()
    # alone neither says what the two change together
    alone = replicates.systems[0] + replicates.systems[1] - replicates.whole
    assert np.abs(far.without[place] - alone).max() > 0.05


def test_a_pair_that_is_far_for_one_annotator_alone_counts_in_the_means():
    rng = np.random.default_rng(6)
    ratings = rng.normal(size=(12, 1)) + rng.normal(size=(A, 12, 10))
    metrics = ratings.mean(axis=0) + rng.normal(size=(2, 12, 10))
    ratings[0, :2] += np.array([[9.0], [12.0]])
    replicates = replicates_of(metrics, ratings, "system", "pearson")
    place = int(np.flatnonzero((replicates.far.pairs.T == (0, 1)).all(axis=1))[0])
    anew = means(metrics, without(without(ratings, 0), 1), "system", "pearson")
    alone = replicates.systems[0] + replicates.systems[1] - replicates.whole
    # nearly: while that annotator is held out from others without such ratings, metrics' parts are their sum
    off = np.abs(replicates.far.without[place] - anew)
    assert (off < np.abs(alone - anew) / 2).all()
    assert replicates.far.own[0, place].all()


def test_of_ranks_nothing_is_far():
    assert replicates_of(*made(gaps=False), "system", "kendall").far is None


@pytest.mark.parametrize("level", ["system", "input"])
def test_two_far_systems_that_scorers_differ_about_tell_little(level):
    """Of a metric that is one more annotator 5% of tables may tell anything; without the two together .17 did."""
    wrong = {True: 0, False: 0}
    for number in range(60):
        rng = np.random.default_rng([1, number])
        quality = rng.normal(size=(16, 1))
        quality[:2] -= 3
        tastes = 0.2 * rng.normal(size=(A + 1, 16, 1))
        tastes[:, :2] *= 20
        scores = quality + tastes + rng.normal(size=(A + 1, 16, 20))
        arrays = ScoreArrays.of(scores[A:], scores[0], ("m",))
        beside = [held_out_arrays(arrays, scores[:A], a) for a in range(A)]
        units = all_units(beside)
        replicates = mean_of_held_out([of_held_out(one, level, "pearson", units) for one in beside])
        for guarded in wrong:
            kept = replicates if guarded else dataclasses.replace(replicates, far=None)
            apart = of_replicates(kept, level, "pearson").of_pairs(np.array([0]), np.array([1]))
            low, high = apart.limits(0.95)
            wrong[guarded] += int(low[0] > 0 or high[0] < 0)
    assert wrong[True] < wrong[False]
    assert wrong[True] <= 6
