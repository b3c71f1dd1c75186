"""Correction for noise in a study: a simulation that knows the truth, missing ratings, and the parts it is made of."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.statistics.annotators.annotator_correlations import annotator_correlations
from trueness.statistics.annotators.attenuation import spearman_brown
from trueness.statistics.correlation import correlate
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.annotators.annotator_attenuation import attenuation_rows, ratings_per_output
from trueness.studies.annotators.annotator_settings import AnnotatorSettings
from trueness.studies.settings import Settings

PLAIN = Settings(levels=("system", "global"), coefficients=("pearson", "kendall"), resamples=200, seed=2)


def simulated(n=60, m=60, noise=1.5, missing=0.0, seed=9):
    rng = np.random.default_rng(seed)
    truth = rng.normal(size=(n, m))
    ratings = truth + noise * rng.normal(size=(3, n, m))
    ratings[rng.random(ratings.shape) < missing] = np.nan
    metric = 0.6 * truth + 0.8 * rng.normal(size=(n, m))
    return ScoreArrays.of(metric[None], np.nanmean(ratings, axis=0), ("m",)), ratings, metric


def test_the_correlation_without_noise_comes_back():
    arrays, ratings, _ = simulated()
    (system, overall) = attenuation_rows(arrays, ratings, AnnotatorSettings(PLAIN))
    assert (system.level, overall.level) == ("system", "global")
    assert overall.correlation < 0.5
    assert overall.estimate == pytest.approx(0.6, abs=0.04)
    assert overall.low < 0.6 < overall.high
    assert system.low <= 0.6 <= system.high
    assert overall.reliability == pytest.approx(3 / (3 + 1.5**2), abs=0.03)


def test_with_missing_ratings_it_still_does():
    with pytest.warns(RuntimeWarning, match="empty slice"):
        arrays, ratings, _ = simulated(missing=0.3)
    found = attenuation_rows(arrays, ratings, AnnotatorSettings(PLAIN))[1]
    assert found.estimate == pytest.approx(0.6, abs=0.05)
    assert 1 < ratings_per_output(ratings) < 3


def test_its_parts():
    arrays, ratings, metric = simulated(8, 9, seed=8)
    settings = AnnotatorSettings(dataclasses.replace(PLAIN, interval="none"), combination="median")
    rows = attenuation_rows(arrays, ratings, settings)
    pairs = annotator_correlations(ratings, ("system", "global"), ("pearson",))
    for row in rows:
        assert row.correlation == pytest.approx(
            correlate(metric, np.median(ratings, axis=0), row.level).estimate
        )
        reliability = spearman_brown(pairs.estimates[row.level, "pearson"], 3)
        assert row.reliability == pytest.approx(float(reliability))
        assert row.uncapped == pytest.approx(row.correlation / np.sqrt(reliability))
        assert row.attainable == pytest.approx(np.sqrt(reliability))
        assert np.isnan(row.low)
        assert row.resamples == 0
    halved = attenuation_rows(arrays, ratings, dataclasses.replace(settings, metric_reliability=0.25))
    assert halved[0].uncapped == pytest.approx(2 * rows[0].uncapped)


def test_only_coefficients_that_can_be_corrected():
    arrays, ratings, _ = simulated(6, 7)
    rows = attenuation_rows(arrays, ratings, AnnotatorSettings(PLAIN))
    assert {row.coefficient for row in rows} == {"pearson"}
    only = AnnotatorSettings(dataclasses.replace(PLAIN, coefficients=("kendall",)))
    assert attenuation_rows(arrays, ratings, only) == ()


def test_ratings_per_output_is_a_harmonic_mean():
    ratings = np.array([[[1, 1, np.nan, np.nan]], [[1, np.nan, np.nan, np.nan]], [[1, np.nan, 2, np.nan]]])
    assert ratings_per_output(ratings) == pytest.approx(3 / (1 / 3 + 1 + 1))
    assert np.isnan(ratings_per_output(np.full((2, 1, 3), np.nan)))
