"""Corrections against statsmodels and SciPy, by hand, and in what must not change them."""

from __future__ import annotations

import gc
import itertools
import math

import numpy as np
import pytest
import scipy.stats
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from statsmodels.stats.multitest import multipletests

from trueness.errors import ArgumentError
from trueness.statistics.corrections import (
    CORRECTIONS,
    STEP_UP,
    adjust,
    adjust_families,
    resamples_needed,
    smallest_attainable,
    warn_if_hopeless,
)

ADJUSTED = (*CORRECTIONS, *STEP_UP)
PEER_NAMES = {
    "bonferroni": "bonferroni",
    "holm": "holm",
    "hochberg": "simes-hochberg",
    "hommel": "hommel",
    "bh": "fdr_bh",
    "by": "fdr_by",
}
# Whole numbers over 200: ties, zeros and ones occur.
some_pvalues = st.lists(st.integers(0, 200).map(lambda k: k / 200), min_size=1, max_size=25).map(np.array)


@pytest.fixture
def no_garbage(monkeypatch):
    """Statsmodels collects garbage on every call."""
    monkeypatch.setattr(gc, "collect", lambda: 0)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(p=some_pvalues)
def test_agrees_with_statsmodels(no_garbage, p):
    for method, theirs in PEER_NAMES.items():
        expected = multipletests(p, method=theirs)[1]
        np.testing.assert_allclose(adjust(p, method), expected, rtol=1e-13, atol=1e-15, err_msg=method)


@given(p=some_pvalues)
def test_agrees_with_scipy(p):
    for method in ("bh", "by"):
        expected = scipy.stats.false_discovery_control(p, method=method)
        np.testing.assert_allclose(adjust(p, method), expected, rtol=1e-13, atol=1e-15, err_msg=method)


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("none", [0.01, 0.04, 0.03, 0.005]),
        ("bonferroni", [0.04, 0.16, 0.12, 0.02]),
        ("holm", [0.03, 0.06, 0.06, 0.02]),
        ("bh", [0.02, 0.04, 0.04, 0.02]),
        (
            "by",
            [0.02 * 25 / 12, 0.04 * 25 / 12, 0.04 * 25 / 12, 0.02 * 25 / 12],
        ),  # 1 + 1/2 + 1/3 + 1/4 = 25/12
    ],
)
def test_agrees_with_hand_calculation(method, expected):
    np.testing.assert_allclose(adjust([0.01, 0.04, 0.03, 0.005], method), expected, rtol=1e-14)


def test_holm_agrees_with_the_closed_test_of_bonferroni():
    # A hypothesis is rejected if every set of hypotheses that holds it is rejected by Bonferroni.
    p = np.array([0.004, 0.011, 0.039, 0.012, 0.2])
    closed = [
        max(
            min(1, size * min(p[list(group)]))
            for size in range(1, 6)
            for group in itertools.combinations(range(5), size)
            if index in group
        )
        for index in range(5)
    ]
    np.testing.assert_allclose(adjust(p, "holm"), closed, rtol=1e-14)


@given(p=st.lists(st.integers(1, 20).map(lambda k: k / 20), min_size=1, max_size=6).map(np.array))
def test_hommel_is_the_closed_test_of_simes(p):
    closed = np.zeros(p.size)
    for size in range(1, p.size + 1):
        for group in itertools.combinations(range(p.size), size):
            simes = min(size * part / (place + 1) for place, part in enumerate(sorted(p[list(group)])))
            closed[list(group)] = np.maximum(closed[list(group)], simes)
    np.testing.assert_allclose(adjust(p, "hommel"), closed, rtol=1e-13)


# statsmodels' own tests (test_multi.py): R 2.13, p.adjust, and Bioconductor's multtest, mt.rawp2adjp
OF_R = [
    *(0.00116, 0.00924, 0.01075, 0.01437, 0.01784, 0.01918, 0.02751, 0.02871, 0.03054, 0.03246),
    *(0.04259, 0.06879, 0.0691, 0.08081, 0.08593, 0.08993, 0.09386, 0.09412, 0.09718, 0.09758),
    *(0.09781, 0.09788, 0.13282, 0.20191, 0.21757, 0.24031, 0.26061, 0.26762, 0.29474, 0.32901),
    *(0.41386, 0.51479, 0.52461, 0.53389, 0.56276, 0.62967, 0.72178, 0.73403, 0.87182, 0.95384),
]
HOMMEL_OF_R = [
    *(0.0464, 0.25872, 0.29025, 0.3495714285714286, 0.41032, 0.44114, 0.57771, 0.60291, 0.618954, 0.6492),
    *(0.7402725, 0.86749, 0.86749, 0.88891, 0.8971477777777778, 0.8993, *[0.9175375] * 6, *[0.95384] * 18),
]
OF_MULTTEST = [0.001, 0.002, 0.003, 0.004, 0.005, 0.05, 0.06, 0.07, 0.08, 0.09]


