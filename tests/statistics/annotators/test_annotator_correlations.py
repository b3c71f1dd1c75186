"""Correlations of pairs of annotators."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.statistics.agreement.correlation import correlate
from trueness.statistics.annotators.annotator_correlations import annotator_correlations, annotator_pairs

RNG = np.random.default_rng(4)
RATINGS = np.round(3 + RNG.normal(size=(8, 1)) + RNG.normal(size=(8, 9)) + 0.7 * RNG.normal(size=(3, 8, 9)))


def test_the_mean_over_pairs():
    ratings = RATINGS.copy()
    ratings[1, 3:5, 2] = np.nan
    found = annotator_correlations(
        annotator_pairs(ratings), ("system", "input", "global"), ("pearson", "spearman")
    )
    for (level, coefficient), value in found.items():
        pairs = [
            correlate(ratings[b], ratings[a], level, coefficient).estimate
            for a, b in itertools.combinations(range(3), 2)
        ]
        assert value == pytest.approx(np.mean(pairs))


def test_pairs_without_common_outputs_are_left_out():
    ratings = RATINGS.copy()
    ratings[0, :, :5], ratings[1, :, 5:] = np.nan, np.nan
    found = annotator_correlations(annotator_pairs(ratings), ("global",), ("pearson",))
    assert not np.isnan(found["global", "pearson"])
    nobody = annotator_correlations(annotator_pairs(np.ones((2, 4, 5))), ("global",), ("pearson",))
    assert np.isnan(nobody["global", "pearson"])
