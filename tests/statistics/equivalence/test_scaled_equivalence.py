from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from trueness.errors import ArgumentError
from trueness.statistics.equivalence.equivalence_bounds import Bounds, equivalence_bounds
from trueness.statistics.equivalence.scaled_equivalence import (
    ScaledDifference,
    scaled_anderson_hauck,
    scaled_tost,
)

DIFFERENCES = st.builds(
    ScaledDifference, st.floats(-0.5, 0.5), st.floats(0.5, 200), st.one_of(st.none(), st.floats(2, 500))
)


def test_tost_is_that_of_statsmodels():
    from statsmodels.stats.weightstats import ttost_paired

    rng = np.random.default_rng(1)
    x, y = rng.normal(0.2, 1, 25), rng.normal(0, 1, 25)
    wanted, (_, above, _), (_, below, _) = ttost_paired(x, y, -0.7, 0.9)
    difference = ScaledDifference(np.mean(x - y), 1 / stats.sem(x - y), 24)
    found = scaled_tost(difference, Bounds(-0.7, 0.9))
    assert found.pvalue == pytest.approx(wanted, rel=1e-12)
    assert (found.pvalue_low, found.pvalue_high) == pytest.approx((above, below), rel=1e-12)


@given(DIFFERENCES, st.floats(0.001, 1))
def test_tost_rejects_where_the_interval_lies_within(difference, margin):
    found = scaled_tost(difference, equivalence_bounds(margin))
    within = -margin < found.low and found.high < margin
    if min(abs(found.low + margin), abs(found.high - margin)) > 1e-9:
        assert (found.pvalue < 0.05) == within
        assert (found.smallest_margin < margin) == within
    assert not (found.pvalue < 0.0499 and found.too_wide)


@given(DIFFERENCES, st.floats(0.001, 1))
def test_anderson_hauck_is_never_larger_than_the_normal_tost(difference, margin):
    difference = difference._replace(df=None)
    bounds = equivalence_bounds(margin)
    found, tost = scaled_anderson_hauck(difference, bounds), scaled_tost(difference, bounds)
    assert found.pvalue <= tost.pvalue + 1e-12
    assert found.smallest_margin <= tost.smallest_margin + 1e-12


@given(DIFFERENCES)
def test_anderson_hauck_at_its_smallest_margin(difference):
    margin = scaled_anderson_hauck(difference, equivalence_bounds(1)).smallest_margin
    above = scaled_anderson_hauck(difference, equivalence_bounds(margin * (1 + 1e-9) + 1e-12))
    assert above.pvalue <= 0.05 + 1e-9
    assert not above.too_wide
    below = scaled_anderson_hauck(difference, equivalence_bounds(margin * (1 - 1e-6)))
    assert below.pvalue > 0.05 or below.too_wide


def test_limits_of_the_margin():
    difference = ScaledDifference(0.1, 15.0, 40)
    assert scaled_tost(difference, Bounds(0, 0)).pvalue == pytest.approx(stats.t.cdf(1.5, 40))
    assert scaled_tost(difference, equivalence_bounds(1e6)).pvalue < 1e-200
    assert scaled_tost(difference, Bounds(-math.inf, math.inf)).pvalue == 0
    # without a region the test is the complement of the two-sided z test
    assert scaled_anderson_hauck(difference, Bounds(0, 0)).pvalue == pytest.approx(1 - 2 * stats.norm.sf(1.5))
    assert scaled_anderson_hauck(difference, equivalence_bounds(1e6)).pvalue == 0


def test_anderson_hauck_by_its_definition_with_unequal_bounds():
    found = scaled_anderson_hauck(ScaledDifference(0.1, 15.0), Bounds(-0.1, 0.4))
    wanted = stats.norm.cdf((0.05 - 0.25) * 15) - stats.norm.cdf((-0.05 - 0.25) * 15)
    assert found.pvalue == pytest.approx(wanted)
    with pytest.raises(ArgumentError, match="two finite bounds"):
        scaled_anderson_hauck(ScaledDifference(0.1, 15.0), equivalence_bounds(low=-0.1))


def test_anderson_hauck_rejects_without_data_and_says_so():
    found = scaled_anderson_hauck(ScaledDifference(0.3, 1e-6, 1), equivalence_bounds(0.05))
    assert found.pvalue < 1e-6
    assert found.too_wide
    assert found.smallest_margin > 1e5
    assert scaled_tost(ScaledDifference(0.3, 1e-6, 1), equivalence_bounds(0.05)).pvalue > 0.49


def test_what_is_certain_and_what_is_undefined():
    certain = scaled_tost(ScaledDifference(0.0, math.inf, 10), equivalence_bounds(0.1))
    assert (certain.pvalue, certain.low, certain.high, certain.smallest_margin) == (0, 0, 0, 0)
    assert scaled_tost(ScaledDifference(0.0, math.inf, 10), Bounds(0, 0)).pvalue == 0.5
    for test in (scaled_tost, scaled_anderson_hauck):
        nothing = test(ScaledDifference(0.1, math.nan, math.nan), equivalence_bounds(0.1))
        assert math.isnan(nothing.pvalue)
        assert math.isnan(nothing.smallest_margin)
        assert not nothing.too_wide
        lost = test(ScaledDifference(0.1, 5.0, 9), Bounds(math.nan, math.nan))
        assert math.isnan(lost.pvalue)
        assert not math.isnan(lost.low)
