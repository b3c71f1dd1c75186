"""Equal biases of systems: the test beside an analysis of variance, its size by simulation, its edges."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from trueness.errors import ArgumentError
from trueness.statistics.judging.bias_spread import bias_spread


def asked(errors):
    n, m = errors.shape
    return bias_spread(errors.ravel(), np.repeat(np.arange(n), m), np.tile(np.arange(m), n))


@pytest.mark.parametrize("noise", [np.ones(4), np.array([0.2, 0.5, 1, 4])])
def test_of_a_complete_table_it_is_the_analysis_of_variance_of_repeated_measures(noise):
    errors = noise[:, None] * np.random.default_rng(1).normal(size=(4, 25))
    errors += np.array([0, 0.2, 0.4, 1])[:, None]
    n, m = errors.shape
    rest = errors - errors.mean(axis=1, keepdims=True) - errors.mean(axis=0) + errors.mean()
    between = m * np.sum((errors.mean(axis=1) - errors.mean()) ** 2) / (n - 1)
    statistic = between / (np.sum(rest**2) / ((n - 1) * (m - 1)))
    found = asked(errors)
    assert found.statistic == pytest.approx(statistic)
    values = np.linalg.eigvalsh(rest @ rest.T)
    box = values.sum() ** 2 / np.sum(values**2)  # (N - 1) times Greenhouse and Geisser's epsilon
    degrees = min(n - 1, (m * box - 2) / (m - 1 - box))  # Huynh and Feldt's
    assert (degrees < 2) == (noise[0] < 1)  # not cut where noises differ
    assert found.degrees == pytest.approx(degrees)
    assert found.rest <= degrees * (m - 1) + 1e-9
    assert found.pvalue == pytest.approx(stats.f.sf(statistic, found.degrees, found.rest))
    assert found.biases == pytest.approx(errors.mean(axis=1))
    variance = np.var(errors.mean(axis=1), ddof=1) - np.sum(rest**2) / ((n - 1) * (m - 1)) / m
    assert found.spread == pytest.approx(np.sqrt(max(0, variance)))


@pytest.mark.parametrize("noise", ["even", "uneven", "families", "on other inputs"])
def test_equal_biases_are_called_different_in_one_of_twenty_tables(noise):
    called = 0
    for seed in range(300):
        rng = np.random.default_rng([seed, 73])
        errors = rng.normal(0, 0.4, (1, 20)) + rng.normal(0, 0.7, (6, 20))
        if noise == "uneven":
            errors *= np.linspace(0.3, 2, 6)[:, None]
        if noise == "families":
            errors += np.repeat(rng.normal(0, 0.7, (2, 20)), 3, axis=0)
        if noise == "on other inputs":
            errors[rng.random((6, 20)) < 0.6] = np.nan
        called += asked(errors).pvalue <= 0.05
    assert called <= 300 * 0.05 + 2.5 * np.sqrt(300 * 0.05 * 0.95)


def test_a_judge_with_a_taste_for_systems_is_found():
    errors = np.random.default_rng(2).normal(size=(6, 150)) / 2 + np.array(
        [[-1], [-0.5], [0], [0], [0.5], [1]]
    )
    found = asked(errors)
    assert found.pvalue < 1e-6
    assert found.spread == pytest.approx(np.std([-1, -0.5, 0, 0, 0.5, 1], ddof=1), abs=0.1)


def test_where_nothing_varies_or_little_is_known_nothing_is_told():
    same = asked(np.ones((3, 5)))
    assert np.isnan(same.pvalue)
    assert same.spread == 0
    apart = asked(np.repeat([[0.0], [1.0]], 5, axis=1))
    assert np.isnan(apart.pvalue)
    assert apart.spread == pytest.approx(np.sqrt(0.5))
    single = asked(np.random.default_rng(3).normal(size=(3, 1)))
    assert np.isnan(single.pvalue)
    assert np.isnan(single.spread)
    assert np.isnan(bias_spread([0.5, 1.0], [0, 0], [0, 1]).pvalue)


def test_what_does_not_fit_is_refused():
    with pytest.raises(ArgumentError, match="one length"):
        bias_spread([1.0, 2.0], [0], [0, 1])
