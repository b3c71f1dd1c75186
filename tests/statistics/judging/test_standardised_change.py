"""Differences at a common mix: beside statsmodels' regression on strata and closed forms."""

from __future__ import annotations

import numpy as np
import pytest
import statsmodels.api as sm
from scipy.stats import sem

from trueness.errors import ArgumentError
from trueness.statistics.judging.standardised_change import standardised_change


def groups(seed=1, n=400, strata=4):
    """Return scores of two groups whose mixes differ, and strata that differ by much."""
    rng = np.random.default_rng(seed)
    stratum = rng.integers(0, strata, n)
    later = rng.random(n) < 0.2 + 0.15 * stratum
    values = 3.0 * stratum + 0.4 * later + rng.normal(size=n)
    return np.where(later, np.nan, values), np.where(later, values, np.nan), stratum


def test_it_is_the_coefficient_of_a_regression_with_strata():
    first, second, stratum = groups()
    found = standardised_change(first, second, strata=stratum)
    later = ~np.isnan(second)
    design = np.column_stack([later, *(stratum == k for k in range(4))]).astype(float)
    fitted = sm.OLS(np.where(later, second, first), design).fit(cov_type="HC3")
    assert found.difference.value == pytest.approx(fitted.params[0])
    width = found.difference.high - found.difference.low
    assert width == pytest.approx(2 * 1.966 * fitted.bse[0], rel=0.02)
    assert found.covered == (1, 1)
    plain = np.nanmean(second) - np.nanmean(first)
    assert plain > found.difference.high  # the mix alone


def test_of_one_mix_it_is_the_difference_of_means():
    rng = np.random.default_rng(2)
    values = rng.normal(size=80)
    later = np.arange(80) % 2 == 0
    found = standardised_change(
        np.where(later, np.nan, values), np.where(later, values, np.nan), strata=np.repeat([0, 1], 40)
    )
    assert found.difference.value == pytest.approx(values[later].mean() - values[~later].mean())


def test_a_change_of_others_is_subtracted_with_its_doubt():
    rng = np.random.default_rng(3)
    nan = np.full(50, np.nan)
    one, two, change = rng.normal(size=(3, 50))
    found = standardised_change(
        np.concatenate([one, nan, nan]),
        np.concatenate([nan, two, nan]),
        beyond=np.concatenate([nan, nan, change]),
    ).difference
    assert found.value == pytest.approx(two.mean() - one.mean() - change.mean())
    error = np.sqrt(sum(sem(part) ** 2 for part in (one, two, change)))
    assert found.high - found.low == pytest.approx(2 * 1.98 * error, rel=0.04)


def test_strata_in_one_group_only_are_left_out_and_said():
    first, second, stratum = groups()
    second = np.where(stratum == 3, np.nan, second)
    found = standardised_change(first, second, strata=stratum)
    assert found.strata.tolist() == [0, 1, 2]
    assert found.covered[1] == 1
    assert found.covered[0] == pytest.approx(
        np.sum(~np.isnan(first) & (stratum < 3)) / np.sum(~np.isnan(first))
    )
    unknown = standardised_change(first, second, strata=stratum, beyond=np.full(len(first), np.nan))
    assert np.isnan(unknown.difference.value)
    assert unknown.covered == found.covered
    apart = standardised_change(
        np.where(stratum < 2, first, np.nan), np.where(stratum > 1, second, np.nan), strata=stratum
    )
    assert np.isnan(apart.difference.value)
    assert apart.covered == (0, 0)


def test_outputs_of_one_cluster_are_one():
    first, second, stratum = groups(n=60, strata=2)
    alone = standardised_change(first, second, strata=stratum).difference
    thrice = [np.repeat(part, 3) for part in (first, second, stratum)]
    found = standardised_change(
        thrice[0], thrice[1], strata=thrice[2], clusters=np.repeat(np.arange(60), 3)
    ).difference
    assert found.shown() == pytest.approx(alone.shown())
    assert found.pvalue == pytest.approx(alone.pvalue)


def test_shapes_agree():
    with pytest.raises(ArgumentError, match="one value per output"):
        standardised_change([1.0, 2.0], [1.0])
