from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import ArgumentError
from trueness.statistics.engine.resample import BootstrapPlan
from trueness.statistics.judging import cluster_totals as module
from trueness.statistics.judging.cluster_totals import (
    bootstrap_totals,
    bootstrap_totals_of,
    cluster_numbers,
    cluster_totals,
    renumbered,
)


def test_totals_by_hand():
    numbers = cluster_numbers(["b", "a", "b", "c"], 4)
    assert numbers.tolist() == [1, 0, 1, 2]
    values = np.array([[1.0, 10], [2, 20], [3, 30], [4, 40]])
    assert cluster_totals(values, numbers).tolist() == [[2, 20], [4, 40], [4, 40]]
    assert cluster_numbers(None, 3).tolist() == [0, 1, 2]
    with pytest.raises(ArgumentError, match="one label per output, 3"):
        cluster_numbers([1, 2], 3)
    with pytest.raises(ArgumentError, match="one label per output, 3"):
        cluster_numbers([1, 2, 3, 4], 3)


def test_of_no_outputs_there_are_no_clusters():
    assert cluster_totals(np.empty((0, 2)), cluster_numbers(None, 0)).shape == (0, 2)


def test_one_cluster_has_the_sum_of_all():
    assert cluster_totals(np.array([[1.0], [2.0]]), cluster_numbers(["a", "a"], 2)).tolist() == [[3]]


@given(st.integers(2, 12), st.integers(0, 99))
def test_a_resample_of_totals_is_the_total_of_the_resampled_clusters(size, seed):
    totals = np.random.default_rng(seed).normal(size=(size, 3))
    drawn = bootstrap_totals(totals, 600, seed)
    for tile, first in ((0, 0), (1, 512)):
        counts = BootstrapPlan("inputs", 1, size, 600, seed).tile(tile).inputs
        for b in (0, 7):
            members = np.repeat(np.arange(size), counts[b].astype(int))
            np.testing.assert_allclose(drawn[first + b], totals[members].sum(axis=0), atol=1e-12)
    assert np.array_equal(drawn, bootstrap_totals(totals, 600, seed))
    assert not np.array_equal(drawn, bootstrap_totals(totals, 600, seed + 1))


def test_counts_that_are_not_kept_are_the_same(monkeypatch):
    totals = np.random.default_rng(1).integers(0, 9, (40, 3)).astype(float)
    kept = bootstrap_totals(totals, 600, 3)
    monkeypatch.setattr(module, "KEPT", 0)
    np.testing.assert_array_equal(bootstrap_totals(totals, 600, 3), kept)


def test_strata_keep_their_size():
    totals = np.eye(7)
    strata = np.array([0, 0, 0, 1, 1, 1, 1])
    drawn = bootstrap_totals(totals, 100, 1, strata)
    assert np.all(drawn[:, :3].sum(axis=1) == 3)
    assert np.all(drawn[:, 3:].sum(axis=1) == 4)


def test_several_quantities_are_drawn_as_each_by_itself() -> None:
    rng = np.random.default_rng(7)
    several = [rng.normal(size=(size, k)) for size, k in ((30, 2), (12, 1), (30, 5))]
    together = bootstrap_totals_of(several, 250, 3)
    for one, totals in zip(several, together, strict=True):
        np.testing.assert_allclose(totals, bootstrap_totals(one, 250, 3), rtol=1e-13, atol=1e-13)


def test_sums_of_many_outputs_are_those_of_few(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(8)
    values, clusters = rng.normal(size=(500, 4)), rng.integers(0, 40, 500)
    few = cluster_totals(values, clusters, 41)
    monkeypatch.setattr("trueness.statistics.judging.cluster_totals.LARGE", 1)
    np.testing.assert_array_equal(cluster_totals(values, clusters, 41), few)
    assert not few[40].any()


@pytest.mark.parametrize(
    "labels",
    [
        np.array([3, 0, 3, 5, 1]),
        np.array([30, -1, 30]),
        np.array([2.5, 0.5, 2.5]),
        np.array(["b", "a", "b"]),
        np.empty(0, dtype=np.intp),
    ],
)
def test_numbers_are_those_of_sorted_labels(labels):
    found = renumbered(labels)
    assert found.dtype == np.intp
    np.testing.assert_array_equal(found, np.unique(labels, return_inverse=True)[1])


def many(rng: np.random.Generator) -> np.ndarray:
    """Totals of many clusters: a constant, a rare label, a skewed score and one that depends on it."""
    size = module.NORMAL_FROM
    skewed = rng.exponential(size=size)
    return np.stack(
        [np.full(size, 2.0), rng.random(size) < 0.02, skewed, 3 * skewed + rng.normal(size=size)], axis=1
    )


def test_totals_of_very_many_clusters_are_spread_as_those_of_drawn_clusters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    totals = many(np.random.default_rng(3))
    found = bootstrap_totals(totals, 20_000, 5)
    np.testing.assert_array_equal(found, bootstrap_totals(totals, 20_000, 5))
    np.testing.assert_allclose(found[:, 0], totals[:, 0].sum(), rtol=1e-12)
    monkeypatch.setattr(module, "NORMAL_FROM", len(totals) + 1)
    drawn = bootstrap_totals(totals, 400, 5)
    spread = np.cov(drawn[:, 1:].T)
    np.testing.assert_allclose(np.cov(found[:, 1:].T), spread, rtol=0.25, atol=0.15 * spread.max())
    for ours, theirs in zip(found[:, 1:].T, drawn[:, 1:].T, strict=True):
        error = theirs.std() / 20  # of a mean of 400
        assert abs(ours.mean() - theirs.mean()) < 4 * error
        for share, wide in ((0.025, 2.8), (0.975, 2.8), (0.5, 1.3)):  # of a quantile, in errors of the mean
            assert abs(np.quantile(ours, share) - np.quantile(theirs, share)) < 4 * wide * error


def test_clusters_are_drawn_where_totals_are_far_from_normal(monkeypatch: pytest.MonkeyPatch) -> None:
    totals = many(np.random.default_rng(4))
    totals[:, 1] = 0
    totals[:90, 1] = 1  # a label of 90 clusters
    found = bootstrap_totals_of([totals[:, 1:2], totals[:, 2:3]], 30, 6)
    np.testing.assert_array_equal(found[0], np.rint(found[0]))
    assert np.all(found[1] != np.rint(found[1]))
    strata = np.arange(len(totals)) % 2
    exact = bootstrap_totals(strata[:, None].astype(float), 3, 6, strata)
    assert np.all(exact == strata.sum())
    monkeypatch.setattr(module, "NORMAL_FROM", len(totals) + 1)
    np.testing.assert_array_equal(found[0], bootstrap_totals(totals[:, 1:2], 30, 6))
