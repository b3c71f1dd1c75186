"""Correlations of all pairs of people at once: those of every two, taken one by one from SciPy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import pearsonr, spearmanr

from trueness.statistics.annotators import annotator_columns
from trueness.statistics.annotators.annotator_columns import MeanColumns, RatedColumns, correlation_tiles
from trueness.statistics.without_each import WithoutEach

A, C, N, M = 6, 5, 7, 8
NAN = np.nan


def rated(gaps, shape=(A, C, N)):
    """Return ratings from 1 to 5: complete, with a few gaps, or with many and of two teams."""
    rng = np.random.default_rng(2)
    ratings = np.clip(np.rint(3 + rng.normal(size=shape[1:]) + rng.normal(size=shape)), 1, 5)
    if gaps != "none":
        ratings[rng.random(shape) < (0.1 if gaps == "few" else 0.5)] = NAN
    if gaps == "many":
        ratings[1] = np.where(np.isnan(ratings[0]), NAN, ratings[1])
        ratings[0] = np.where(np.isnan(ratings[1]), NAN, ratings[0])
    return ratings


def joined(columns, kept, *, ranked):
    """Return the correlations of all pairs, shape (W, C, A, A), NaN below the diagonal and on it."""
    n_people, n_columns, _ = columns.shape
    found = np.full((len(kept), n_columns, n_people, n_people), NAN)
    for tile in correlation_tiles(columns, kept, ranked=ranked):
        here = np.where(tile.pairs, tile.values, NAN)
        assert np.isnan(found[tile.sets, :, tile.first : tile.last]).all()
        found[tile.sets, :, tile.first : tile.last, tile.first :] = here
    return found


def by_scipy(x, z, *, ranked):
    there = ~np.isnan(x) & ~np.isnan(z)
    if there.sum() < 3 or np.ptp(x[there]) == 0 or np.ptp(z[there]) == 0:
        return NAN
    return (spearmanr if ranked else pearsonr)(x[there], z[there])[0]


KEPT = np.array([[True] * N, [False, *[True] * (N - 1)], [True, False, False, *[True] * (N - 3)]])


@pytest.mark.parametrize("ranked", [False, True])
@pytest.mark.parametrize("gaps", ["none", "few", "many"])
@pytest.mark.parametrize("block", [1, 300, annotator_columns.BLOCK])
def test_columns_of_ratings(monkeypatch, ranked, gaps, block):
    monkeypatch.setattr(annotator_columns, "BLOCK", block)
    monkeypatch.setattr(annotator_columns, "CACHED", block)
    ratings = rated(gaps)
    found = joined(RatedColumns(ratings), KEPT, ranked=ranked)
    defined = 0
    for w, kept in enumerate(KEPT):
        for c in range(C):
            for a in range(A):
                for b in range(a + 1, A):
                    expected = by_scipy(ratings[a, c, kept], ratings[b, c, kept], ranked=ranked)
                    assert found[w, c, a, b] == pytest.approx(expected, abs=1e-13, nan_ok=True)
                    defined += not np.isnan(expected)
    assert defined > 15


@pytest.mark.parametrize("ranked", [False, True])
@pytest.mark.parametrize("gaps", ["none", "few", "many"])
@pytest.mark.parametrize("weights", ["none", "matrix", "without each"])
def test_means_of_systems(ranked, gaps, weights):
    ratings = rated(gaps, (A, N, M))
    units = np.repeat(np.arange(M // 2), 2)
    counts = {
        "none": np.ones((1, M)),
        "matrix": np.random.default_rng(1).integers(0, 3, (4, M)).astype(float),
        "without each": (units != np.arange(M // 2)[:, None]).astype(float),
    }[weights]
    given = {"none": None, "matrix": counts, "without each": WithoutEach(units, 0, M // 2)}[weights]
    found = joined(MeanColumns(ratings, given), KEPT, ranked=ranked)
    assert found.shape[1] == len(counts)
    for a in range(A):
        for b in range(a + 1, A):
            both = np.where(np.isnan(ratings[a] + ratings[b]), 0.0, 1.0)
            for c, weight in enumerate(counts):
                size = (both * weight).sum(axis=1)
                means = [
                    np.divide(np.nansum(one * both * weight, axis=1), size, np.full(N, NAN), where=size > 0)
                    for one in (ratings[a], ratings[b])
                ]
                for w, kept in enumerate(KEPT):
                    expected = by_scipy(means[0][kept], means[1][kept], ranked=ranked)
                    assert found[w, c, a, b] == pytest.approx(expected, abs=1e-13, nan_ok=True)


@pytest.mark.parametrize("ranked", [False, True])
def test_where_nothing_varies_there_is_none(ranked):
    ratings = np.array([[[0.1, 0.1, 0.1, 0.4]], [[1.0, 2.0, 3.0, 4.0]], [[NAN, NAN, 3.0, 4.0]]])
    found = joined(RatedColumns(ratings), np.array([[True] * 4, [True] * 3 + [False]]), ranked=ranked)
    assert not np.isnan(found[0, 0, 0, 1])
    assert np.isnan(found[1, 0, 0, 1])  # one person's are equal without the last
    assert np.isnan(found[:, 0, :2, 2]).all()  # two entries in common
