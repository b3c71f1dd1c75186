"""Fisher's scale and back."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.fisher_scale import inverse_z_scale, z_scale


def test_z_scale():
    assert z_scale(np.array([0.5]), "pearson", 9)[0] == pytest.approx(np.arctanh(0.5))
    assert z_scale(np.array([1.0]), "kendall", 9)[0] == pytest.approx(np.arctanh(0.9))
    assert z_scale(np.array([0.3]), "gamma", 9)[0] == 0.3
    one, nearly = z_scale(np.array([1.0, 1 - 1e-15]), "pearson", 9)  # 1 but for rounding
    assert one == nearly == pytest.approx(14.16, abs=0.01)


@pytest.mark.parametrize("coefficient", ["pearson", "spearman", "gamma"])
def test_inverse_z_scale(coefficient):
    r = np.array([-0.9, 0.0, 0.4])
    np.testing.assert_allclose(inverse_z_scale(z_scale(r, coefficient, 7), coefficient, 7), r)
