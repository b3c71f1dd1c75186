"""Dependent correlations: published values, recorded answers, literal formulas, edges, symmetries."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
import scipy.stats
from hypothesis import assume, given
from hypothesis import strategies as st

from trueness.errors import ArgumentError
from trueness.statistics.dependent_correlations import (
    ALTERNATIVES,
    dunn_clark,
    hittner_may_silver,
    meng_rosenthal_rubin,
    steiger,
    williams,
)

Z_TESTS = (steiger, hittner_may_silver, dunn_clark, meng_rosenthal_rubin)
ALL_TESTS = (williams, *Z_TESTS)


@st.composite
def triples(draw):
    """Three correlations that some data have: any two, and a third that their partial correlation gives."""
    r12, r13 = draw(st.floats(-0.98, 0.98)), draw(st.floats(-0.98, 0.98))
    partial = draw(st.floats(-1, 1))
    r23 = r12 * r13 + partial * math.sqrt((1 - r12 * r12) * (1 - r13 * r13))
    assume(abs(r23) < 0.99)
    return r12, r13, r23


@pytest.mark.parametrize(
    ("test", "triple", "n", "statistic", "pvalue", "digits"),
    [
        (williams, (0.3, 0.4, 0.5), 100, -1.0767, 0.2843, 4),
        (dunn_clark, (0.3, 0.4, 0.5), 100, -1.0730, 0.2833, 4),
        (steiger, (0.3, 0.4, 0.5), 100, -1.0718, 0.2838, 4),
        (meng_rosenthal_rubin, (0.3, 0.4, 0.5), 100, -1.0707, 0.2843, 4),
        (hittner_may_silver, (0.3, 0.4, 0.5), 100, -1.0715, 0.2839, 4),
        (dunn_clark, (0.5, 0.6, 0.7), 100, -1.5838851123, 0.1132198659, 10),
        (williams, (0.80, 0.70, 0.75), 16, 0.867050, 0.401636, 6),
    ],
)
def test_agrees_with_published_values(test, triple, n, statistic, pvalue, digits):
    found = test(*triple, n)
    assert round(found.statistic, digits) == statistic
    assert round(found.pvalue, digits) == pvalue


def test_agrees_with_the_published_steiger_example():
    assert round(steiger(0.4, 0.5, 0.1, 103).statistic, 7) == -0.8887185


def test_agrees_with_the_published_example_of_meng_rosenthal_and_rubin():
    found = meng_rosenthal_rubin(0.63, -0.03, -0.19, 15, alternative="greater")
    assert (round(found.statistic, 2), round(found.pvalue, 3)) == (1.68, 0.047)


def test_agrees_with_the_published_williams_example_far_in_the_tail():
    found = williams(0.2, 0.5, 0.1, 315)
    assert round(found.statistic, 6) == -4.494993
    assert found.pvalue == pytest.approx(9.81814e-06, rel=5e-7)


def test_williams_agrees_with_recorded_answers_on_realsumm(test_data):
    recorded = json.loads((test_data / "oracles" / "stats" / "oracle.json").read_text())["williams_realsumm"]
    assert len(recorded) == 135
    for key, answer in recorded.items():
        correlations = [answer[name] for name in ("r12", "r13", "r23", "n")]
        two_sided, greater = (williams(*correlations, alternative=side) for side in ("two-sided", "greater"))
        assert two_sided.statistic == pytest.approx(answer["t"], rel=1e-12, abs=1e-12), key
        assert two_sided.pvalue == pytest.approx(answer["p_two"], rel=1e-12, abs=1e-12), key
        assert greater.pvalue == pytest.approx(answer["p_greater"], rel=1e-12, abs=1e-12), key


def test_williams_agrees_with_the_recorded_readme_example(test_data):
    answer = json.loads((test_data / "oracles" / "stats" / "oracle.json").read_text())[
        "williams_readme_example"
    ]
    found = williams(*(answer[name] for name in ("r12", "r13", "r23", "n")), alternative="greater")
    assert found.statistic == pytest.approx(answer["t"], rel=1e-12)
    assert found.pvalue == pytest.approx(answer["p_one"], rel=1e-12)


@given(triple=triples(), n=st.integers(4, 400))
def test_williams_agrees_with_its_formula_through_the_determinant(triple, n):
    a, b, k = triple
    determinant = max(np.linalg.det([[1, a, b], [a, 1, k], [b, k, 1]]), 0)
    assume(determinant > 1e-6)
    denominator = 2 * determinant * (n - 1) / (n - 3) + ((a + b) / 2) ** 2 * (1 - k) ** 3
    t = (a - b) * math.sqrt((n - 1) * (1 + k) / denominator)
    found = williams(a, b, k, n)
    assert found.df == n - 3
    assert found.statistic == pytest.approx(t, rel=1e-7, abs=1e-12)
    assert found.pvalue == pytest.approx(2 * scipy.stats.t.sf(abs(t), n - 3), rel=1e-6, abs=1e-15)


def _textbook_covariance(a, b, k):
    rest = 1 - a**2 - b**2
    return (k * rest - a * b * (rest - k**2) / 2) / ((1 - a**2) * (1 - b**2))


@given(triple=triples(), n=st.integers(4, 400))
def test_pooled_tests_agree_with_the_unfactored_formula(triple, n):
    a, b, k = triple
    difference = (math.atanh(a) - math.atanh(b)) * math.sqrt(n - 3)
    for test, mean in (
        (steiger, (a + b) / 2),
        (hittner_may_silver, math.tanh((math.atanh(a) + math.atanh(b)) / 2)),
    ):
        spread = 2 - 2 * _textbook_covariance(mean, mean, k)
        found = test(a, b, k, n)
        if spread > 1e-6:
            assert found.statistic == pytest.approx(difference / math.sqrt(spread), rel=1e-8, abs=1e-12)
        elif spread < -1e-6:
            assert test is hittner_may_silver
            assert math.isnan(found.statistic)


@given(triple=triples(), n=st.integers(4, 400))
def test_meng_agrees_with_its_formula(triple, n):
    a, b, k = triple
    square = (a * a + b * b) / 2
    f = min(1, (1 - k) / (2 * (1 - square)))
    h = (1 - f * square) / (1 - square)
    z = (math.atanh(a) - math.atanh(b)) * math.sqrt((n - 3) / (2 * (1 - k) * h))
    assert meng_rosenthal_rubin(a, b, k, n).statistic == pytest.approx(z, rel=1e-12, abs=1e-12)


def test_meng_caps_f_at_one():
    # f would be 1.3 / 1.18; at 1, h is 1.
    z = (math.atanh(0.9) - math.atanh(0.1)) * math.sqrt(47 / (2 * 1.3))
    assert meng_rosenthal_rubin(0.9, 0.1, -0.3, 50).statistic == pytest.approx(z, rel=1e-12)


@given(triple=triples(), n=st.integers(4, 400))
def test_dunn_clark_agrees_with_its_formula(triple, n):
    a, b, k = triple
    spread = 2 - 2 * _textbook_covariance(a, b, k)
    assume(spread > 1e-6)
    z = (math.atanh(a) - math.atanh(b)) * math.sqrt(n - 3) / math.sqrt(spread)
    assert dunn_clark(a, b, k, n).statistic == pytest.approx(z, rel=1e-9, abs=1e-12)


def test_hittner_is_undefined_where_its_pooled_correlation_cannot_go_with_r23():
    found = hittner_may_silver(0.99, 0.0, 0.0, 50)
    assert math.isnan(found.statistic)
    assert math.isnan(found.pvalue)
    assert math.isfinite(steiger(0.99, 0.0, 0.0, 50).statistic)


@pytest.mark.parametrize("test", ALL_TESTS)
def test_size_is_near_nominal_on_normal_data_with_equal_correlations(test):
    rng = np.random.default_rng(20240501)
    n, draws = 30, 2000
    loading = np.linalg.cholesky(np.array([[1, 0.6, 0.5], [0.6, 1, 0.5], [0.5, 0.5, 1]]))
    metric, rival, human = np.moveaxis(rng.standard_normal((draws, n, 3)) @ loading.T, 2, 0)

    def correlation(x, y):
        x, y = x - x.mean(1, keepdims=True), y - y.mean(1, keepdims=True)
        return (x * y).sum(1) / np.sqrt((x**2).sum(1) * (y**2).sum(1))

    pvalues = test(
        correlation(metric, human), correlation(rival, human), correlation(metric, rival), n
    ).pvalue
    rejected = np.mean(pvalues <= 0.05)
    assert abs(rejected - 0.05) < 4 * math.sqrt(0.05 * 0.95 / draws)


@given(triple=triples(), n=st.integers(4, 400))
def test_swapping_the_metrics_swaps_the_sign(triple, n):
    a, b, k = triple
    for test in ALL_TESTS:
        here, there = test(a, b, k, n), test(b, a, k, n)
        if math.isnan(here.statistic):
            assert math.isnan(there.statistic), test
        else:
            assert here.statistic == pytest.approx(-there.statistic, rel=1e-9, abs=1e-12), test
            assert here.pvalue == pytest.approx(there.pvalue, rel=1e-9, abs=1e-12), test


@given(triple=triples(), n=st.integers(4, 400))
def test_alternatives_add_up(triple, n):
    defined = 0
    for test in ALL_TESTS:
        two_sided, greater, less = (test(*triple, n, alternative=side).pvalue for side in ALTERNATIVES)
        if math.isnan(two_sided):
            continue
        defined += 1
        assert greater + less == pytest.approx(1, abs=1e-12), test
        assert two_sided == pytest.approx(2 * min(greater, less), abs=1e-12), test
        if abs(triple[0] - triple[1]) > 1e-9:
            assert (greater < less) == (triple[0] > triple[1]), test
    assert defined


@pytest.mark.parametrize("test", ALL_TESTS)
def test_identical_metrics_differ_by_nothing(test):
    found = {side: test(0.6, 0.6, 1.0, 20, alternative=side) for side in ALTERNATIVES}
    assert [found[side].statistic for side in ALTERNATIVES] == [0, 0, 0]
    assert [found[side].pvalue for side in ALTERNATIVES] == [1, 0.5, 0.5]
    assert test(1.0, 1.0, 1.0, 20).pvalue == 1


@pytest.mark.parametrize("test", ALL_TESTS)
def test_rounding_does_not_tell_identical_metrics_apart(test):
    # What floating point makes of a metric and ten times the metric.
    found = test(0.6000000000000001, 0.6, 0.9999999999999998, 20)
    assert (found.statistic, found.pvalue) == (0, 1)


@pytest.mark.parametrize("test", ALL_TESTS)
def test_rescaled_copies_of_a_metric_differ_by_nothing(test):
    rng = np.random.default_rng(5)
    for _ in range(50):
        metric, human = rng.standard_normal((2, 16))
        rival = 0.1 * metric + 0.7
        r = np.corrcoef([metric, rival, human])
        assert test(r[0, 2], r[1, 2], r[0, 1], 16).pvalue == 1


@pytest.mark.parametrize("test", ALL_TESTS)
def test_is_undefined_up_to_three_units_and_where_anything_is_nan(test):
    for arguments in (
        (0.5, 0.4, 0.3, 3),
        (0.5, 0.4, 0.3, 0),
        (0.6, 0.6, 1.0, 3),
        (np.nan, 0.4, 0.3, 20),
        (0.5, np.nan, 0.3, 20),
        (0.5, 0.4, np.nan, 20),
        (0.5, 0.4, 0.3, np.nan),
        (0.5, 0.4, 0.3, np.inf),
        (np.nan, 0.4, 1.0, 20),
    ):
        for side in ALTERNATIVES:
            found = test(*arguments, alternative=side)
            assert math.isnan(found.statistic), arguments
            assert math.isnan(found.pvalue), arguments
    assert math.isfinite(test(0.5, 0.4, 0.3, 4).statistic)


def test_at_a_perfect_correlation_only_williams_is_defined():
    # r12 = 1 forces r23 = r13 = b; the determinant is 0 and t = 2 sqrt((n-1) / (1 - b^2)).
    assert williams(1.0, 0.5, 0.5, 20).statistic == pytest.approx(2 * math.sqrt(19 / 0.75))
    for test in Z_TESTS:
        assert math.isnan(test(1.0, 0.5, 0.5, 20).statistic)
        assert math.isnan(test(0.5, 1.0, 0.5, 20).pvalue)


def test_williams_is_undefined_for_a_metric_and_its_reverse():
    r = np.linspace(0.05, 0.95, 50)
    assert (1 - r**2 - r**2 - 1 + 2 * r * r).any()  # the determinant, 0 but for rounding
    assert np.isnan(williams(r, -r, -1.0, 20).statistic).all()
    assert np.isnan(williams(r, -r, -1.0, 20).pvalue).all()


@pytest.mark.parametrize("test", ALL_TESTS)
def test_refuses_correlations_that_no_complete_data_have(test):
    with pytest.raises(ArgumentError, match=r"0\.9, -0\.9, 0\.9 are impossible for .*complete cases"):
        test([0.5, 0.9], [0.4, -0.9], [0.3, 0.9], 20)
    with pytest.raises(ArgumentError, match="are impossible for three"):
        test(0.6, 0.59, 1.0, 20)
    with pytest.raises(ArgumentError, match=r"`r23` must hold correlations between -1 and 1; it holds 1\.5"):
        test(0.6, 0.6, 1.5, 20)


@pytest.mark.parametrize("test", ALL_TESTS)
def test_a_determinant_below_zero_by_rounding_is_zero(test):
    # Three variables in a plane: the angle of the first and third is the sum of the two others.
    angles = np.linspace(0.3, 1.2, 40)
    a, b, k = np.cos(angles), np.cos(0.2 + angles), np.full(40, np.cos(0.2))
    determinant = 1 - a**2 - b**2 - k**2 + 2 * a * b * k
    assert (determinant < 0).any()
    assert np.isfinite(test(a, b, k, 20).statistic).all()


def test_refuses_an_unknown_alternative():
    for test in ALL_TESTS:
        with pytest.raises(ArgumentError, match=r"`alternative` must be one of .* it is 'larger'"):
            test(0.5, 0.4, 0.3, 20, alternative="larger")


@pytest.mark.parametrize("test", ALL_TESTS)
def test_broadcasts_element_by_element(test):
    a = np.array([[0.5], [0.6], [np.nan]])
    b = np.array([0.4, 0.6, -0.1, 0.2])
    n = np.array([20, 3, 30, 1000])
    found = test(a, b, 0.3, n, alternative="greater")
    assert found.statistic.shape == found.pvalue.shape == (3, 4)
    for row in range(3):
        for column in range(4):
            single = test(a[row, 0], b[column], 0.3, n[column], alternative="greater")
            np.testing.assert_equal(found.statistic[row, column], single.statistic)
            np.testing.assert_equal(found.pvalue[row, column], single.pvalue)
            assert isinstance(single.pvalue, float)
