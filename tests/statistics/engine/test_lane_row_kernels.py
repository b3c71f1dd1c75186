"""The loops over rows side by side, as plain Python."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.coefficients import midranks, weighted_coefficients
from trueness.statistics.engine.lane_row_kernels import fill_distinct_row_coefficients, fill_permuted_rows
from trueness.statistics.engine.permuted_rows import rows_with_one_vector
from trueness.statistics.ties import dense_ranks

NAMES = ("pearson", "spearman", "kendall")


@pytest.mark.parametrize("wanted", [(True, True, True), (True, False, False), (False, True, False)])
@pytest.mark.filterwarnings("ignore:invalid value", "ignore:divide by zero")
def test_near_ties_are_reported_and_others_computed(wanted):
    rng = np.random.default_rng(8)
    scores = rng.integers(1, 5, (2, 6, 5)).astype(float)
    scores[0, 0, 3] = scores[0, 1, 3] + 1e-13
    weights = np.ones((6, 5))
    found = [np.full((1, 5), np.nan) for _ in NAMES]
    close = np.empty(5)
    fill_distinct_row_coefficients(scores, weights, 6e-12, np.array(wanted), *found, close)
    lanes = scores.transpose(2, 0, 1)
    expected = weighted_coefficients(lanes[:, :1], lanes[:, 1:], weights.T[:, None, :], NAMES)
    sure = close == 0
    if wanted[1]:
        assert close.tolist() == [0, 0, 0, 1, 0]
    for name, want, value in zip(NAMES, wanted, found, strict=True):
        if want:
            np.testing.assert_allclose(value[0, sure], expected[name][sure, 0], atol=1e-14)


@pytest.mark.filterwarnings("ignore:invalid value", "ignore:divide by zero")
def test_of_two_entries_alone_there_is_no_correlation():
    scores = np.tile(np.arange(4.0)[:, None], (2, 1, 3))
    weights = np.array([[1.0, 1, 0, 0], [1, 1, 1, 0], [1, 0, 0, 2]]).T
    found = [np.empty((1, 3)) for _ in NAMES]
    fill_distinct_row_coefficients(scores, weights, 1e-12, np.ones(3, dtype=bool), *found, np.empty(3))
    for value in found:
        assert np.isnan(value[0, 0])
        assert value[0, 1:] == pytest.approx([1, 1])


@pytest.mark.filterwarnings("ignore:invalid value", "ignore:divide by zero")
def test_permuted_rows():
    rng = np.random.default_rng(9)
    middle, half = rng.integers(0, 3, (2, 6)).astype(float), rng.integers(-1, 2, (2, 6, 4)).astype(float)
    z = np.array([1.0, 2.0, 2.0, 0.0, 5.0, 3.0])
    ranks = dense_ranks(z)
    found = [np.empty((2, 2, 4)) for _ in NAMES]
    fill_permuted_rows(
        middle, half, ranks, midranks(ranks, np.ones(6)), z - z.mean(), 1e-12, np.ones(3, dtype=bool), *found
    )
    for side, sign in enumerate((1, -1)):
        for p in range(2):
            expected = rows_with_one_vector((middle[p][:, None] + sign * half[p]).T, z, NAMES)
            for name, value in zip(NAMES, found, strict=True):
                np.testing.assert_allclose(value[side, p], expected[name], atol=1e-14)
