"""Intervals of metrics beside annotators by the two-way jackknife: the formula written out, and what they hold."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from scipy import stats

from trueness.methods.correlations import Correlations
from trueness.methods.two_way_jackknife import INTERVAL
from trueness.statistics.annotators.human_ceiling import human_ceiling
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.annotators.jackknifed_ceiling import JackknifedCeiling
from trueness.studies.annotators.settings import AnnotatorSettings

SETTINGS = AnnotatorSettings(levels=("input",), coefficients=("pearson",), seed=1)
KEY = ("input", "pearson")


def made(n=8, m=10, annotators=3, seed=4):
    """Return a metric that is an annotator like the others, and their ratings."""
    rng = np.random.default_rng(seed)
    truth = rng.normal(size=(n, 1)) + rng.normal(size=(n, m))
    scores = truth + rng.normal(size=(annotators + 1, n, m))
    return ScoreArrays.of(scores[:1], scores[1], ("m",)), scores[1:]


def ceiling(arrays, ratings, settings=SETTINGS):
    found = JackknifedCeiling.of(arrays, ratings, settings)
    single = [found.held_out(a) for a in range(len(ratings))]
    return single, found.limits()


def test_the_formula_written_out():
    arrays, ratings = made()
    n, m = arrays.human.shape

    def distance(system=None, one=None):
        left = ratings.copy()
        if system is not None:
            left[:, system] = np.nan
        if one is not None:
            left[:, :, one] = np.nan
        values = [human_ceiling(arrays, left, a, *((one,) for one in KEY)).estimates[KEY] for a in range(3)]
        own, metric = np.mean(values, axis=0)
        return np.array([np.arctanh(metric), np.arctanh(metric) - np.arctanh(own)])

    whole = distance()
    systems = np.array([distance(i) for i in range(n)])
    inputs = np.array([distance(None, j) for j in range(m)])
    both = np.array([[distance(i, j) for j in range(m)] for i in range(n)])
    apart = both - both.mean(axis=0) - both.mean(axis=1)[:, None] + both.mean(axis=(0, 1))
    of_systems = (n - 1) * systems.var(axis=0)
    of_inputs = (m - 1) * inputs.var(axis=0)
    noise = (n - 1) * (m - 1) * np.mean(apart**2, axis=(0, 1))
    more = np.maximum(of_inputs - noise, 0.0)
    fourth = stats.kurtosis(systems, axis=0, fisher=False)
    degrees = 2 / (2 / (n - 1) + 0.5 * np.maximum(fourth - 3 * (n - 1) / (n + 1), 0) / n)
    total = of_systems + more
    joint = total**2 / (of_systems**2 / degrees + more**2 / (m - 1))
    half = stats.t.ppf(0.975, joint) * np.sqrt(total)
    (limits,) = ceiling(arrays, ratings)[1][KEY]
    assert limits.metric == pytest.approx((np.tanh(whole[0] - half[0]), np.tanh(whole[0] + half[0])))
    # zero is in the interval of a difference where it is in that of the distance
    low, high = whole[1] - half[1], whole[1] + half[1]
    assert (limits.difference[0] < 0 < limits.difference[1]) == (low < 0 < high)


def test_those_held_out_have_the_intervals_of_compare():
    arrays, ratings = made()
    single, _ = ceiling(arrays, ratings)
    for a in range(3):
        others = np.delete(ratings, a, axis=0).mean(axis=0)
        alone = ScoreArrays.of(np.stack([ratings[a], arrays.metrics[0]]), others)
        expected = INTERVAL.limits(Correlations(alone, [KEY]), "both")[KEY]
        for found, known in zip(single[a][KEY], expected, strict=True):
            assert (found.low, found.high) == pytest.approx((known.low, known.high))


def test_one_who_saw_less_has_fewer_units():
    """Outputs that an annotator did not rate say nothing of this annotator, also not that nothing varies."""
    arrays, ratings = made(m=20)
    ratings[0, :, 6:] = np.nan
    single, _ = ceiling(arrays, ratings)
    part = ScoreArrays.of(ratings[:1, :, :6], ratings[1:, :, :6].mean(axis=0))
    expected = INTERVAL.limits(Correlations(part, [KEY]), "both")[KEY][0]
    assert (single[0][KEY][0].low, single[0][KEY][0].high) == pytest.approx((expected.low, expected.high))


def test_with_less_confidence_it_is_narrower():
    arrays, ratings = made()
    (usual,) = ceiling(arrays, ratings)[1][KEY]
    (loose,) = ceiling(arrays, ratings, dataclasses.replace(SETTINGS, confidence=0.9))[1][KEY]
    assert loose.difference[1] - loose.difference[0] < usual.difference[1] - usual.difference[0]


def test_nothing_is_known_of_those_without_correlation():
    arrays, ratings = made()
    (limits,) = ceiling(arrays, np.ones_like(ratings))[1][KEY]
    assert np.isnan(limits).all()


def test_without_metrics_there_are_annotators_alone():
    arrays, ratings = made()
    none = dataclasses.replace(arrays, metrics=arrays.metrics[:0], names=())
    single, together = ceiling(none, ratings)
    assert together == {KEY: []}
    assert [len(one[KEY]) for one in single] == [1, 1, 1]


@pytest.mark.parametrize("level", ["system", "input"])
def test_an_annotator_like_the_others_is_told_from_them_about_as_often_as_said(level):
    """The metric is one of four alike, so that the difference is zero: 90% intervals hold it."""
    settings = dataclasses.replace(SETTINGS, levels=(level,), confidence=0.9)
    held = 0
    for seed in range(120):
        (limits,) = ceiling(*made(12, 15, seed=seed), settings)[1][level, "pearson"]
        held += limits.difference[0] <= 0 <= limits.difference[1]
    # within three standard errors
    assert 0.818 <= held / 120 <= 0.982
