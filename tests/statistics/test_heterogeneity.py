"""Random effects against statsmodels, by hand, and in what they promise."""

from __future__ import annotations

import numpy as np
import pytest
from statsmodels.stats.meta_analysis import combine_effects

from trueness.errors import ArgumentError
from trueness.statistics.heterogeneity import heterogeneity


@pytest.mark.parametrize("seed", range(12))
def test_as_statsmodels(seed):
    rng = np.random.default_rng(seed)
    k = rng.integers(3, 12)
    errors = rng.uniform(0.1, 0.4, k)
    values = 0.8 + rng.normal(size=k) * np.sqrt(errors**2 + 0.05)
    found = heterogeneity(values, errors)
    theirs = combine_effects(values, errors**2, method_re="iterated", use_t=True)
    assert found.spread**2 == pytest.approx(theirs.tau2, abs=1e-4)
    assert found.mean == pytest.approx(theirs.mean_effect_re, abs=1e-3)
    assert found.statistic == pytest.approx(theirs.q)
    assert found.share == pytest.approx(max(0, theirs.i2))
    if found.spread > 0:  # their factor of Hartung and Knapp's may make intervals narrower
        low, high = theirs.conf_int(use_t=True)[3]
        assert (found.low, found.high) == pytest.approx((low, high), abs=2e-3)


def test_worked_by_hand():
    # values 0, 1, 2 with errors of 1/2: Q = 4 (1 + 0 + 1) = 8; τ² + 1/4 = 1, the variance of the values
    found = heterogeneity([0, 1, 2], [0.5] * 3)
    assert (found.statistic, found.share, found.spread**2, found.mean) == pytest.approx((8, 0.75, 0.75, 1))
    assert found.high - 1 == pytest.approx(4.3026527 * np.sqrt(1 / 3))
    assert found.next_high - 1 == pytest.approx(12.706205 * np.sqrt(0.75 + 1 / 3))
    assert found.pvalue == pytest.approx(np.exp(-4))


def test_equal_values_have_no_spread_and_keep_their_errors():
    found = heterogeneity([0.5] * 4, [0.2, 0.2, 0.3, 0.3])
    assert (found.spread, found.share, found.statistic, found.pvalue) == (0, 0, 0, 1)
    assert found.high - found.mean == pytest.approx(3.1824463 / np.sqrt(2 / 0.04 + 2 / 0.09))


def test_what_the_intervals_hold():
    rng = np.random.default_rng(2)
    held = []
    for _ in range(800):
        errors = rng.uniform(0.1, 0.4, 8)
        found = heterogeneity(0.8 + 0.5 * rng.normal(size=8) + errors * rng.normal(size=8), errors)
        new = 0.8 + 0.5 * rng.normal()
        held.append((found.low <= 0.8 <= found.high, found.next_low <= new <= found.next_high))
    assert np.mean(held, axis=0) == pytest.approx([0.95, 0.94], abs=0.03)


def test_what_has_no_error_is_left_out_and_two_are_too_few():
    found = heterogeneity([0, 1, 2, np.nan, 5, 7], [0.5, 0.5, 0.5, 1, np.nan, 0])
    assert found == heterogeneity([0, 1, 2], [0.5] * 3)
    few = heterogeneity([0, 1], [1, 1])
    assert few.n_values == 2
    assert np.isnan(few[:-1]).all()
    with pytest.raises(ArgumentError, match="errors at least 0"):
        heterogeneity([1, 2, 3], [1, -1, 1])
