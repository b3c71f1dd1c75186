"""Correlations of pairs of annotators, and what they are without systems and inputs."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.statistics.agreement.correlation import correlate
from trueness.statistics.annotators.annotator_correlations import (
    annotator_correlations,
    annotator_replicates,
)
from trueness.statistics.annotators.ceiling_jackknife import all_units
from trueness.statistics.jackknife.replicates import beside
from trueness.statistics.jackknife.two_way_replicates import two_way_replicates
from trueness.statistics.score_arrays import ScoreArrays

RNG = np.random.default_rng(4)
RATINGS = np.round(3 + RNG.normal(size=(8, 1)) + RNG.normal(size=(8, 9)) + 0.7 * RNG.normal(size=(3, 8, 9)))
LEVELS = ("system", "input", "global", "per_system")


def test_the_mean_over_pairs():
    ratings = RATINGS.copy()
    ratings[1, 3:5, 2] = np.nan
    found = annotator_correlations(ratings, LEVELS, ("pearson", "spearman"))
    for (level, coefficient), value in found.items():
        pairs = [
            correlate(ratings[b], ratings[a], level, coefficient).estimate
            for a, b in itertools.combinations(range(3), 2)
        ]
        assert value == pytest.approx(np.mean(pairs), abs=1e-13)


@pytest.mark.parametrize("level", ["global", "per_system"])
def test_pairs_without_common_outputs_are_left_out(level):
    ratings = RATINGS.copy()
    ratings[0, :, :5], ratings[1, :, 5:] = np.nan, np.nan
    found = annotator_correlations(ratings, (level,), ("pearson",))
    assert not np.isnan(found[level, "pearson"])
    nobody = annotator_correlations(np.ones((2, 4, 5)), (level,), ("pearson",))
    assert np.isnan(nobody[level, "pearson"])


def same_as_single_pairs(ratings, level, coefficient, **kinds):
    """Check replicates against the means of those that single pairs have."""
    shape = ratings.shape[1:]
    together = ScoreArrays.of(RNG.normal(size=(1, *shape)), np.ones(shape), **kinds)
    units = all_units([together], ratings)
    pairs = []
    for a, b in itertools.combinations(range(len(ratings)), 2):
        arrays = ScoreArrays.of(ratings[b], ratings[a], **kinds)
        (group,) = arrays.single_groups()
        one = two_way_replicates(arrays, group, level, [coefficient], units)[coefficient]
        if not np.isnan(one.whole[0]):
            pairs.append(one)
    joint = beside(pairs)
    expected = joint.mapped(lambda values: values.mean(axis=-1, keepdims=True), lambda own: own[..., :1])
    found = annotator_replicates(ratings, together, units, level, coefficient)
    for name in ("whole", "systems", "inputs", "two"):
        mine, theirs = getattr(found, name), getattr(expected, name)
        assert mine.shape == theirs.shape
        np.testing.assert_allclose(mine, theirs, rtol=0, atol=1e-13)
    np.testing.assert_allclose(found.whole_both(), expected.whole_both(), rtol=0, atol=1e-13)
    for name in ("entries", "n_systems", "n_inputs", "input_factor", "noise_factor", "evenness"):
        assert getattr(found, name) == getattr(expected, name)


@pytest.mark.parametrize("coefficient", ["pearson", "spearman"])
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("gaps", ["none", "few", "many"])
@pytest.mark.parametrize("clustered", [False, True])
def test_without_units_it_is_the_mean_of_what_single_pairs_have(level, coefficient, gaps, clustered):
    ratings = RATINGS.copy()
    if gaps != "none":
        ratings[RNG.random(ratings.shape) < (0.05 if gaps == "few" else 0.5)] = np.nan
    kinds = {"clusters": np.arange(9) // 2, "system_clusters": np.arange(8) % 5} if clustered else {}
    same_as_single_pairs(ratings, level, coefficient, **kinds)


@pytest.mark.parametrize("coefficient", ["pearson", "spearman"])
@pytest.mark.parametrize("level", ["system", "input", "global"])
@pytest.mark.parametrize("gaps", [False, True])
def test_of_one_input_there_is_nothing_without_it(level, coefficient, gaps):
    ratings = RATINGS[:, :, :1].copy()
    if gaps:
        ratings[0, 2], ratings[1, 5] = np.nan, np.nan
    same_as_single_pairs(ratings, level, coefficient)


@pytest.mark.parametrize("coefficient", ["pearson", "spearman"])
@pytest.mark.parametrize("level", ["global", "per_system"])
def test_of_one_system(level, coefficient):
    same_as_single_pairs(RATINGS[:, :1], level, coefficient)


@pytest.mark.parametrize("level", LEVELS)
def test_where_no_pair_has_a_correlation_there_is_nothing(level):
    ratings = np.full((3, 4, 5), np.nan)
    ratings[0] = RNG.normal(size=(4, 5))
    together = ScoreArrays.of(RNG.normal(size=(1, 4, 5)), np.ones((4, 5)))
    assert annotator_replicates(ratings, together, all_units([together], ratings), level, "pearson") is None
