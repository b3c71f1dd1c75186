"""Shapiro-Wilk tests of differences: SciPy's, pair by pair, and what is undefined."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import scipy.stats

from trueness.statistics.systems.difference_normality import difference_normality
from trueness.statistics.systems.system_pairs import SystemPairs

NAN = np.nan


def test_scipy_gives_the_same():
    rng = np.random.default_rng(1)
    scores = np.concatenate([rng.normal(size=(3, 40)), rng.exponential(size=(2, 40))])
    scores[rng.random(scores.shape) < 0.1] = NAN
    found = difference_normality(SystemPairs.of(scores))
    for p, (i, k) in enumerate(itertools.combinations(range(5), 2)):
        d = scores[i] - scores[k]
        assert found[p] == pytest.approx(scipy.stats.shapiro(d[~np.isnan(d)]).pvalue, rel=1e-6)


@pytest.mark.parametrize(
    "scores",
    [
        [[1.0, 2.0], [3.0, 5.0]],  # two inputs
        [[1.0, 2.0, NAN, NAN], [3.0, 7.0, 1.0, NAN]],  # two shared
        [[0.1, 0.2, 0.3, 0.9], [0.2, 0.3, 0.4, 1.0]],  # all differences are equal
        [[0.1, NAN, 0.2, 0.3, 0.9], [0.2, 0.7, 0.3, 0.4, 1.0]],
        [[1.0, 2.0, 4.0], [1.0, 2.0, 4.0]],
    ],
)
def test_too_few_or_equal_differences_are_undefined(scores):
    assert np.isnan(difference_normality(SystemPairs.of(scores))).all()


def test_differences_that_are_equal_but_for_rounding_are_undefined():
    one = 1e6 * np.random.default_rng(3).normal(size=40)
    scores = np.stack([one, one + 1 / 3])
    assert len(np.unique(scores[0] - scores[1])) > 2
    assert np.isnan(difference_normality(SystemPairs.of(scores))).all()


def test_beyond_its_sample_sizes_it_is_undefined_and_silent():
    scores = np.random.default_rng(2).normal(size=(2, 5001))
    assert np.isnan(difference_normality(SystemPairs.of(scores))).all()
    assert not np.isnan(difference_normality(SystemPairs.of(scores[:, 1:]))).any()


def test_all_pairs_at_once_are_pairs_one_by_one():
    rng = np.random.default_rng(5)
    scores = rng.normal(size=(9, 21))
    scores[rng.random(scores.shape) < 0.2] = NAN
    together = difference_normality(SystemPairs.of(scores))
    apart = [
        difference_normality(SystemPairs.of(scores[[i, k]]))[0]
        for i, k in itertools.combinations(range(9), 2)
    ]
    np.testing.assert_array_equal(together, apart)
