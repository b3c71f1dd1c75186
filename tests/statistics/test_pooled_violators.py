"""Pooled violators against SciPy, to the last digit."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import isotonic_regression

from trueness.statistics.pooled_violators import pooled_violators

steps = st.lists(
    st.tuples(st.sampled_from([0.1, 0.3, 0.7, 2.0]), st.sampled_from([1.0, 0.3, 7.0])), max_size=30
)


@given(drawn=steps)
def test_equal_to_scipy(drawn):
    values, weights = np.array(drawn, dtype=float).reshape(-1, 2).T
    expected = isotonic_regression(values, weights=weights).x if drawn else values
    np.testing.assert_allclose(pooled_violators(values, weights), expected, rtol=1e-15)


@pytest.mark.parametrize("n", [1, 2, 300, 5_000])
def test_equal_to_scipy_on_long_sequences(n):
    rng = np.random.default_rng(n)
    values, weights = np.linspace(0, 1, n) + rng.normal(size=n), rng.random(n) + 0.1
    expected = isotonic_regression(values, weights=weights).x
    np.testing.assert_allclose(pooled_violators(values, weights), expected, rtol=1e-15)
