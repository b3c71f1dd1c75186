"""The interval of a correlation of few units: against its formula, and how often it holds."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import spearmanr, t

from trueness.errors import ArgumentError
from trueness.statistics.fisher_of_few import fisher_of_few


@pytest.mark.parametrize(("r", "n"), [(0.6, 10), (-0.3, 6), (0.97, 20)])
def test_it_is_the_formula_with_students_t(r, n):
    half = t.ppf(0.975, n - 2) * math.sqrt((1 + r**2 / 2) / (n - 3))
    wanted = np.tanh([math.atanh(r) - half, math.atanh(r) + half])
    assert list(fisher_of_few(r, n)) == pytest.approx(list(wanted))
    half = t.ppf(0.975, n - 2) / math.sqrt(n - 3)
    wanted = np.tanh([math.atanh(r) - half, math.atanh(r) + half])
    assert list(fisher_of_few(r, n, "pearson")) == pytest.approx(list(wanted))


def test_a_perfect_order_is_that_with_one_swap():
    order = np.arange(8.0)
    swapped = order.copy()
    swapped[[3, 4]] = swapped[[4, 3]]
    near = spearmanr(order, swapped).statistic
    assert list(fisher_of_few(1.0, 8)) == pytest.approx(list(fisher_of_few(near, 8)))
    assert list(fisher_of_few(-1.0, 8)) == pytest.approx(list(fisher_of_few(-near, 8)))
    assert math.isnan(fisher_of_few(1.0, 8, "pearson").low)


@pytest.mark.parametrize("n", [6, 12, 24])
def test_its_lower_limit_is_seldom_above_the_truth(n):
    rng = np.random.default_rng(n)
    rho = 0.8
    r = 2 * np.sin(np.pi * rho / 6)
    one = rng.normal(size=(1000, n))
    other = r * one + np.sqrt(1 - r**2) * rng.normal(size=one.shape)
    ranks = [np.argsort(np.argsort(x, axis=1), axis=1) for x in (one, other)]
    found = 1 - 6 * np.sum((ranks[0] - ranks[1]) ** 2, axis=1) / (n * (n**2 - 1))
    above = np.mean([fisher_of_few(float(value), n).low >= rho for value in found])
    assert above <= 0.025 + 2 * math.sqrt(0.025 * 0.975 / 1000)


def test_what_is_refused_and_what_is_undefined():
    assert math.isnan(fisher_of_few(0.5, 3).low)
    assert math.isnan(fisher_of_few(math.nan, 10).low)
    with pytest.raises(ArgumentError, match="coefficient"):
        fisher_of_few(0.5, 10, "kendall")
