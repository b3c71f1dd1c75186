"""Partial conjunction: hand values, SciPy's combination, Holm, and its error rate."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import ArgumentError
from trueness.statistics.corrections import adjust
from trueness.statistics.replicability import REPLICABILITY_METHODS, replicability_count

some_pvalues = st.lists(st.floats(1e-6, 1), min_size=1, max_size=12)
# The example in the README of the software of Dror et al. (2017).
README = [0.168, 0.297, 0.357, 0.019, 0.218, 0.001]


def test_bonferroni_agrees_with_hand_calculation():
    # sorted: .001 .019 .168 .218 .297 .357, times 6 5 4 3 2 1, running maximum
    found = replicability_count(README)
    np.testing.assert_allclose(found.pvalues, [0.006, 0.095, 0.672, 0.672, 0.672, 0.672], rtol=1e-14)
    assert (found.count, found.n_undefined) == (1, 0)
    assert replicability_count(README, alpha=0.1).count == 2


def test_fisher_agrees_with_scipy_on_every_tail():
    ordered = sorted(README)
    tails = [scipy.stats.combine_pvalues(ordered[u:], "fisher").pvalue for u in range(6)]
    found = replicability_count(README, method="fisher")
    np.testing.assert_allclose(found.pvalues, np.maximum.accumulate(tails), rtol=1e-12)
    assert found.count == 2


def test_fisher_of_two_agrees_with_its_closed_form():
    # The tail of chi-squared with 4 degrees of freedom: q (1 - ln q), q the product of the p-values.
    q = 0.02 * 0.3
    found = replicability_count([0.3, 0.02], method="fisher")
    np.testing.assert_allclose(found.pvalues, [q * (1 - math.log(q)), 0.3], rtol=1e-13)


@given(p=some_pvalues, alpha=st.sampled_from([0.01, 0.05, 0.2]))
def test_bonferroni_counts_the_rejections_of_holm(p, alpha):
    assert replicability_count(p, alpha).count == np.sum(adjust(p, "holm") <= alpha)


@given(p=some_pvalues, seed=st.integers(0, 2**32 - 1))
def test_is_monotone_and_does_not_depend_on_the_order(p, seed):
    order = np.random.default_rng(seed).permutation(len(p))
    for method in REPLICABILITY_METHODS:
        found = replicability_count(p, method=method)
        assert (np.diff(found.pvalues) >= 0).all(), method
        assert found.count == np.sum(found.pvalues <= 0.05), method
        shuffled = replicability_count(np.array(p)[order], method=method)
        np.testing.assert_array_equal(shuffled.pvalues, found.pvalues, err_msg=method)
        assert shuffled.count == found.count, method


@pytest.mark.parametrize("method", REPLICABILITY_METHODS)
def test_undefined_data_sets_are_counted_and_left_out(method):
    with_gaps = replicability_count([np.nan, *README, np.nan], method=method)
    without = replicability_count(README, method=method)
    assert (with_gaps.count, with_gaps.n_undefined) == (without.count, 2)
    np.testing.assert_array_equal(with_gaps.pvalues, without.pvalues)
    nothing = replicability_count([np.nan], method=method)
    assert (nothing.count, nothing.pvalues.size, nothing.n_undefined) == (0, 0, 1)


@pytest.mark.parametrize("method", REPLICABILITY_METHODS)
def test_zero_and_one_are_pvalues(method):
    found = replicability_count([0.0, 1.0, 0.0], method=method)
    assert found.pvalues.tolist() == [0, 0, 1]
    assert found.count == 2


@pytest.mark.parametrize("method", REPLICABILITY_METHODS)
def test_overcounts_no_more_often_than_alpha(method):
    rng = np.random.default_rng(3)
    draws, true_findings = 2000, 2
    over = 0
    for _ in range(draws):
        p = rng.uniform(size=7)
        p[:true_findings] **= 12  # findings: small, but not always
        over += replicability_count(p, 0.1, method).count > true_findings
    assert over / draws <= 0.1 + 3 * math.sqrt(0.09 / draws)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([[0.1, 0.2]],), r"one p-value per data set; its shape is \(1, 2\)"),
        (([0.1, 2],), "must lie between 0 and 1"),
        (([0.1], 1.5), "`alpha`"),
        (([0.1], 0.05, "stouffer"), "`method` must be one of 'bonferroni', 'fisher'"),
    ],
)
def test_refuses_what_it_cannot_count(arguments, message):
    with pytest.raises(ArgumentError, match=message):
        replicability_count(*arguments)
