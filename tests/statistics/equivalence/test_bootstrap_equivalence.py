from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import ArgumentError
from trueness.statistics.equivalence.bootstrap_equivalence import (
    bootstrap_equivalence,
    check_level,
    equivalence_pvalues,
    smallest_margin,
    undefined_equivalence,
)
from trueness.statistics.equivalence.equivalence_bounds import Bounds, equivalence_bounds

SAMPLES = np.random.default_rng(0).normal(0.02, 0.05, 999)


def test_pvalues_by_counting():
    found = bootstrap_equivalence(SAMPLES, 0.02, Bounds(-0.06, 0.12))
    low = sum(1 for value in SAMPLES if value <= -0.06)
    high = sum(1 for value in SAMPLES if value >= 0.12)
    assert found.pvalue_low == (1 + low) / 1000
    assert found.pvalue_high == (1 + high) / 1000
    assert found.pvalue == max(found.pvalue_low, found.pvalue_high)
    assert (found.low, found.high) == tuple(np.percentile(SAMPLES, [5, 95]))
    assert found.resamples == 999


def test_a_normal_distribution_gives_the_closed_form():
    from scipy import stats

    values = stats.norm.ppf((np.arange(100_000) + 0.5) / 100_000, loc=0.01, scale=0.03)
    found = bootstrap_equivalence(values, 0.01, equivalence_bounds(0.05))
    assert found.pvalue == pytest.approx(stats.norm.cdf((0.01 - 0.05) / 0.03), abs=2e-5)
    assert found.smallest_margin == pytest.approx(0.01 + stats.norm.ppf(0.95) * 0.03, abs=1e-4)


def test_limits_of_the_margin():
    assert bootstrap_equivalence(SAMPLES, 0.02, Bounds(0, 0)).pvalue >= 0.5
    assert bootstrap_equivalence(SAMPLES, 0.02, Bounds(-math.inf, math.inf)).pvalue == 1 / 1000
    assert bootstrap_equivalence(SAMPLES, 0.02, equivalence_bounds(10)).pvalue == 1 / 1000
    one_sided = bootstrap_equivalence(SAMPLES, 0.02, equivalence_bounds(low=-0.06))
    assert one_sided.pvalue_high == 1 / 1000
    assert one_sided.pvalue == one_sided.pvalue_low


def test_a_value_on_the_bound_speaks_against_equivalence():
    same = 0.3 - 0.2  # 0.09999999999999998
    assert bootstrap_equivalence([same] * 99, same, equivalence_bounds(0.1)).pvalue == 1.0


def test_undefined_values_are_left_out_and_counted():
    found = bootstrap_equivalence([*SAMPLES, np.nan, np.nan], 0.02, equivalence_bounds(0.1))
    assert found[:-2] == bootstrap_equivalence(SAMPLES, 0.02, equivalence_bounds(0.1))[:-2]
    assert (found.n_undefined_resamples, found.resamples) == (2, 1001)


@pytest.mark.parametrize(
    ("samples", "estimate"),
    [([np.nan] * 5, 0.1), (SAMPLES, np.nan), ([], 0.1)],
    ids=["all", "estimate", "none"],
)
def test_what_is_undefined_has_no_pvalue(samples, estimate):
    found = bootstrap_equivalence(samples, estimate, equivalence_bounds(0.1))
    assert math.isnan(found.pvalue)
    assert math.isnan(found.smallest_margin)
    assert not found.too_wide


def test_an_undefined_margin_gives_no_pvalue_but_an_interval():
    found = bootstrap_equivalence(SAMPLES, 0.02, Bounds(math.nan, math.nan))
    assert math.isnan(found.pvalue)
    assert not math.isnan(found.low)
    assert found.smallest_margin == smallest_margin(SAMPLES)


def test_the_curve_is_the_pvalue_of_every_margin():
    margins = [0.001, 0.01, 0.05, 0.1, 0.5, math.nan]  # no margin of 0 is taken
    curve = equivalence_pvalues(SAMPLES, margins)
    for margin, pvalue in zip(margins[:-1], curve[:-1], strict=True):
        assert pvalue == bootstrap_equivalence(SAMPLES, 0.02, equivalence_bounds(margin)).pvalue
    assert math.isnan(curve[-1])
    assert np.all(np.diff(curve[:-1]) <= 0)
    assert np.isnan(equivalence_pvalues([np.nan], [0.1])).all()
    with pytest.raises(ArgumentError, match=r"at least 0; here is -0\.1"):
        equivalence_pvalues(SAMPLES, [-0.1])


VALUES = st.lists(st.floats(-2, 2).map(lambda x: round(x, 6)), min_size=1, max_size=60)


@given(VALUES, st.sampled_from([0.01, 0.05, 0.1, 0.25, 0.4]))
def test_the_smallest_margin_is_where_the_pvalue_crosses_alpha(values, alpha):
    margin = smallest_margin(values, alpha=alpha)
    if math.isinf(margin):
        assert 1 / (1 + len(values)) > alpha
        return
    assert equivalence_pvalues(values, [margin + 1e-9])[0] <= alpha
    if margin > 0:
        assert equivalence_pvalues(values, [margin])[0] > alpha


@pytest.mark.parametrize(
    ("alpha", "count"),
    # products with the level that are rounded below, and above, a whole number
    [(0.29, 99), (0.29, 1599), (math.nextafter(3 / 13, 0), 12), (math.nextafter(5 / 24, 0), 23), (0.05, 999)],
)
def test_the_margin_is_exact_where_products_with_the_level_are_not(alpha, count):
    values = np.arange(1.0, count + 1)
    exceeding = max(k for k in range(count) if (1 + k) / (1 + count) <= alpha)
    assert smallest_margin(values, alpha=alpha) == values[-1 - exceeding]


def test_no_value_has_no_margin():
    assert math.isnan(smallest_margin([math.nan], alpha=0.1))


@given(VALUES)
def test_exchanging_the_metrics_changes_nothing(values):
    there = bootstrap_equivalence(values, 0.1, Bounds(-0.2, 0.5), alpha=0.1)
    back = bootstrap_equivalence([-v for v in values], -0.1, Bounds(-0.5, 0.2), alpha=0.1)
    assert (there.pvalue, there.pvalue_low, there.pvalue_high) == (
        back.pvalue,
        back.pvalue_high,
        back.pvalue_low,
    )
    assert there.smallest_margin == back.smallest_margin
    assert there.low == pytest.approx(-back.high)


def test_too_few_resamples_never_pass():
    assert smallest_margin([0.0] * 18, alpha=0.05) == math.inf
    assert smallest_margin([0.0] * 19, alpha=0.05) == 0


@pytest.mark.parametrize("alpha", [0, 0.5, 1, "x"])
def test_levels(alpha):
    with pytest.raises(ArgumentError, match="alpha"):
        check_level(alpha)


def test_nothing_found():
    found = undefined_equivalence(0.1, 3, 9)
    assert (found.estimate, found.n_undefined_resamples, found.resamples) == (0.1, 3, 9)
    assert math.isnan(found.pvalue)


@pytest.mark.slow
def test_the_test_keeps_its_level_where_the_difference_is_the_margin():
    # means of 40 normal values at the very margin: TOST may reject in 5% of runs
    rng = np.random.default_rng(3)
    rejected = 0
    for _ in range(400):
        data = rng.normal(0.5, 1, 40)
        means = rng.choice(data, (499, 40)).mean(axis=1)
        rejected += bootstrap_equivalence(means, data.mean(), equivalence_bounds(0.5)).pvalue <= 0.05
    assert 0.02 <= rejected / 400 <= 0.085
