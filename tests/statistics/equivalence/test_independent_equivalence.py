from __future__ import annotations

import math

import pytest
from scipy import stats

from trueness.errors import ArgumentError
from trueness.statistics.equivalence.equivalence_bounds import equivalence_bounds
from trueness.statistics.equivalence.independent_equivalence import (
    independent_anderson_hauck,
    independent_difference,
    kraatz_equivalence,
)


def test_by_the_formula():
    error = math.sqrt((1 - 0.25) ** 2 / 98 + (1 - 0.2025) ** 2 / 118)
    found = kraatz_equivalence(0.5, 0.45, 100, 120, equivalence_bounds(0.2))
    assert found.pvalue == pytest.approx(stats.norm.cdf((0.05 - 0.2) / error))
    assert found.pvalue_low == pytest.approx(stats.norm.sf((0.05 + 0.2) / error))
    assert found.high - found.low == pytest.approx(2 * stats.norm.ppf(0.95) * error)
    other = independent_anderson_hauck(0.5, 0.45, 100, 120, equivalence_bounds(0.2))
    wanted = stats.norm.cdf((0.05 - 0.2) / error) - stats.norm.cdf((-0.05 - 0.2) / error)
    assert other.pvalue == pytest.approx(wanted)


def test_the_order_of_conditions_does_not_matter():
    there = kraatz_equivalence(0.5, 0.4, 60, 200, equivalence_bounds(0.2))
    back = kraatz_equivalence(0.4, 0.5, 200, 60, equivalence_bounds(0.2))
    assert there.pvalue == pytest.approx(back.pvalue)


@pytest.mark.parametrize("case", [(math.nan, 0.4, 60, 60), (0.5, 0.4, 2, 60), (0.5, 0.4, 60, math.nan)])
def test_undefined(case):
    assert math.isnan(kraatz_equivalence(*case, equivalence_bounds(0.1)).pvalue)


def test_perfect_correlations_are_certain():
    assert math.isinf(independent_difference(1, 1, 10, 10).scale)
    assert kraatz_equivalence(1, 1, 10, 10, equivalence_bounds(0.1)).pvalue == 0


def test_no_correlation():
    with pytest.raises(ArgumentError, match="r2"):
        kraatz_equivalence(0.5, 1.4, 60, 60, equivalence_bounds(0.1))
