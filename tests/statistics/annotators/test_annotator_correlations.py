"""Correlations of pairs of annotators, in the data and in resamples."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.statistics.agreement.correlation import correlate, correlation_interval
from trueness.statistics.annotators.annotator_correlations import annotator_correlations
from trueness.statistics.intervals import bootstrap_interval

RNG = np.random.default_rng(4)
RATINGS = np.round(3 + RNG.normal(size=(8, 1)) + RNG.normal(size=(8, 9)) + 0.7 * RNG.normal(size=(3, 8, 9)))


def test_the_mean_over_pairs():
    ratings = RATINGS.copy()
    ratings[1, 3:5, 2] = np.nan
    found = annotator_correlations(ratings, ("system", "input", "global"), ("pearson", "spearman"))
    for (level, coefficient), value in found.estimates.items():
        pairs = [
            correlate(ratings[b], ratings[a], level, coefficient).estimate
            for a, b in itertools.combinations(range(3), 2)
        ]
        assert value == pytest.approx(np.mean(pairs))


def test_two_annotators_have_the_interval_of_one_correlation():
    found = annotator_correlations(RATINGS[:2], ("system",), ("pearson",), resamples=300, seed=5)
    key = ("system", "pearson")
    interval = bootstrap_interval(found.samples[key], found.estimates[key])
    expected = correlation_interval(RATINGS[1], RATINGS[0], resamples=300, rng=5)
    assert tuple(interval) == pytest.approx(tuple(expected))


def test_pairs_without_common_outputs_are_left_out():
    ratings = RATINGS.copy()
    ratings[0, :, :5], ratings[1, :, 5:] = np.nan, np.nan
    found = annotator_correlations(ratings, ("global",), ("pearson",), resamples=20)
    assert not np.isnan(found.estimates["global", "pearson"])
    nobody = annotator_correlations(np.ones((2, 4, 5)), ("global",), ("pearson",), resamples=5)
    assert np.isnan(nobody.estimates["global", "pearson"])
    assert np.isnan(nobody.samples["global", "pearson"]).all()


def test_clusters_of_systems_are_drawn_whole():
    families = np.array([0, 0, 1, 1, 2, 2, 3, 3])
    found = annotator_correlations(
        RATINGS[:2],
        ("system",),
        ("pearson",),
        over="systems",
        resamples=300,
        seed=5,
        system_clusters=families,
    )
    means = RATINGS[:2].mean(axis=2)
    possible = {
        round(np.corrcoef(means[:, np.concatenate([[2 * f, 2 * f + 1] for f in draw])])[0, 1], 10)
        for draw in itertools.product(range(4), repeat=4)
    }
    samples = np.round(found.samples["system", "pearson"], 10)
    assert set(samples[~np.isnan(samples)]) <= {value for value in possible if not np.isnan(value)}
    assert len(set(samples)) > 20
