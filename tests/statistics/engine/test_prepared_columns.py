"""Prepared columns against `fixed_column_coefficients`, whose results are averaged afterwards."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.statistics.engine.fixed_columns import fixed_column_coefficients
from trueness.statistics.engine.prepared_columns import COEFFICIENTS, PreparedColumns, RunningAverages

NAMES = tuple(sorted(COEFFICIENTS))


def averages(x, z, present, weights, outer, blocks):
    running = RunningAverages.of(NAMES, 1, len(x), len(weights))
    lanes = np.ascontiguousarray(weights.T)
    for start in range(0, z.shape[1], blocks):
        here = slice(start, start + blocks)
        PreparedColumns.of(x[:, :, here], z[:, here], present[:, here], NAMES).add(
            lanes, np.ascontiguousarray(outer.T[here])[None], running
        )
    return {name: value[0].T for name, value in running.means().items()}


def expected(x, z, present, weights, outer):
    result = {}
    for name, value in fixed_column_coefficients(x, z, present, weights, NAMES).items():
        known = ~np.isnan(value)
        total = np.einsum("bkc,bc->bk", np.where(known, value, 0), outer)
        count = np.einsum("bkc,bc->bk", known.astype(float), outer)
        result[name] = np.divide(total, count, out=np.full(count.shape, np.nan), where=count > 0)
    return result


@given(
    seed=st.integers(0, 2**32 - 1),
    shape=st.tuples(st.integers(1, 3), st.integers(1, 9), st.integers(1, 5)),
    distinct=st.sampled_from([1, 2, 4, 1000]),
    missing=st.sampled_from([0.0, 0.2]),
)
def test_equals_fixed_columns(seed, shape, distinct, missing):
    rng = np.random.default_rng(seed)
    x, z = rng.integers(0, distinct, shape) / 7, rng.integers(0, distinct, shape[1:]) / 3
    present = rng.random(z.shape) >= missing
    x, z = np.where(present, x, np.nan), np.where(present, z, np.nan)
    weights = rng.multinomial(shape[1], np.ones(shape[1]) / shape[1], 6).astype(float)
    outer = rng.integers(0, 3, (6, shape[2])).astype(float)
    found, other = averages(x, z, present, weights, outer, 2), expected(x, z, present, weights, outer)
    for name in NAMES:
        np.testing.assert_allclose(found[name], other[name], atol=1e-11, err_msg=name)
    # columns are added in order, so that blocks do not show
    whole = averages(x, z, present, weights, outer, 99)
    for name in NAMES:
        np.testing.assert_array_equal(found[name], whole[name])


@pytest.mark.parametrize("total", [250, 260, 4090, 4100])
def test_sums_stay_exact_where_single_precision_ends(total):
    """n³ passes 2**24 at 256 observations, n² at 4096."""
    rng = np.random.default_rng(total)
    x, z = rng.integers(0, 9, (1, 20, 1)).astype(float), rng.integers(0, 9, (20, 1)).astype(float)
    weights = rng.multinomial(total, np.ones(20) / 20, 5).astype(float)
    present, outer = np.ones((20, 1), dtype=bool), np.ones((5, 1))
    found = averages(x, z, present, weights, outer, 1)
    for name, value in fixed_column_coefficients(x, z, present, weights, NAMES).items():
        np.testing.assert_allclose(
            found[name], value[:, :, 0], rtol=0, atol=1e-15 if name != "pearson" else 1e-12
        )


def test_a_perfect_agreement_is_exactly_one():
    rng = np.random.default_rng(1)
    z = rng.normal(size=(12, 1)).round(1)
    weights = rng.multinomial(12, np.ones(12) / 12, 30).astype(float)
    for sign in (1, -1):
        found = averages(sign * 3 * z[None], z, np.ones((12, 1), dtype=bool), weights, np.ones((30, 1)), 1)
        for name in ("spearman", "kendall"):
            assert (found[name] == sign).all()
        np.testing.assert_allclose(found["pearson"], sign, atol=1e-15)
