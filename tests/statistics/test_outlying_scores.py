"""Outliers are told from scores that are normal, flat or two-peaked."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from trueness.statistics.outlying_scores import excess_kurtosis, hangs_on_few, outlying_scores


@pytest.mark.parametrize("n", [5, 9, 40])
def test_kurtosis_is_scipys(n):
    values = np.random.default_rng(n).normal(size=n)
    assert excess_kurtosis(values) == pytest.approx(stats.kurtosis(values, bias=False))


def shares(kind, n, runs=200):
    rng = np.random.default_rng(n)
    found = 0
    for _ in range(runs):
        scores = rng.normal(size=n)
        if kind == "lognormal":
            scores = np.exp(scores)
        elif kind == "bad":
            scores[:2] -= 6
        elif kind == "two peaks":
            scores[: n // 2] -= 6
        found += outlying_scores(scores[:, None]).heavy
    return found / runs


@pytest.mark.parametrize("n", [8, 16, 60])
@pytest.mark.parametrize("kind", ["normal", "two peaks"])
def test_what_does_no_harm_is_seldom_named(kind, n):
    assert shares(kind, n) <= 0.035  # .01, and three standard errors


@pytest.mark.parametrize(
    ("kind", "n", "least"), [("bad", 16, 0.7), ("lognormal", 16, 0.45), ("lognormal", 60, 0.9)]
)
def test_outliers_are_seen(kind, n, least):
    assert shares(kind, n) >= least


def test_columns_are_judged_together():
    rng = np.random.default_rng(1)
    scores = rng.normal(size=(12, 40))
    assert not outlying_scores(scores).heavy
    scores[3] -= 9  # one system is bad at every input
    found = outlying_scores(scores)
    assert found.heavy
    assert found.share > 0.9
    assert found.kurtosis == pytest.approx(np.mean([excess_kurtosis(column) for column in scores.T]))


def test_nothing_is_known_of_few_or_equal_scores():
    for scores in (np.ones((9, 2)), np.arange(5.0)[:, None], np.full((9, 1), np.nan)):
        found = outlying_scores(scores)
        assert np.isnan(found.kurtosis)
        assert not found.heavy


def test_outputs_that_hang_on_few():
    rng = np.random.default_rng(3)
    assert np.mean([hangs_on_few(rng.normal(size=60)) for _ in range(1000)]) < 0.01
    assert not hangs_on_few(rng.standard_t(5, size=2000))
    far = rng.normal(size=(4, 100))
    far[rng.random(far.shape) < 0.01] *= 30
    assert hangs_on_few(far)
    far[0] = np.nan
    assert hangs_on_few(far)
    assert not hangs_on_few(np.r_[np.zeros(58), 100.0])  # too few to say
    assert not hangs_on_few(np.full(60, 2.0))
