"""Pooled outputs under resamples against one weighted sample at a time."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from trueness.statistics.coefficients import weighted_coefficients
from trueness.statistics.engine import pooled_outputs
from trueness.statistics.engine.pooled_outputs import POOLED_LANES, PooledOutputs, bilinear, pooled_lanes
from trueness.statistics.engine.resample import Weights

NAMES = ("pearson", "spearman", "kendall")


@given(
    seed=st.integers(0, 2**32 - 1),
    shape=st.tuples(st.integers(1, 5), st.integers(1, 5)),
    distinct=st.sampled_from([1, 2, 5, 1000]),
    over=st.sampled_from(["systems", "inputs", "both"]),
    missing=st.sampled_from([0.0, 0.3, 1.0]),
)
@example(seed=3, shape=(4, 5), distinct=1000, over="both", missing=0.3)
def test_equals_one_sample_at_a_time(seed, shape, distinct, over, missing):
    rng = np.random.default_rng(seed)
    x, z = rng.integers(0, distinct, (2, *shape)) / 3, rng.integers(0, distinct, shape) / 7
    cells = rng.random(shape) >= missing
    w, v = (rng.multinomial(n, np.ones(n) / n, 70).astype(float) for n in shape)
    weights = Weights(w if over != "inputs" else None, v if over != "systems" else None)
    found = PooledOutputs.of(x, z, cells, NAMES).values(weights)
    w, v = (
        np.ones_like(side) if own is None else side
        for own, side in ((weights.systems, w), (weights.inputs, v))
    )
    counts = (w[:, :, None] * v[:, None, :])[:, cells]
    for name in NAMES:
        assert found[name].shape == (70, 2)
    if cells.any():
        expected = weighted_coefficients(x[:, cells], z[cells], counts[:, None, :], NAMES)
        for name in NAMES:
            np.testing.assert_allclose(found[name], expected[name], atol=1e-10, err_msg=name)
    else:
        assert all(np.isnan(value).all() for value in found.values())


def test_bilinear_sums():
    rng = np.random.default_rng(2)
    matrices, left, right = rng.random((3, 4, 5)), rng.random((6, 4)), rng.random((6, 5))
    np.testing.assert_allclose(
        bilinear(left, matrices, right), np.einsum("bn,anm,bm->ab", left, matrices, right)
    )
    np.testing.assert_allclose(bilinear(None, matrices, right), np.einsum("anm,bm->ab", matrices, right))
    np.testing.assert_allclose(bilinear(left, matrices, None), np.einsum("bn,anm->ab", left, matrices))
    np.testing.assert_allclose(bilinear(None, matrices, None)[:, 0], matrices.sum(axis=(1, 2)))


@pytest.mark.parametrize(
    ("workers", "size", "held", "lanes"),
    [
        (1, 100, 0, 24),
        (1, 100, 1000, 16),
        (1, 50, 0, 56),
        (2, 50, 0, 24),
        (1, 100, 4000, 8),
        (1, 1, 0, POOLED_LANES),
    ],
)
def test_resamples_looked_at_together_are_bytes_that_fit(monkeypatch, workers, size, held, lanes):
    """Of 4000 bytes three quarters are shared."""
    monkeypatch.setattr(pooled_outputs, "memory_budget", lambda: 4000)
    monkeypatch.setattr(pooled_outputs, "chosen_workers", lambda: workers)
    assert pooled_lanes(size, held) == lanes
