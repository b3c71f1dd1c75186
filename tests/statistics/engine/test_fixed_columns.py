"""Matrix products over weight vectors against one vector at a time."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trueness.statistics.coefficients import COEFFICIENTS, weighted_coefficients
from trueness.statistics.engine import fixed_columns as module
from trueness.statistics.engine.fixed_columns import (
    SINGLE_PRECISION_LIMIT,
    exact_type,
    fixed_column_coefficients,
    signs,
    standardized_columns,
)


def columns(seed, shape=(2, 7, 4), distinct=4, gap=0.15):
    rng = np.random.default_rng(seed)
    x = rng.integers(0, distinct, shape).astype(float)
    z = rng.integers(0, distinct, shape[1:]).astype(float)
    present = rng.random(shape[1:]) >= gap
    x[:, ~present], z[~present] = np.nan, np.nan
    return x, z, present


def drawn(seed, size, n):
    return np.random.default_rng(seed).multinomial(n, np.full(n, 1 / n), size).astype(float)


@given(seed=st.integers(0, 2**32 - 1), distinct=st.integers(1, 6))
@settings(max_examples=15)
def test_equals_one_vector_at_a_time(seed, distinct):
    x, z, present = columns(seed, distinct=distinct)
    weights = drawn(seed, 6, 7)
    found = fixed_column_coefficients(x, z, present, weights, COEFFICIENTS)
    for name in COEFFICIENTS:
        assert found[name].shape == (6, 2, 4)
    for b, k, c in itertools.product(range(6), range(2), range(4)):
        counts = weights[b] * present[:, c]
        single = weighted_coefficients(x[k, :, c], z[:, c], counts, COEFFICIENTS)
        for name in COEFFICIENTS:
            np.testing.assert_allclose(found[name][b, k, c], single[name], atol=1e-12, err_msg=name)


@pytest.mark.parametrize("n", [260, 300])
def test_exact_beyond_single_precision(n):
    """With 300 entries the cubes behind Spearman leave the whole numbers of single precision."""
    rng = np.random.default_rng(1)
    x, z = rng.normal(size=(1, n, 1)), rng.normal(size=(n, 1))
    weights = np.concatenate([np.ones((1, n)), drawn(2, 3, n)])
    found = fixed_column_coefficients(x, z, np.ones((n, 1), dtype=bool), weights, COEFFICIENTS)
    single = weighted_coefficients(x[0, :, 0], z[:, 0], weights, COEFFICIENTS)
    for name in COEFFICIENTS:
        bound = 1e-12 if name == "pearson" else 1e-15
        np.testing.assert_allclose(found[name][:, 0, 0], single[name], atol=bound, rtol=0, err_msg=name)


def test_blocks_of_draws_do_not_show(monkeypatch):
    x, z, present = columns(4)
    weights = drawn(4, 50, 7)
    whole = fixed_column_coefficients(x, z, present, weights, COEFFICIENTS)
    monkeypatch.setattr(module, "PAIR_BLOCK", 70)
    blocked = fixed_column_coefficients(x, z, present, weights, COEFFICIENTS)
    for name in COEFFICIENTS:
        np.testing.assert_array_equal(blocked[name], whole[name])


def test_perfect_agreement_is_exactly_one():
    z = np.random.default_rng(3).normal(size=(9, 3))
    found = fixed_column_coefficients(
        np.stack([z, 8 * z, -z]),
        z,
        np.ones(z.shape, dtype=bool),
        drawn(3, 40, 9),
        ["pearson", "spearman", "kendall"],
    )
    for name, value in found.items():
        assert (value[:, 0] == 1).all(), name
        assert (value[:, 1] == 1).all(), name
        assert (value[:, 2] == -1).all(), name


def test_a_resample_of_one_value_is_undefined():
    x = np.array([[[1.0], [1.0], [2.0], [3.0]]])
    z = np.array([[1.0], [2.0], [3.0], [3.0]])
    weights = np.array(
        [[2, 2, 0, 0], [0, 0, 2, 2], [4, 0, 0, 0], [1, 1, 0, 0], [0, 1, 1, 0], [0, 1, 2, 0]], float
    )
    found = fixed_column_coefficients(x, z, np.ones((4, 1), dtype=bool), weights, COEFFICIENTS)
    for name, value in found.items():
        assert np.isnan(value[:, 0, 0]).tolist() == [True, True, True, True, True, False], name


def test_signs_and_types():
    ranks = np.array([[0, 2, 1], [1, 1, 0]])
    first, second = np.triu_indices(3, 1)
    everything = np.ones((2, 3), dtype=bool)
    assert signs(ranks, everything, first, second).tolist() == [[-1, -1, 1], [0, 1, 1]]
    everything[0, 0] = False
    assert signs(ranks, everything, first, second).tolist() == [[0, 0, 1], [0, 1, 1]]
    assert exact_type(SINGLE_PRECISION_LIMIT - 1) is np.float32
    assert exact_type(SINGLE_PRECISION_LIMIT) is np.float64
    assert (
        np.float32(SINGLE_PRECISION_LIMIT) + np.float32(1) == SINGLE_PRECISION_LIMIT
    )  # what the limit is about


def test_standardised_columns_have_mean_zero_and_deviation_one():
    x, _, present = columns(8, shape=(3, 9, 5), distinct=50)
    x[1, :, 2] = np.where(present[:, 2], 0.1 + 0.2, np.nan)  # a constant column
    found = standardized_columns(x, present)
    for k, c in itertools.product(range(3), range(5)):
        column = found[k, present[:, c], c]
        assert column.mean() == pytest.approx(0, abs=1e-12)
        assert column.std() == pytest.approx(0 if (k, c) == (1, 2) else 1)
        assert (found[k, ~present[:, c], c] == 0).all()
