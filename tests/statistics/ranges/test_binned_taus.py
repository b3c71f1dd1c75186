"""Correlations in ranges, against SciPy's."""

from __future__ import annotations

import numpy as np
from scipy.stats import kendalltau

from trueness.statistics.ranges.binned_taus import ScorePairs, binned_taus, members
from trueness.statistics.ranges.output_levels import output_levels


def test_pairs_are_named_once():
    assert list(zip(*ScorePairs.among(3), strict=True)) == [(0, 1), (0, 2), (1, 2)]
    assert list(zip(*ScorePairs.with_last(3), strict=True)) == [(0, 2), (1, 2)]


def test_correlations_are_scipys_with_ties_and_missing_scores():
    rng = np.random.default_rng(3)
    scores = np.round(rng.normal(size=(3, 15, 8)), 0) + rng.normal(size=(1, 15, 8)).round(0)
    placed = output_levels(scores, bins=4)
    scores[2][rng.random((15, 8)) < 0.3] = np.nan  # as people's scores of some outputs
    pairs = ScorePairs.among(3)
    found = binned_taus(scores, placed.bins, 4, pairs, least=4)
    checked = 0
    for j in range(8):
        for r, inside in enumerate(members(placed.bins[:, j], 4)):
            for c, (a, b) in enumerate(zip(*pairs, strict=True)):
                one, other = scores[a, inside, j], scores[b, inside, j]
                both = ~(np.isnan(one) | np.isnan(other))
                assert found.n_outputs[r, c, j] == both.sum()
                expected = kendalltau(one[both], other[both])[0] if both.sum() >= 4 else np.nan
                np.testing.assert_allclose(found.taus[r, c, j], expected, atol=1e-12)
                checked += not np.isnan(expected)
    assert checked > 60


def test_ranges_are_the_bins_from_each_on_and_each_alone():
    inside = members(np.array([0, 1, 2, -1]), 3)
    assert inside.astype(int).tolist() == [
        [1, 1, 1, 0],
        [0, 1, 1, 0],
        [0, 0, 1, 0],
        [1, 0, 0, 0],
        [0, 1, 0, 0],
        [0, 0, 1, 0],
    ]
