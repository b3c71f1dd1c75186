"""Correction for attenuation: formulas, a simulation that knows the truth, and its limits."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.annotators.attenuation import disattenuate, spearman_brown


def test_spearman_brown():
    assert spearman_brown([0.2, 0.5, 1.0], 3) == pytest.approx([3 / 7, 0.75, 1.0])
    assert spearman_brown(0.4, 1) == pytest.approx(0.4)
    assert np.isnan(spearman_brown([0.0, -0.2, np.nan], 3)).all()
    with pytest.raises(ArgumentError, match="`k`"):
        spearman_brown(0.5, 0.5)


def test_spearman_brown_is_the_correlation_of_two_means():
    rng = np.random.default_rng(1)
    truth = rng.normal(size=20_000)
    one, other = (truth + 1.5 * rng.normal(size=(4, 20_000)) for _ in "ab")
    single = np.corrcoef(one[0], other[0])[0, 1]
    assert spearman_brown(single, 4) == pytest.approx(
        np.corrcoef(one.mean(axis=0), other.mean(axis=0))[0, 1], abs=0.02
    )


def test_the_correlation_without_noise_comes_back():
    rng = np.random.default_rng(2)
    n = 40_000
    truth = rng.normal(size=n)
    metric = 0.6 * truth + 0.8 * rng.normal(size=n)
    ratings = truth + rng.normal(size=(3, n))
    noisy_metric = metric + 0.5 * rng.normal(size=n)
    reliability = float(spearman_brown(np.corrcoef(ratings[0], ratings[1])[0, 1], 3))
    r = np.corrcoef(noisy_metric, ratings.mean(axis=0))[0, 1]
    found = disattenuate(r, reliability, metric_reliability=1 / 1.25)
    assert found.estimate == pytest.approx(0.6, abs=0.02)
    assert r < 0.48


def test_cut_at_one_and_said():
    found = disattenuate(0.8, 0.5)
    assert found.uncapped == pytest.approx(0.8 / np.sqrt(0.5))
    assert (found.estimate, found.capped) == (1.0, True)
    assert disattenuate(-0.8, 0.5).estimate == -1.0
    assert disattenuate(0.3, 0.81).estimate == pytest.approx(1 / 3)
    assert not disattenuate(0.3, 0.81).capped


def test_no_reliability_no_answer():
    for reliability in (0.0, -0.2, np.nan):
        found = disattenuate(0.5, reliability)
        assert np.isnan((found.estimate, found.uncapped)).all()
        assert not found.capped


def test_errors():
    with pytest.raises(ArgumentError, match="`metric_reliability`"):
        disattenuate(0.5, 0.5, metric_reliability=0)
