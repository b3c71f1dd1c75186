"""Permuted means and pooled outputs against swapping, ranking and correlating."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from trueness.statistics.coefficients import COEFFICIENTS, weighted_coefficients
from trueness.statistics.engine import permuted_rows as module
from trueness.statistics.engine.permuted_rows import (
    permuted_row_coefficients,
    pooled_permuted_coefficients,
    rows_with_one_vector,
)

PAIRS = np.array([[0, 1], [2, 0]])


@given(seed=st.integers(0, 2**32 - 1), n=st.integers(1, 9), distinct=st.sampled_from([1, 3, 100]))
def test_rows_equal_one_vector_at_a_time(seed, n, distinct):
    rng = np.random.default_rng(seed)
    rows, z = rng.integers(0, distinct, (5, n)) / 4, rng.integers(0, 4, n).astype(float)
    found = rows_with_one_vector(rows, z, COEFFICIENTS)
    expected = weighted_coefficients(rows, z, np.ones(n), COEFFICIENTS)
    for name in COEFFICIENTS:
        np.testing.assert_allclose(found[name], expected[name], atol=1e-12, err_msg=name)


def test_rows_that_differ_by_rounding_tie():
    z = np.arange(4.0)
    found = rows_with_one_vector(
        np.array([[0.3, 0.1 + 0.2, 1, 2], [1e-17, -1e-17, 0, 2e-17]]), z, COEFFICIENTS
    )
    expected = weighted_coefficients(np.array([0.0, 0, 1, 2]), z, np.ones(4), COEFFICIENTS)
    for name in ("spearman", "kendall", "tau_c", "gamma"):
        assert found[name][0] == expected[name]
        assert np.isnan(found[name][1])


def test_permuted_means_equal_swapping_the_scores(monkeypatch):
    rng = np.random.default_rng(3)
    scores, z = rng.normal(size=(3, 6, 5)), rng.normal(size=6)
    coins = 1 - 2 * rng.integers(0, 2, (7, 6, 5))
    signed = np.einsum("bnm,knm->bkn", coins, scores) / 5
    first, second = permuted_row_coefficients(scores.mean(axis=2), signed, z, PAIRS, COEFFICIENTS)
    for name in COEFFICIENTS:
        for p, (a, b) in enumerate(PAIRS):
            for one, other, found in ((a, b, first), (b, a, second)):
                means = np.where(coins > 0, scores[one], scores[other]).mean(axis=2)
                expected = weighted_coefficients(means, z, np.ones(6), [name])[name]
                np.testing.assert_allclose(found[name][:, p], expected, atol=1e-12)
    monkeypatch.setattr(module, "PAIR_BLOCK", 1)
    blocked, _ = permuted_row_coefficients(scores.mean(axis=2), signed, z, PAIRS, COEFFICIENTS)
    for name in COEFFICIENTS:
        np.testing.assert_allclose(blocked[name], first[name], atol=1e-14)


@given(seed=st.integers(0, 2**32 - 1), distinct=st.sampled_from([2, 4, 100]))
@settings(max_examples=30)
def test_pooled_outputs_equal_swapping(seed, distinct):
    rng = np.random.default_rng(seed)
    scores, z = rng.integers(0, distinct, (3, 12)) / 3, rng.integers(0, 5, 12).astype(float)
    coins = (1 - 2 * rng.integers(0, 2, (4, 12))).astype(np.int8)
    sides = pooled_permuted_coefficients(scores, z, PAIRS, coins, COEFFICIENTS)
    for name in COEFFICIENTS:
        for p, (a, b) in enumerate(PAIRS):
            for (one, other), found in zip(((a, b), (b, a)), sides, strict=True):
                swapped = np.where(coins > 0, scores[one], scores[other])
                expected = weighted_coefficients(swapped, z, np.ones(12), [name])[name]
                np.testing.assert_allclose(found[name][:, p], expected, atol=1e-12)


def test_nothing_to_compare_is_undefined():
    coins = np.ones((3, 0), dtype=np.int8)
    for side in pooled_permuted_coefficients(np.zeros((3, 0)), np.zeros(0), PAIRS, coins, ["pearson"]):
        assert np.isnan(side["pearson"]).all()
    means, signed = np.zeros((3, 0)), np.zeros((4, 3, 0))
    for side in permuted_row_coefficients(means, signed, np.zeros(0), PAIRS, ["pearson"]):
        assert side["pearson"].shape == (4, 2)
        assert np.isnan(side["pearson"]).all()
