"""One correlation against SciPy, the interval of `fisher`, and published p-values."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.stats

from trueness.errors import ArgumentError
from trueness.statistics.equivalence.equivalence_bounds import Bounds
from trueness.statistics.fisher import fisher
from trueness.statistics.single_correlation import ALTERNATIVES, single_correlation, single_equivalence

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


def test_equivalence_as_published():
    # TOSTER's example (TOSTr), worked by hand: the upper side is the harder one
    z = (math.atanh(0.02) - math.atanh(0.3)) * math.sqrt(97)
    found = single_equivalence(0.02, 100, Bounds(-0.3, 0.3))
    assert (found.statistic, found.pvalue) == pytest.approx((z, scipy.stats.norm.cdf(z)))
    # the example of FReD's test_equivalence_r, p = 0.98
    assert single_equivalence(0.3, 100, Bounds(-0.1, 0.1)).pvalue == pytest.approx(0.98, abs=5e-3)
    # about another value, and with one side alone
    bar = single_correlation(0.75, 60, null=0.6, alternative="greater").pvalue
    assert single_equivalence(0.75, 60, Bounds(-0.1, 0.3), null=0.7).pvalue == pytest.approx(bar)
    assert single_equivalence(0.75, 60, Bounds(-0.1, math.inf), null=0.7).pvalue == pytest.approx(bar)


def test_rates_of_rejection_are_the_level():
    rng = np.random.default_rng(5)
    n, rejected, equal = 25, 0, 0
    for _ in range(2000):
        x = rng.normal(size=n)
        z = 0.3 * x + math.sqrt(1 - 0.09) * rng.normal(size=n)
        r = float(np.corrcoef(x, z)[0, 1])
        rejected += single_correlation(r, n, null=0.3).pvalue <= 0.05
        equal += single_equivalence(r, n, Bounds(-0.3, 0.3)).pvalue <= 0.05
    # .3 is on the margin: it is called within in .05 of draws at most; standard errors .005
    assert rejected / 2000 == pytest.approx(0.05, abs=0.015)
    assert equal / 2000 < 0.065


def test_what_is_undefined_and_what_is_refused():
    assert math.isnan(single_correlation(0.5, 2).pvalue)
    assert math.isnan(single_correlation(1, 10).pvalue)
    assert math.isnan(single_correlation(0.5, 3, null=0.2).pvalue)
    assert math.isnan(single_correlation(math.nan, 10).pvalue)
    assert math.isnan(single_equivalence(0.5, 3, Bounds(-0.1, 0.1)).pvalue)
    assert math.isnan(single_equivalence(0.5, 30, Bounds(-2, 2)).pvalue)
    with pytest.raises(ArgumentError, match="`null` must hold correlations"):
        single_correlation(0.5, 10, null=1.5)
    with pytest.raises(ArgumentError, match="Did you mean 'greater'"):
        single_correlation(0.5, 10, alternative="greatr")
