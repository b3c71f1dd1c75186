"""Rows that every resample makes anew against one row at a time, near ties included."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.statistics.coefficients import weighted_coefficients
from trueness.statistics.compiled import LANES
from trueness.statistics.engine.permuted_rows import permuted_row_coefficients
from trueness.statistics.engine.weighted_rows import COEFFICIENTS, permuted_rows, weighted_row_coefficients
from trueness.statistics.ties import tie_close


def rows(rng, shape, kind):
    if kind == "continuous":
        return rng.normal(size=shape)
    values = rng.integers(1, 4, shape).astype(float)
    # chains of neighbours that tie, though their ends are further apart than the tolerance
    return values if kind == "discrete" else values + rng.integers(0, 4, shape) * 0.7e-12 * 3


@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(1, 9),
    kind=st.sampled_from(["continuous", "discrete", "near"]),
    single=st.booleans(),
    missing=st.sampled_from([0.0, 0.2]),
)
def test_equals_one_vector_at_a_time(seed, n, kind, single, missing):
    rng = np.random.default_rng(seed)
    x, z = rows(rng, (7, 2, n), kind), rows(rng, (7, n), kind)
    weights = rng.integers(0, 3, (1 if single else 7, n)).astype(float)
    gone = rng.random((7, 2, n)) < missing
    x[gone] = np.nan
    weights = np.where(gone.any(axis=(0, 1)), 0.0, weights)
    found = weighted_row_coefficients(x, z, weights, COEFFICIENTS)
    expected = weighted_coefficients(
        tie_close(x), tie_close(z)[:, None, :], np.broadcast_to(weights, (7, n))[:, None, :], COEFFICIENTS
    )
    for name in COEFFICIENTS:
        atol = 1e-10 if name == "pearson" else 1e-15
        np.testing.assert_allclose(found[name], expected[name], rtol=0, atol=atol, err_msg=name)


@pytest.mark.parametrize("single", [False, True])
def test_more_resamples_than_lanes_are_those_of_each_part(single):
    rng = np.random.default_rng(4)
    n_draws = LANES + 3
    x, z = rng.normal(size=(n_draws, 2, 6)), rng.normal(size=(n_draws, 6))
    weights = rng.integers(1, 3, (1 if single else n_draws, 6)).astype(float)
    found = weighted_row_coefficients(x, z, weights, COEFFICIENTS)
    for part in (slice(LANES), slice(LANES, None)):
        own = weights if single else weights[part]
        for name, values in weighted_row_coefficients(x[part], z[part], own, COEFFICIENTS).items():
            np.testing.assert_array_equal(found[name][part], values)


def test_scores_out_of_the_range_of_squares():
    rng = np.random.default_rng(3)
    x, z = rng.normal(size=(4, 1, 6)), rng.normal(size=(4, 6))
    weights = np.ones((1, 6))
    plain = weighted_row_coefficients(x, z, weights, COEFFICIENTS)
    for scale in (1e-200, 1e200):
        found = weighted_row_coefficients(x * scale, z / scale, weights, COEFFICIENTS)
        for name in COEFFICIENTS:
            np.testing.assert_allclose(found[name], plain[name], atol=1e-14)


@given(seed=st.integers(0, 2**32 - 1), n=st.integers(2, 8), discrete=st.booleans())
def test_permuted_rows_equal_the_general_ones(seed, n, discrete):
    rng = np.random.default_rng(seed)
    means = rng.integers(0, 3, (3, n)).astype(float) if discrete else rng.normal(size=(3, n))
    signed = means * rng.choice([-1.0, 1.0], (300, 1, n))
    z = rng.integers(0, 4, n).astype(float)
    pairs = np.array([[0, 1], [2, 0]])
    expected = permuted_row_coefficients(means, signed, z, pairs, COEFFICIENTS)
    lanes = signed.transpose(1, 2, 0)
    a, b = pairs.T
    found = permuted_rows((means[a] + means[b]) / 2, (lanes[a] - lanes[b]) / 2, z, COEFFICIENTS)
    for side in (0, 1):
        for name in COEFFICIENTS:
            np.testing.assert_allclose(found[name][side].T, expected[side][name], atol=1e-12, err_msg=name)


@pytest.mark.parametrize("n", [1, 2])
def test_two_observations_have_no_correlation(n):
    found = permuted_rows(np.ones((1, n)), np.zeros((1, n, 4)), np.arange(float(n)), COEFFICIENTS)
    assert all(np.isnan(value).all() for value in found.values())
