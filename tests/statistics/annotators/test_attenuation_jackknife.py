"""Limits of corrected correlations: by hand, of people without noise, and where there are none."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import t as student

from trueness.statistics.annotators.attenuation_jackknife import attenuation_limits
from trueness.statistics.jackknife.two_way_jackknife import two_way_jackknife
from trueness.statistics.score_arrays import ScoreArrays

KEY = ("system", "pearson")


def made(people=3, n=12, m=20, taste=0.7, seed=3):
    rng = np.random.default_rng(seed)
    quality = rng.normal(size=(n, 1))
    ratings = quality + taste * rng.normal(size=(people, n, 1)) + 0.5 * rng.normal(size=(people, n, m))
    metrics = np.stack([quality + s * rng.normal(size=(n, 1)) + rng.normal(size=(n, m)) for s in (0.5, 1)])
    return ratings, metrics


def limits(ratings, metrics, **given):
    together = ScoreArrays.of(metrics, ratings.mean(axis=0))
    return attenuation_limits(together, ratings, KEY, ratings=len(ratings), **given)


def test_over_systems_by_hand():
    ratings, metrics = made()
    n = ratings.shape[1]

    def parts(kept):
        people, means = ratings.mean(axis=2)[:, kept], metrics.mean(axis=2)[:, kept]
        between = np.corrcoef(people)[np.triu_indices(len(people), 1)].mean()
        reliability = 3 * between / (1 + 2 * between)
        return np.corrcoef(means, people.mean(axis=0))[-1, :-1] / np.sqrt(reliability), np.sqrt(reliability)

    whole, attainable = parts(np.arange(n))
    left_out = [np.arctanh(parts(np.delete(np.arange(n), i))[0] * attainable) for i in range(n)]
    apart = left_out - np.mean(left_out, axis=0)
    error = np.sqrt((n - 1) / n * np.sum(apart**2, axis=0))
    low, high = limits(ratings, metrics, over="systems")
    middle = (np.arctanh(low * attainable) + np.arctanh(np.minimum(high * attainable, 1 - 1e-12))) / 2
    inside = high < 1
    assert middle[inside] == pytest.approx(np.arctanh(whole * attainable)[inside])
    reach = (np.arctanh(whole * attainable) - np.arctanh(low * attainable)) / error
    # Student's t, with as many degrees of freedom as systems less one, or less for kurtosis
    assert np.all(reach >= student.ppf(0.975, n - 1) - 1e-9)
    assert np.all(reach < student.ppf(0.975, 3))


def test_without_noise_they_are_those_of_the_correlation():
    ratings, metrics = made(taste=0.0)
    same = np.repeat(ratings[:1], 3, axis=0)
    low, high = limits(same, metrics)
    arrays = ScoreArrays.of(metrics, same[0])
    (group,) = arrays.single_groups()
    plain = two_way_jackknife(arrays, group, ["system"], ["pearson"])[KEY]
    expected = plain.of_metrics().limits_off_the_scale(plain.correlations, "pearson", plain.entries, 0.95)
    assert (*low, *high) == pytest.approx((*expected[0], *expected[1]))


def test_a_noisier_metric_and_a_surer_interval():
    ratings, metrics = made()
    low, high = limits(ratings, metrics)
    less, more = limits(ratings, metrics, metric_reliability=0.81)
    assert less == pytest.approx(np.minimum(low / 0.9, 1))
    assert more == pytest.approx(np.minimum(high / 0.9, 1))
    narrow, wide = limits(ratings, metrics, confidence=0.5)
    assert np.all((low < narrow) & (wide <= high))


def test_a_metric_turned_round_has_the_opposite_limits():
    ratings, metrics = made()
    low, high = limits(ratings, metrics)
    less, more = limits(ratings, -metrics)
    assert less == pytest.approx(-high)
    assert more == pytest.approx(-low)


def test_where_people_may_not_agree_there_is_no_interval():
    rng = np.random.default_rng(1)
    ratings = rng.normal(size=(2, 6, 10))
    metrics = rng.normal(size=(1, 6, 10))
    assert np.isnan(limits(ratings, metrics)).all()
    one = np.full_like(ratings, np.nan)
    one[0] = ratings[0]
    with np.errstate(invalid="ignore"):
        nobody = attenuation_limits(ScoreArrays.of(metrics, ratings[0]), one, KEY, ratings=float("nan"))
    assert np.isnan(nobody).all()