def test_the_tables_of_statsmodels_suite():
    np.testing.assert_allclose(adjust(OF_R, "hommel"), HOMMEL_OF_R, atol=1e-15)
    expected = [0.01, 0.018, 0.024, 0.028, 0.03, *[0.09] * 5]
    np.testing.assert_allclose(adjust(OF_MULTTEST, "hochberg"), expected, atol=1e-15)
    expected = [0.01, 0.018, 0.024, 0.028, 0.03, *[0.25] * 5]
    np.testing.assert_allclose(adjust(OF_MULTTEST, "holm"), expected, atol=1e-15)


def test_studies_do_without_step_up():
    for method in STEP_UP:
        with pytest.raises(ArgumentError, match="`method` must be one of"):
            resamples_needed(3, method)


@given(p=some_pvalues)
def test_keeps_the_order_and_never_lowers(p):
    order = np.argsort(p)
    equal = np.diff(p[order]) == 0
    for method in ADJUSTED:
        adjusted = adjust(p, method)
        assert (adjusted >= p * (1 - 1e-15)).all(), method
        assert (adjusted <= 1).all(), method
        steps = np.diff(adjusted[order])
        assert (steps >= 0).all(), method
        assert (steps[equal] == 0).all(), method


@given(p=some_pvalues, seed=st.integers(0, 2**32 - 1))
def test_does_not_depend_on_the_order(p, seed):
    permutation = np.random.default_rng(seed).permutation(p.size)
    for method in ADJUSTED:
        found = adjust(p[permutation], method)
        np.testing.assert_array_equal(found, adjust(p, method)[permutation], err_msg=method)


@given(p=some_pvalues, gaps=arrays(np.bool_, 25))
def test_undefined_tests_do_not_count(p, gaps):
    missing = gaps[: p.size]
    holed = np.where(missing, np.nan, p)
    for method in ADJUSTED:
        adjusted = adjust(holed, method)
        assert np.isnan(adjusted[missing]).all(), method
        np.testing.assert_array_equal(adjusted[~missing], adjust(p[~missing], method), err_msg=method)


@pytest.mark.parametrize("method", ADJUSTED)
def test_keeps_the_shape_and_the_argument(method):
    p = np.array([[0.01, np.nan], [0.2, 0.03]])
    before = p.copy()
    adjusted = adjust(p, method)
    np.testing.assert_array_equal(p, before)
    np.testing.assert_array_equal(adjusted, adjust(p.ravel(), method).reshape(2, 2))
    assert adjust([], method).shape == (0,)
    assert adjust(0.3, method).shape == ()
    assert adjust([np.nan, np.nan], method).tolist() == pytest.approx([np.nan, np.nan], nan_ok=True)


def test_accepts_the_long_names():
    p = [0.01, 0.02, 0.5]
    np.testing.assert_array_equal(adjust(p, "benjamini-hochberg"), adjust(p, "bh"))
    np.testing.assert_array_equal(adjust(p, "benjamini-yekutieli"), adjust(p, "by"))


@pytest.mark.parametrize(
    ("pvalues", "method", "message"),
    [
        ([0.5, 1.2], "holm", r"`pvalues` must lie between 0 and 1; here is 1\.2"),
        ([-0.1], "bh", r"`pvalues` must lie between 0 and 1; here is -0\.1"),
        ([np.inf], "bh", "`pvalues` must lie between 0 and 1; here is inf"),
        (["low"], "bh", "`pvalues` must hold numbers"),
        ([0.5], "bonferoni", "Did you mean 'bonferroni'"),
        ([0.5], ["bh"], "`method` must be one of"),
    ],
)
def test_refuses_what_is_no_pvalue_or_method(pvalues, method, message):
    with pytest.raises(ArgumentError, match=message):
        adjust(pvalues, method)


def test_families_are_adjusted_on_their_own():
    p = np.array([0.01, 0.04, 0.03, np.nan, 0.02, 0.5])
    families = ["a", ("b", 1), "a", "a", ("b", 1), "c"]
    adjusted = adjust_families(p, families, "holm")
    np.testing.assert_allclose(adjusted, [0.02, 0.04, 0.03, np.nan, 0.04, 0.5], rtol=1e-14)
    np.testing.assert_array_equal(adjust_families(p, ["all"] * 6, "by"), adjust(p, "by"))
    np.testing.assert_array_equal(adjust_families(p, range(6), "by"), p)
    with pytest.raises(ArgumentError, match="5 labels for p-values of shape"):
        adjust_families(p, families[:5])
    with pytest.raises(ArgumentError, match="one label per p-value"):
        adjust_families([[0.1], [0.2]], ["a", "b"])


