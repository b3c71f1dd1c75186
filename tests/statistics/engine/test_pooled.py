"""Pooled outputs under many weights against one weight vector at a time."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.statistics.coefficients import COEFFICIENTS, weighted_coefficients
from trueness.statistics.engine.pooled import Pooled, pooled_coefficients


def under(x, z, counts):
    first, second = Pooled.of(x), Pooled.of(z)
    return pooled_coefficients(first, first.under(counts), second, second.under(counts), counts, COEFFICIENTS)


@given(seed=st.integers(0, 2**32 - 1), n=st.integers(1, 30), distinct=st.integers(1, 9))
def test_equals_one_vector_at_a_time(seed, n, distinct):
    rng = np.random.default_rng(seed)
    x, z = rng.integers(0, distinct, (2, n)).astype(float)
    counts = rng.integers(0, 3, (5, n)).astype(float)
    found = under(x, z, counts)
    single = weighted_coefficients(x, z, counts, COEFFICIENTS)
    for name in COEFFICIENTS:
        np.testing.assert_allclose(found[name], single[name], atol=1e-12, err_msg=name)


def test_weight_of_groups():
    pooled = Pooled.of(np.array([3.0, 1.0, 3.0, 2.0]))
    assert pooled.under(np.array([[1.0, 2.0, 4.0, 8.0]])).tolist() == [[2.0, 8.0, 5.0]]
    assert pooled.scores == pytest.approx((np.array([3, 1, 3, 2]) - 2.25) / np.std([3, 1, 3, 2]))


def test_perfect_agreement_is_exactly_one():
    rng = np.random.default_rng(1)
    x = rng.normal(size=50)
    counts = rng.integers(0, 4, (20, 50)).astype(float)
    for sign in (1, -1):
        found = under(x, sign * x, counts)
        for name in ("pearson", "spearman", "kendall", "gamma"):
            assert (found[name] == sign).all(), name


def test_a_large_offset_costs_no_digits():
    rng = np.random.default_rng(2)
    x, z = rng.normal(size=(2, 200))
    counts = rng.integers(0, 3, (4, 200)).astype(float)
    np.testing.assert_allclose(
        under(x + 1e6, z, counts)["pearson"], under(x, z, counts)["pearson"], atol=1e-8
    )
