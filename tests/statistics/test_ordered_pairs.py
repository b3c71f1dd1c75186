"""Pairs counted by digits against all pairs looked at, and against scipy on long vectors."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from trueness.statistics import coefficients
from trueness.statistics.ordered_pairs import ordered_pairs
from trueness.statistics.ties import dense_ranks

entries = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 3)), max_size=30)


@given(entries=entries)
def test_sums_are_those_of_all_pairs(entries):
    x, z, weights = np.array(entries, dtype=float).reshape(-1, 3).T
    expected = np.zeros(4)
    for (a, b, w), (c, d, v) in itertools.combinations(entries, 2):
        one, other = np.sign(a - c), np.sign(b - d)
        expected += w * v * np.array([one * other, one**2, other**2, (one * other) ** 2])
    # what has no weight may have any rank
    ranks = (dense_ranks(np.where(weights > 0, side, np.nan)) for side in (x, z))
    assert ordered_pairs(*ranks, weights) == tuple(expected)


@pytest.mark.parametrize("n", [149, 150, 151, 3_000])
@pytest.mark.parametrize("values", [2, 7, 10**6])
def test_long_vectors_equal_scipy(n, values):
    x, z = np.random.default_rng(n).integers(0, values, (2, n)).astype(float)
    for name, variant in (("kendall", "b"), ("tau_c", "c")):
        expected = scipy.stats.kendalltau(x, z, variant=variant).statistic
        assert getattr(coefficients, name)(x, z) == pytest.approx(expected, abs=1e-13), (name, values)


def test_weights_that_are_no_whole_numbers(monkeypatch):
    rng = np.random.default_rng(1)
    x, z = rng.integers(0, 40, (2, 200)).astype(float)
    weights = rng.random(200)
    found = [coefficients.kendall(x, z, weights), coefficients.gamma(x, z, weights)]
    monkeypatch.setattr(coefficients, "LONG", 1_000)
    by_pairs = [coefficients.kendall(x, z, weights), coefficients.gamma(x, z, weights)]
    assert found == pytest.approx(by_pairs, abs=1e-12)


def test_vectors_whose_pairs_no_memory_holds():
    rng = np.random.default_rng(2)
    x = rng.permutation(300_000)
    # one pair of neighbours changes places: one discordant pair
    z = x.copy()
    z[np.flatnonzero(x == 7)], z[np.flatnonzero(x == 8)] = 8, 7
    pairs = 300_000 * 299_999 // 2
    assert coefficients.kendall(x, z) == (pairs - 2) / pairs
