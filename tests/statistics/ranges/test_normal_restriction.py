"""Tau in a range of levels for normal scores: Greiner's relation, and a large sample."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import kendalltau, linregress

from trueness.statistics.ranges.binned_taus import ScorePairs
from trueness.statistics.ranges.normal_restriction import level_moments, normal_taus

PAIRS = ScorePairs.among(3)
MIX = np.array([[1.0, 0.6, 0.3], [0.0, 0.8, 0.2], [0.0, 0.0, 0.9]])


def sample(size, seed):
    rng = np.random.default_rng(seed)
    scores = MIX.T @ rng.normal(size=(3, size))
    return scores, scores.mean(axis=0)


def within(scores, level, low, high):
    moments = level_moments(scores[:, :, None], level[:, None])
    return normal_taus(moments, np.array([[low]]), np.array([[high]]), PAIRS)[0, :, 0]


def test_without_a_restriction_it_is_greiners():
    scores, level = sample(500, 1)
    found = within(scores, level, -math.inf, math.inf)
    r = np.corrcoef(scores)
    # the moments are those of the sample but for degrees of freedom: n - 2 for residuals, n - 1 for levels
    expected = [2 / math.pi * math.asin(r[a, b]) for a, b in zip(*PAIRS, strict=True)]
    assert found.tolist() == pytest.approx(expected, abs=2e-3)


def test_moments_are_those_of_a_regression_on_the_level():
    scores, level = sample(8, 4)
    found = level_moments(scores[:, :, None], level[:, None])
    assert found.spreads[0] == pytest.approx(level.std(ddof=1))
    for d in range(3):
        line = linregress(level, scores[d])
        assert found.slopes[0, d] == pytest.approx(line.slope)
        # the error of a slope is that of residuals, n - 2 degrees of freedom, over the sum of squares of levels
        assert found.residuals[0, d, d] / 7 == pytest.approx(line.stderr**2)


@pytest.mark.parametrize(("low", "high"), [(-math.inf, -1.0), (-0.5, 0.5), (0.3, math.inf)])
def test_in_a_range_it_is_what_a_large_sample_has(low, high):
    scores, level = sample(300_000, 2)
    place = (level - level.mean()) / level.std()
    inside = np.flatnonzero((place > low) & (place < high))[:40_000]
    expected = [kendalltau(scores[a, inside], scores[b, inside])[0] for a, b in zip(*PAIRS, strict=True)]
    assert within(scores, level, low, high).tolist() == pytest.approx(expected, abs=0.012)


def test_two_metrics_whose_mean_is_the_level_have_opposite_residuals():
    rng = np.random.default_rng(3)
    scores = rng.normal(size=100_000) + rng.normal(size=(2, 100_000))
    level = scores.mean(axis=0)
    moments = level_moments(scores[:, :, None], level[:, None])
    edges = np.array([[-math.inf], [1.0]]), np.array([[math.inf], [1.2]])
    found = normal_taus(moments, *edges, ScorePairs.among(2))[:, 0, 0]
    inside = ((level - level.mean()) / level.std() > 1.0) & ((level - level.mean()) / level.std() < 1.2)
    assert found[0] == pytest.approx(2 / math.pi * math.asin(0.5), abs=5e-3)
    assert found[1] == pytest.approx(kendalltau(*scores[:, inside])[0], abs=0.02)


def test_nothing_is_known_of_an_input_with_two_outputs_or_one_level():
    moments = level_moments(np.ones((2, 4, 1)), np.ones((4, 1)))
    assert np.isnan(moments.slopes).all()
    few = level_moments(np.random.default_rng(0).normal(size=(2, 2, 1)), np.array([[0.0], [1.0]]))
    assert np.isnan(normal_taus(few, np.zeros((1, 1)), np.ones((1, 1)), ScorePairs.among(2))).all()


def test_scorers_of_whom_nothing_is_left_to_vary_agree_surely_and_overflow_nothing():
    level = np.linspace(-1, 1, 50)
    scores = np.stack([level, level * 2 + 1, -level])  # warnings are errors in tests
    assert within(scores, level, -math.inf, math.inf).tolist() == pytest.approx([1, -1, -1], abs=0.02)
