"""Pairs of annotators with few outputs in common: as each pair by itself."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.statistics.agreement.correlation import correlate
from trueness.statistics.annotators.annotator_correlations import annotator_correlations
from trueness.statistics.annotators.sparse_pairs import FEW, SparsePairs, is_sparse, n_sparse
from trueness.statistics.engine.resample import Weights
from trueness.statistics.resampling.bootstrap import BootstrapTiles, bootstrap_plan
from trueness.statistics.score_arrays import ScoreArrays

LEVELS = ("system", "input", "global", "per_system")
COEFFICIENTS = ("pearson", "spearman", "kendall")
RNG = np.random.default_rng(8)


def sparse(people: int, share: float, *, steps: float = 1.0) -> np.ndarray:
    """Return ratings of 6 systems on 9 inputs, of each person a share."""
    ratings = np.round(RNG.normal(size=(people, 6, 9)) * 1.5 / steps) * steps
    return np.where(RNG.random(ratings.shape) < share, ratings, np.nan)


def singles(ratings: np.ndarray) -> list[tuple[ScoreArrays, object]]:
    several = [ScoreArrays.of(ratings[a + 1 :], ratings[a]) for a in range(len(ratings) - 1)]
    return [(arrays, group) for arrays in several for group in arrays.single_groups()]


@pytest.mark.parametrize("over", ["both", "systems", "inputs"])
@pytest.mark.parametrize("steps", [1.0, 1e-6])
def test_resamples_are_those_of_each_pair_by_itself(over, steps):
    groups = singles(sparse(7, 0.5, steps=steps))
    plan = bootstrap_plan(groups[0][0], over, 60, 3)
    weights = plan.tile(0)
    alone: dict = {}
    for arrays, group in groups:
        for values in BootstrapTiles.of(arrays, [group], plan, LEVELS, COEFFICIENTS).under(weights):
            for key, value in values.items():
                sums = alone.setdefault(key, np.zeros((2, 60)))
                sums += [np.nansum(value, axis=1), np.sum(~np.isnan(value), axis=1)]
    together = SparsePairs.of(groups, LEVELS, COEFFICIENTS).sums(weights)
    assert together.keys() == alone.keys()
    for key, sums in together.items():
        assert sums[1].max() > 5
        np.testing.assert_array_equal(sums[1], alone[key][1], err_msg=str(key))
        np.testing.assert_allclose(sums[0], alone[key][0], rtol=1e-10, atol=1e-10, err_msg=str(key))


def test_estimates_are_means_over_pairs():
    ratings = sparse(6, 0.5)
    assert all(is_sparse(group, COEFFICIENTS) for _, group in singles(ratings))
    found = annotator_correlations(ratings, LEVELS, COEFFICIENTS)
    for (level, coefficient), value in found.estimates.items():
        pairs = [
            correlate(ratings[b], ratings[a], level, coefficient).estimate
            for a, b in itertools.combinations(range(6), 2)
        ]
        assert value == pytest.approx(np.nanmean(pairs))


def test_blocks_of_pairs_change_nothing(monkeypatch):
    groups = singles(sparse(9, 0.4))
    weights = bootstrap_plan(groups[0][0], "both", 40, 1).tile(0)
    whole = SparsePairs.of(groups, LEVELS, COEFFICIENTS)
    monkeypatch.setattr("trueness.statistics.annotators.sparse_pairs.HELD", 20_000)
    parts = SparsePairs.of(groups, LEVELS, COEFFICIENTS)
    assert len(parts.vectors) > len(whole.vectors)
    for key, sums in parts.sums(weights).items():
        np.testing.assert_allclose(sums, whole.sums(weights)[key], rtol=1e-12)


def test_pairs_without_two_common_outputs_have_no_vectors():
    ratings = np.full((2, 3, 4), np.nan)
    ratings[0, 0], ratings[1, 1] = 1.0, 2.0
    ratings[:, 2, 2] = 5.0
    found = SparsePairs.of(singles(ratings), LEVELS, COEFFICIENTS)
    assert not found.vectors
    assert all((sums == 0).all() for sums in found.sums(Weights(None, None)).values())


def test_what_is_few():
    cells = np.ones((4, FEW // 4))
    (_, few), (_, many) = singles(np.stack([cells, cells]))[0], singles(np.ones((3, 4, FEW // 4)))[0]
    assert is_sparse(few, COEFFICIENTS)
    assert not is_sparse(few, (*COEFFICIENTS, "gamma"))
    assert not is_sparse(many, COEFFICIENTS)


def test_how_many_pairs_have_few_outputs_in_common():
    ratings = np.full((4, 5, FEW), np.nan)
    ratings[:3, 0], ratings[:2, 1, 0], ratings[3, 2] = 1.0, 2.0, 3.0
    assert n_sparse(ratings) == 5  # all but the first two, who share one more than a few