def test_the_smallest_pvalue_of_a_thousand_resamples():
    assert smallest_attainable(1000) == pytest.approx(0.000999, abs=5e-7)
    with pytest.raises(ArgumentError, match="`resamples`"):
        smallest_attainable(0)


@pytest.mark.parametrize("method", CORRECTIONS)
@pytest.mark.parametrize(("n_tests", "alpha"), [(1, 0.05), (3, 0.1), (78, 0.05), (224, 0.05), (1000, 0.001)])
def test_resamples_needed_is_where_a_lone_rejection_begins(method, n_tests, alpha):
    needed = resamples_needed(n_tests, method, alpha)
    for resamples, survives in ((needed, True), (needed - 1, False)):
        p = np.ones(n_tests)
        p[n_tests // 2] = smallest_attainable(resamples)
        assert bool(adjust(p, method).min() <= alpha) is survives
        message = warn_if_hopeless(n_tests, resamples, method, alpha)
        assert (message is None) is survives
        if message is not None:
            assert f"Draw at least {needed} resamples" in message


def test_resamples_needed_ends_where_floats_are_coarse():
    assert resamples_needed(3, "by", 1e-200) == pytest.approx(5.5e200, rel=1e-12)


def test_the_families_of_the_papers():
    # Deutsch, Dror and Roth (2021), Figure 6: 13 metrics, 78 pairs; a thousand resamples reject nothing.
    message = warn_if_hopeless(78, 1000, "holm")
    assert "no rejection can survive 'holm' over 78 tests at alpha = 0.05. Draw at least 1559" in message
    assert warn_if_hopeless(78, 10_000, "holm") is None
    # 8 measures x 4 qualities x 7 languages under Benjamini-Yekutieli.
    harmonic = math.fsum(1 / k for k in range(1, 225))
    assert 0.05 / (224 * harmonic) == pytest.approx(3.7e-5, abs=5e-7)
    assert resamples_needed(224, "by") == math.ceil(224 * harmonic / 0.05) - 1
    assert "no lone rejection can survive 'by'" in warn_if_hopeless(224, 10_000, "by")


@pytest.mark.parametrize("method", ["bh", "by"])
@pytest.mark.parametrize("resamples", [60, 99, 150, 199])
def test_the_message_says_how_many_small_pvalues_survive_together(method, resamples):
    n_tests, alpha = 20, 0.05
    survives = [
        count
        for count in range(1, n_tests + 1)
        if adjust([smallest_attainable(resamples)] * count + [1.0] * (n_tests - count), method).min() <= alpha
    ]
    message = warn_if_hopeless(n_tests, resamples, method, alpha)
    if not survives:
        assert f"no rejection can survive '{method}'" in message
    else:
        assert survives[0] > 1
        assert f"it takes {survives[0]} or more tests" in message


def test_as_many_as_there_are_may_survive_together_and_no_more():
    # bh: k of 20 p-values of 1 / (1 + B) survive where 20 / k / (1 + B) <= .05, that is k >= 400 / (1 + B)
    assert "it takes 20 or more tests" in warn_if_hopeless(20, 19, "bh", 0.05)
    assert "it takes 19 or more tests" in warn_if_hopeless(20, 21, "bh", 0.05)
    assert "no rejection can survive 'bh'" in warn_if_hopeless(20, 18, "bh", 0.05)
    assert "it takes 19 or more tests" in warn_if_hopeless(19, 19, "bh", 0.05)
    # 21 would: 20 / 21 / 19 = .0501, but 20 / 20 / 19 = .0526
    assert "no rejection can survive 'bh'" in warn_if_hopeless(20, 18, "bh", 0.0502)


def test_without_a_correction_a_test_can_still_be_hopeless():
    assert warn_if_hopeless(5, 18, "none") == (
        "with 18 resamples the smallest p-value is 0.0526: no rejection is possible over 5 tests at "
        "alpha = 0.05. Draw at least 19 resamples."
    )
    assert warn_if_hopeless(5, 19, "none") is None


def test_refuses_an_empty_family():
    with pytest.raises(ArgumentError, match="`n_tests`"):
        warn_if_hopeless(0, 100)
    with pytest.raises(ArgumentError, match="`alpha`"):
        resamples_needed(5, "holm", 5)


@pytest.mark.parametrize("method", [*CORRECTIONS, *STEP_UP])
def test_tests_left_out_are_as_if_their_p_values_were_one(method):
    p = np.append(np.random.default_rng(5).random(20) ** 4, np.nan)
    whole = adjust(np.append(p, np.ones(30)), method)
    np.testing.assert_allclose(adjust(p, method, left_out=30), whole[:21], rtol=1e-15)
