"""Coefficients of whole columns: those of the products of matrices, for any block."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.coefficients import COEFFICIENTS
from trueness.statistics.engine import whole_columns as module
from trueness.statistics.engine.fixed_columns import fixed_column_coefficients
from trueness.statistics.engine.whole_columns import whole_columns

NAMES = tuple(name for name in ("pearson", "spearman", "kendall", "tau_c", "gamma") if name in COEFFICIENTS)


@pytest.mark.parametrize("n_values", [2, 6, 10_000])
@pytest.mark.parametrize(("n_metrics", "walked"), [(3, False), (1, True)])
def test_same_as_products_of_matrices(n_values, n_metrics, walked, monkeypatch):
    if walked:
        monkeypatch.setattr(module, "COMPILED_FROM", 0)
    rng = np.random.default_rng(n_values)
    x = rng.integers(0, n_values, (n_metrics, 15, 11)).astype(float)
    z = rng.integers(0, n_values, (15, 11)).astype(float)
    present = rng.random(z.shape) < 0.8
    present[2:, 4] = False
    found = whole_columns(x, z, present, NAMES)
    expected = fixed_column_coefficients(x, z, present, np.ones((1, 15)), NAMES)
    monkeypatch.setattr(module, "BLOCK", 1)
    single = whole_columns(x, z, present, NAMES)
    for name in NAMES:
        np.testing.assert_allclose(found[name], expected[name][0], rtol=0, atol=1e-13)
        np.testing.assert_allclose(found[name], single[name], rtol=0, atol=1e-14)
        assert np.isnan(found[name][:, 4]).all()


def test_no_columns():
    found = whole_columns(np.ones((2, 4, 0)), np.ones((4, 0)), np.ones((4, 0), bool), NAMES)
    assert {value.shape for value in found.values()} == {(2, 0)}
