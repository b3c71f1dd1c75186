"""The careful loop over rows, as plain Python, against one vector at a time."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.coefficients import weighted_coefficients
from trueness.statistics.engine.row_kernels import fill_row_coefficients
from trueness.statistics.ties import tie_close

NAMES = ("pearson", "spearman", "kendall")


def test_chains_of_ties_are_followed_through_entries_without_weight():
    tolerance = 1e-12
    step = 0.9e-12
    scores = np.array([[[1, 1 + step, 1 + 2 * step, 0.2, 0.7], [0.1, 0.2, 0.3, 0.4, 0.05]]])
    weights = np.array([[1, 0, 2, 1, 1]])
    found = [np.empty((1, 1)) for _ in NAMES]
    fill_row_coefficients(scores, weights, tolerance, np.ones(3, dtype=bool), *found)
    closed = tie_close(scores)
    assert closed[0, 0, 0] == closed[0, 0, 2]
    expected = weighted_coefficients(closed[:, :1], closed[:, 1:], weights[:, None, :].astype(float), NAMES)
    for name, value in zip(NAMES, found, strict=True):
        np.testing.assert_allclose(value, expected[name], atol=1e-14)


def test_missing_scores_come_last_whatever_the_order_was():
    rng = np.random.default_rng(4)
    scores = rng.normal(size=(6, 2, 7)).round(1)
    weights = rng.integers(0, 3, (6, 7))
    scores[:, 0][rng.random((6, 7)) < 0.3] = np.nan
    weights[np.isnan(scores[:, 0])] = 0
    found = [np.empty((6, 1)) for _ in NAMES]
    fill_row_coefficients(scores, weights, 1e-12, np.ones(3, dtype=bool), *found)
    expected = weighted_coefficients(scores[:, :1], scores[:, 1:], weights[:, None, :].astype(float), NAMES)
    for name, value in zip(NAMES, found, strict=True):
        np.testing.assert_allclose(value, expected[name], atol=1e-14)


@pytest.mark.parametrize("scale", [1e-200, 1.0, 1e200])
def test_beside_a_metric_of_equal_scores_the_next_has_its_own_whatever_its_scale(scale):
    scores = np.array([[[3.0, 1, 2, 4], [5, 5, 5, 5], [1, 2, 3, 4]]])
    scores[:, 0] *= scale
    scores[:, 2] /= scale
    found = [np.full((1, 2), np.inf) for _ in NAMES]
    fill_row_coefficients(scores, np.ones((1, 4), dtype=int), 1e-12, np.ones(3, dtype=bool), *found)
    for value, by_hand in zip(found, (0.4, 0.4, 1 / 3), strict=True):
        np.testing.assert_allclose(value, [[by_hand, np.nan]])
