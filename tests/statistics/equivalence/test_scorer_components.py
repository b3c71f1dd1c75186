from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from trueness.errors import ArgumentError, DataError
from trueness.statistics.equivalence.scorer_components import scorer_components


@pytest.fixture(scope="module")
def scores():
    rng = np.random.default_rng(1)
    return rng.normal(size=(1, 60)) + rng.normal(size=(6, 60)).round(1)


def test_against_the_eigenvectors_of_the_covariance(scores):
    ranks = np.stack([stats.rankdata(row) for row in scores])
    centred = ranks - ranks.mean(axis=0)
    values, vectors = np.linalg.eigh(centred.T @ centred)
    wanted = centred @ vectors[:, ::-1][:, :2]
    found = scorer_components(scores)
    np.testing.assert_allclose(np.abs(found.coordinates), np.abs(wanted), atol=1e-8)
    np.testing.assert_allclose(found.explained, values[::-1][:2] / values.sum(), rtol=1e-10)


def test_distances_are_those_of_ranks_if_all_components_are_kept(scores):
    found = scorer_components(scores, 5)
    ranks = np.stack([stats.rankdata(row) for row in scores])
    for a, b in [(0, 1), (2, 5)]:
        assert np.linalg.norm(found.coordinates[a] - found.coordinates[b]) == pytest.approx(
            np.linalg.norm(ranks[a] - ranks[b])
        )
    assert found.explained.sum() == pytest.approx(1)


def test_what_keeps_the_ranks_changes_nothing(scores):
    turned = scores.copy()
    turned[2] = np.exp(turned[2]) * 7 - 3
    np.testing.assert_allclose(scorer_components(turned).coordinates, scorer_components(scores).coordinates)


def test_the_largest_coordinate_is_positive(scores):
    for column in scorer_components(scores).coordinates.T:
        assert column[np.argmax(np.abs(column))] > 0


def test_outputs_without_all_scores_are_left_out(scores):
    holes = scores.copy()
    holes[0, 3] = holes[4, 9] = np.nan
    found = scorer_components(holes)
    assert found.n_outputs == 58
    kept = np.delete(scores, [3, 9], axis=1)
    np.testing.assert_allclose(found.coordinates, scorer_components(kept).coordinates)


def test_what_is_refused(scores):
    with pytest.raises(ArgumentError, match="two scorers or more"):
        scorer_components(scores[0])
    with pytest.raises(ArgumentError, match="below the number of scorers, 6"):
        scorer_components(scores, 6)
    with pytest.raises(DataError, match=r"1 output"):
        scorer_components([[1, np.nan], [2, 3]], 1)
    with pytest.raises(DataError, match="alike"):
        scorer_components([[1, 2, 3], [10, 20, 30]], 1)
