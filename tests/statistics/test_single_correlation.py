"""One correlation against SciPy, the interval of `fisher`, and published p-values."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.stats

from trueness.errors import ArgumentError
from trueness.statistics.certain import ALTERNATIVES
from trueness.statistics.fisher import fisher
from trueness.statistics.single_correlation import single_correlation

RNG = np.random.default_rng(3)
X = RNG.normal(size=18)
Z = X + 1.5 * RNG.normal(size=18)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_against_zero_as_scipy(alternative):
    for name, theirs, options in (
        ("pearson", scipy.stats.pearsonr, {}),
        ("spearman", scipy.stats.spearmanr, {}),
        ("kendall", scipy.stats.kendalltau, {"method": "asymptotic"}),
    ):
        expected = theirs(X, Z, alternative=alternative, **options)
        found = single_correlation(expected.statistic, 18, name, alternative=alternative)
        assert found.pvalue == pytest.approx(expected.pvalue, rel=1e-9), name


@pytest.mark.parametrize("coefficient", ["pearson", "spearman", "kendall"])
def test_a_bar_is_rejected_where_the_interval_of_fisher_ends(coefficient):
    low, high = fisher(0.55, 20, coefficient, confidence=0.9)
    for bar, alternative in ((low, "greater"), (high, "less")):
        found = single_correlation(0.55, 20, coefficient, null=float(bar), alternative=alternative)
        assert found.pvalue == pytest.approx(0.05, abs=1e-12)
        assert single_correlation(0.55, 20, coefficient, null=float(bar)).pvalue == pytest.approx(
            0.1, abs=1e-12
        )


def test_rates_of_rejection_are_the_level():
    rng = np.random.default_rng(5)
    n, rejected = 25, 0
    for _ in range(2000):
        x = rng.normal(size=n)
        z = 0.3 * x + math.sqrt(1 - 0.09) * rng.normal(size=n)
        r = float(np.corrcoef(x, z)[0, 1])
        rejected += single_correlation(r, n, null=0.3).pvalue <= 0.05
    assert rejected / 2000 == pytest.approx(0.05, abs=0.015)  # its standard error is .005


def test_what_is_undefined_and_what_is_refused():
    assert math.isnan(single_correlation(0.5, 2).pvalue)
    assert math.isnan(single_correlation(1, 10).pvalue)
    assert math.isnan(single_correlation(0.5, 3, null=0.2).pvalue)
    assert math.isnan(single_correlation(math.nan, 10).pvalue)
    with pytest.raises(ArgumentError, match="`null` must hold correlations"):
        single_correlation(0.5, 10, null=1.5)
    with pytest.raises(ArgumentError, match="Did you mean 'greater'"):
        single_correlation(0.5, 10, alternative="greatr")
