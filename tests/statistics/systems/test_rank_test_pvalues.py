"""Exact distributions against enumeration and published critical values; the normal one against its formula."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import scipy.stats

from trueness.statistics.systems.rank_test_pvalues import (
    exact_pvalues,
    normal_pvalues,
    rank_sum_distribution,
    signed_rank_distribution,
    sorted_midranks,
)


@pytest.mark.parametrize("n", range(1, 9))
def test_signed_ranks_by_enumeration(n):
    counts = np.zeros(n * (n + 1) // 2 + 1)
    for signs in itertools.product((0, 1), repeat=n):
        counts[int(np.dot(signs, np.arange(1, n + 1)))] += 1
    np.testing.assert_allclose(signed_rank_distribution(n), counts / 2**n, rtol=1e-14)


@pytest.mark.parametrize("n", range(1, 7))
def test_rank_sums_by_enumeration(n):
    counts = np.zeros(n * n + 1)
    for mine in itertools.combinations(range(1, 2 * n + 1), n):
        counts[sum(mine) - n * (n + 1) // 2] += 1
    np.testing.assert_allclose(rank_sum_distribution(n), counts / counts.sum(), rtol=1e-14)


@pytest.mark.parametrize("n", [1, 20, 50])
def test_probabilities_sum_to_one_and_are_symmetric(n):
    for probabilities in (signed_rank_distribution(n), rank_sum_distribution(n)):
        assert probabilities.sum() == pytest.approx(1, abs=1e-12)
        np.testing.assert_allclose(probabilities, probabilities[::-1], rtol=1e-9)
        assert np.all(probabilities > 0)


def test_published_critical_values():
    """Two-sided at .05: T = 8 for n = 10 (Wilcoxon 1945), U = 23 for 10 and 10 (Mann and Whitney's tables)."""
    for statistic, probabilities in ((8, signed_rank_distribution(10)), (23, rank_sum_distribution(10))):
        at, beyond = (
            float(exact_pvalues(np.array([value]), probabilities).two_sided[0])
            for value in (statistic, statistic + 1)
        )
        assert at <= 0.05 < beyond


def test_normal_pvalues():
    found = normal_pvalues(np.array([3.0, -3.0, 0.2, 0.0, np.nan]), np.array([2.0, 2.0, 2.0, 0.0, 2.0]))
    normal = scipy.stats.norm
    np.testing.assert_allclose(found.greater[:2], [normal.sf(1.25), normal.sf(-1.75)])
    np.testing.assert_allclose(found.less[:2], [normal.cdf(1.75), normal.cdf(-1.25)])
    np.testing.assert_allclose(found.two_sided[:2], [2 * normal.sf(1.25)] * 2)
    assert found.two_sided[2] == 1  # less than half a step from the middle
    assert [p[3] for p in found] == [1, 1, 1]  # one arrangement only
    assert all(np.isnan(p[4]) for p in found)
    plain = normal_pvalues(np.array([3.0]), np.array([2.0]), continuity=False)
    assert plain.greater[0] == pytest.approx(normal.sf(1.5))


def test_midranks_of_rows():
    rows = np.array([[1.0, 1.0, 2.0, np.nan], [0.0, 3.0, 3.0, 3.0], [1.0, 2.0, np.nan, np.nan]])
    ranks, ties = sorted_midranks(rows)
    for row, found in zip(rows, ranks, strict=True):
        known = ~np.isnan(row)
        assert found[known].tolist() == scipy.stats.rankdata(row[known]).tolist()
    assert ties.tolist() == [6, 24, 0]


def test_midranks_of_rows_of_one_value_and_of_none():
    ranks, ties = sorted_midranks(np.array([[5.0], [2.0], [7.0]]))
    assert ranks.tolist() == [[1], [1], [1]]
    assert ties.tolist() == [0, 0, 0]
    assert sorted_midranks(np.empty((2, 0)))[0].shape == (2, 0)
