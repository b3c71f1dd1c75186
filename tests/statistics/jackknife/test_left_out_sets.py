"""Closed forms without one and without two systems against SciPy on what is left."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy import stats

from trueness.errors import ArgumentError
from trueness.statistics.jackknife import left_out_sets as module
from trueness.statistics.jackknife.left_out_sets import (
    EVERY_PAIR,
    left_out_sets,
    mean_correlations,
)

SCIPY = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}


def by_definition(x, z, present, coefficient, gone):
    """The mean over columns of what SciPy says of the entries that are left."""
    found = []
    for column in range(x.shape[1]):
        kept = present[:, column].copy()
        kept[list(gone)] = False
        a, b = x[kept, column], z[kept, column]
        if len(a) > 2 and np.ptp(a) > 0 and np.ptp(b) > 0:
            found.append(SCIPY[coefficient](a, b)[0])
    return np.mean(found) if found else np.nan


@pytest.mark.parametrize("coefficient", SCIPY)
@pytest.mark.parametrize("seed", range(2))
def test_every_set_against_scipy(coefficient, seed):
    rng = np.random.default_rng(seed)
    n, columns = 7, 3
    x = rng.integers(0, 5, (2, n, columns)).astype(float)
    z = rng.integers(0, 4, (n, columns)).astype(float)
    present = rng.random((n, columns)) < 0.9
    x[:, ~present] = np.nan
    found = left_out_sets(x, z, present, coefficient)
    assert found.complete
    singles = [(i,) for i in range(n)]
    assert [tuple(int(i) for i in one if i >= 0) for one in found.sets] == [
        *singles,
        *itertools.combinations(range(n), 2),
    ]
    for k in range(2):
        assert found.whole[k] == pytest.approx(by_definition(x[k], z, present, coefficient, ()), nan_ok=True)
        for gone, value in zip(found.sets, found.values[k], strict=True):
            expected = by_definition(x[k], z, present, coefficient, [i for i in gone if i >= 0])
            assert value == pytest.approx(expected, abs=1e-12, nan_ok=True)


def test_what_is_constant_without_a_system_has_no_correlation():
    x, z = np.array([0.1, 0.1, 0.1, 7.0]), np.array([1.0, 2.0, 4.0, 9.0])
    for coefficient in SCIPY:
        found = left_out_sets(x[None, :, None], z[:, None], np.ones((4, 1), dtype=bool), coefficient)
        assert np.isnan(found.values[0, 3])
        assert not np.isnan(found.values[0, :3]).any()


def test_of_many_systems_only_single_ones_are_left_out():
    rng = np.random.default_rng(1)
    for n, complete in ((EVERY_PAIR, True), (EVERY_PAIR + 1, False)):
        z = rng.normal(size=n)
        found = left_out_sets(
            (z + rng.normal(size=n))[None, :, None], z[:, None], np.ones((n, 1), bool), "pearson"
        )
        assert found.complete == complete
        assert len(found.sets) == n + (n * (n - 1) // 2 if complete else 0)


def test_correlations_of_metrics_are_means_over_columns():
    rng = np.random.default_rng(2)
    x, present = rng.normal(size=(3, 6, 4)), np.ones((6, 4), dtype=bool)
    present[0, 1] = False
    x[2, :, 3] = 0.1  # constant: no correlation in that column
    expected = np.mean([np.corrcoef(x[0, present[:, c], c], x[1, present[:, c], c])[0, 1] for c in range(4)])
    found = mean_correlations(x, present)
    assert found[0, 1] == found[1, 0] == pytest.approx(expected)
    assert found[0, 2] == pytest.approx(
        np.mean([np.corrcoef(x[0, present[:, c], c], x[2, present[:, c], c])[0, 1] for c in range(3)])
    )


def test_errors_name_what_does_not_fit():
    x, z = np.zeros((1, 4, 1)), np.zeros((4, 1))
    with pytest.raises(ArgumentError, match="must have one shape"):
        left_out_sets(x, z[:3], np.ones((3, 1), dtype=bool), "pearson")
    with pytest.raises(ArgumentError, match="coefficient"):
        left_out_sets(x, z, np.ones((4, 1), dtype=bool), "gamma")


def test_metrics_without_a_common_column_have_no_correlation():
    x = np.random.default_rng(3).normal(size=(2, 6, 2))
    x[0, :, 0] = x[1, :, 1] = 1.0
    assert np.isnan(mean_correlations(x, np.ones((6, 2), dtype=bool))[0, 1])


def test_what_takes_too_long_is_left_out_one_by_one(monkeypatch):
    z = np.random.default_rng(4).normal(size=10)
    given = (z[None, :, None] ** 2, z[:, None], np.ones((10, 1), bool), "pearson")
    assert left_out_sets(*given).complete
    monkeypatch.setattr(module, "MOST_WORK", 99)
    assert not left_out_sets(*given).complete
