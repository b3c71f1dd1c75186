from __future__ import annotations

import math

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.dependent_correlations import williams
from trueness.statistics.equivalence.dependent_equivalence import (
    anderson_hauck,
    dependent_difference,
    williams_equivalence,
)
from trueness.statistics.equivalence.equivalence_bounds import Bounds, equivalence_bounds


def test_worked_examples():
    # five units say almost nothing, and yet Anderson and Hauck's p is small
    few = anderson_hauck(0.50, 0.49, 0.20, 5, equivalence_bounds(0.05))
    assert few.pvalue == pytest.approx(0.011, abs=5e-4)
    assert few.too_wide
    assert williams_equivalence(0.50, 0.49, 0.20, 5, equivalence_bounds(0.05)).pvalue == pytest.approx(
        0.48, abs=5e-3
    )
    many = anderson_hauck(0.90, 0.85, 0.90, 100, equivalence_bounds(0.10))
    assert many.pvalue == pytest.approx(0.0051, abs=5e-5)
    assert not many.too_wide
    # with twice the units, as in neg.twocors of the R package negligible 0.1.9
    doubled = anderson_hauck(0.90, 0.85, 0.90, 200, equivalence_bounds(0.10))
    assert doubled.pvalue == pytest.approx(0.00013, abs=1e-5)
    # the normal density in place of the distribution function would give .103
    published = anderson_hauck(0.24, 0.22, 0.70, 1700, equivalence_bounds(0.05))
    assert published.pvalue == pytest.approx(0.050, abs=5e-4)


@pytest.mark.parametrize("triple", [(0.3, 0.4, 0.5, 100), (0.8, 0.7, 0.75, 16), (-0.2, 0.1, 0.3, 30)])
def test_the_scale_is_that_of_williams(triple):
    difference = dependent_difference(*triple)
    assert difference.estimate * difference.scale == pytest.approx(williams(*triple).statistic)
    assert difference.df == triple[3] - 3


def test_the_bound_at_zero_is_the_one_sided_test_of_williams():
    found = williams_equivalence(0.3, 0.4, 0.5, 100, Bounds(0, 0))
    assert found.pvalue_low == pytest.approx(williams(0.3, 0.4, 0.5, 100, alternative="greater").pvalue)
    assert found.pvalue_high == pytest.approx(williams(0.3, 0.4, 0.5, 100, alternative="less").pvalue)


def test_identical_metrics_are_equivalent_within_any_margin():
    for test in (williams_equivalence, anderson_hauck):
        found = test(0.5, 0.5, 1.0, 20, equivalence_bounds(1e-6))
        assert (found.pvalue, found.estimate, found.low, found.high) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    "triple", [(math.nan, 0.4, 0.5, 100), (0.3, 0.4, 0.5, 3), (0.3, 0.4, 0.5, math.nan), (0.3, -0.3, -1, 50)]
)
def test_undefined(triple):
    for test in (williams_equivalence, anderson_hauck):
        assert math.isnan(test(*triple, equivalence_bounds(0.1)).pvalue)


def test_impossible_correlations_are_refused():
    with pytest.raises(ArgumentError, match="three variables"):
        williams_equivalence(0.9, -0.9, 0.9, 30, equivalence_bounds(0.1))


@pytest.mark.slow
def test_tost_keeps_its_level_where_the_difference_is_the_margin():
    correlations = np.array([[1, 0.6, 0.45], [0.6, 1, 0.5], [0.45, 0.5, 1]])
    root = np.linalg.cholesky(correlations)
    rng = np.random.default_rng(8)
    rejected = 0
    for _ in range(3000):
        r = np.corrcoef(root @ rng.normal(size=(3, 150)))
        found = williams_equivalence(r[0, 1], r[0, 2], r[1, 2], 150, equivalence_bounds(0.15))
        rejected += found.pvalue <= 0.05
    assert 0.035 <= rejected / 3000 <= 0.07
