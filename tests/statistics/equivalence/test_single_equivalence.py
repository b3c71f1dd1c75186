"""One correlation within a margin: published p-values, two one-sided tests by hand, the rate on the margin."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.stats

from trueness.statistics.equivalence.equivalence_bounds import Bounds
from trueness.statistics.equivalence.single_equivalence import single_equivalence
from trueness.statistics.single_correlation import single_correlation


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


def test_on_the_margin_it_is_called_within_as_often_as_the_level():
    rng = np.random.default_rng(5)
    called = 0
    for _ in range(2000):
        x = rng.normal(size=100)
        z = 0.3 * x + math.sqrt(1 - 0.09) * rng.normal(size=100)
        called += single_equivalence(float(np.corrcoef(x, z)[0, 1]), 100, Bounds(-0.3, 0.3)).pvalue <= 0.05
    assert called / 2000 == pytest.approx(0.05, abs=0.015)  # its standard error is .005


def test_what_is_undefined():
    assert math.isnan(single_equivalence(0.5, 3, Bounds(-0.1, 0.1)).pvalue)
    assert math.isnan(single_equivalence(0.5, 30, Bounds(-2, 2)).pvalue)
