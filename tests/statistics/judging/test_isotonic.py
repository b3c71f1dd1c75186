from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from trueness.errors import ArgumentError
from trueness.statistics.judging.isotonic import isotonic

values = st.integers(1, 60).flatmap(
    lambda n: st.tuples(
        arrays(float, n, elements=st.floats(-1e3, 1e3)), arrays(float, n, elements=st.floats(0.1, 10))
    )
)


def by_definition(y, weights):
    """Return the largest over starts of the smallest over ends of weighted means (Barlow et al. 1972, 1.4)."""
    n = len(y)
    sums, sizes = np.append(0, np.cumsum(weights * y)), np.append(0, np.cumsum(weights))
    return np.array(
        [
            max(
                min((sums[k + 1] - sums[j]) / (sizes[k + 1] - sizes[j]) for k in range(i, n))
                for j in range(i + 1)
            )
            for i in range(n)
        ]
    )


@given(values)
def test_against_the_definition(given_values):
    y, weights = given_values
    found = isotonic(np.arange(len(y)), y, weights)
    np.testing.assert_allclose(found.fitted, by_definition(y, weights), atol=1e-8)


@given(values, st.integers(0, 99))
def test_order_does_not_matter_and_equal_x_have_one_value(given_values, seed):
    y, _ = given_values
    rng = np.random.default_rng(seed)
    x = rng.integers(0, 8, len(y)).astype(float)
    found = isotonic(x, y)
    order = rng.permutation(len(y))
    again = isotonic(x[order], y[order])
    np.testing.assert_allclose(found.fitted, again.fitted, atol=1e-9)
    levels = np.unique(x)
    means = np.array([y[x == level].mean() for level in levels])
    sizes = np.array([float(np.sum(x == level)) for level in levels])
    np.testing.assert_allclose(found.fitted, by_definition(means, sizes), atol=1e-8)
    assert np.all(np.diff(found.fitted) >= -1e-9)
    np.testing.assert_allclose(found(x).mean(), y.mean(), atol=1e-8)  # the fit keeps the mean
    np.testing.assert_allclose(isotonic(found.at, found.fitted).fitted, found.fitted, atol=1e-9)


def test_between_and_beyond_known_values():
    found = isotonic([1.0, 2, 4, np.nan], [10.0, 20, 40, 7])
    np.testing.assert_array_equal(found([0, 1.5, 3, 9, np.nan]), [10, 15, 30, 40, np.nan])
    assert np.isnan(isotonic([np.nan], [1.0])([1.0])).all()


def test_refusals():
    with pytest.raises(ArgumentError, match="one length"):
        isotonic([1.0], [1.0, 2])
    with pytest.raises(ArgumentError, match="positive"):
        isotonic([1.0, 2], [1.0, 2], [1.0, 0])
