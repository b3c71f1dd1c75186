"""The paired t test against SciPy, its invariances and its edges."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.statistics.systems.paired_t import paired_t
from trueness.statistics.systems.system_pairs import SystemPairs

NAN = np.nan
SCORES = arrays(np.float64, (3, 7), elements=st.floats(-50, 50, width=32))


@pytest.mark.parametrize("gaps", [False, True])
def test_scipy_gives_the_same(gaps):
    rng = np.random.default_rng(2)
    scores = rng.normal(size=(6, 25)) + 0.3 * np.arange(6)[:, None]
    if gaps:
        scores[rng.random(scores.shape) < 0.15] = NAN
    found = paired_t(SystemPairs.of(scores), confidence=0.9)
    for p, (i, k) in enumerate(itertools.combinations(range(6), 2)):
        for side in ("greater", "less", "two-sided"):
            wanted = scipy.stats.ttest_rel(scores[i], scores[k], nan_policy="omit", alternative=side)
            assert found.pvalue(side)[p] == pytest.approx(wanted.pvalue, rel=1e-10)
            assert found.statistic[p] == pytest.approx(wanted.statistic, rel=1e-10)
        both = ~np.isnan(scores[i] + scores[k])
        interval = scipy.stats.ttest_rel(scores[i, both], scores[k, both]).confidence_interval(0.9)
        assert (found.low[p], found.high[p]) == pytest.approx(tuple(interval), rel=1e-10)
        assert found.n_inputs[p] == both.sum()


def test_students_sleep_data():
    """The data of Student (1908), as in R's `sleep`: t = -4.0621, df = 9, p = .002833, interval -2.4599 to -.7001."""
    drug = [
        [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0],
        [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4],
    ]
    found = paired_t(SystemPairs.of(drug))
    assert found.statistic[0] == pytest.approx(-4.0621, abs=5e-5)
    assert found.two_sided[0] == pytest.approx(0.002833, abs=5e-7)
    assert (found.low[0], found.high[0]) == pytest.approx((-2.4598858, -0.7001142), abs=5e-8)


@given(SCORES, st.permutations(range(7)))
def test_order_of_inputs_is_nothing_and_turned_pairs_mirror(scores, order):
    found = paired_t(SystemPairs.of(scores))
    shuffled = paired_t(SystemPairs.of(scores[:, order]))
    turned = paired_t(SystemPairs.of(scores[::-1]))
    np.testing.assert_allclose(found.two_sided, shuffled.two_sided, rtol=1e-6, atol=1e-12)
    np.testing.assert_allclose(found.greater, turned.less[::-1], rtol=1e-6, atol=1e-12)
    np.testing.assert_allclose(found.estimate, -turned.estimate[::-1], rtol=1e-9, atol=1e-9)


@given(SCORES)
def test_a_system_equals_its_copy(scores):
    found = paired_t(SystemPairs.of(np.stack([scores[0], scores[1], scores[0]])))
    assert found.two_sided[1] == 1  # the pair of first and third
    assert (found.estimate[1], found.statistic[1], found.greater[1]) == (0, 0, 0.5)


@pytest.mark.parametrize(
    "scores",
    [
        [[1.0, NAN, 3.0], [NAN, 2.0, 4.0]],  # one shared input
        [[1.0, NAN], [NAN, 2.0]],  # none
        [[0.1, 0.4, 0.7], [0.2, 0.5, 0.8]],  # every difference is -.1
        [[np.pi, 2.7, 1e3], [np.pi + 1, 3.7, 1001]],
    ],
)
def test_without_variance_it_is_undefined(scores):
    found = paired_t(SystemPairs.of(scores))
    for values in (found.greater, found.less, found.two_sided, found.low, found.high):
        assert np.isnan(values[0])


def test_clusters_of_one_size_are_tested_by_their_means():
    scores = np.random.default_rng(1).normal(size=(3, 40))
    found = paired_t(SystemPairs.of(scores, clusters=np.repeat(np.arange(8), 5)))
    means = scores.reshape(3, 8, 5).mean(axis=2)
    for p, (a, b) in enumerate(((0, 1), (0, 2), (1, 2))):
        wanted = scipy.stats.ttest_rel(means[a], means[b])
        assert (found.statistic[p], found.two_sided[p]) == pytest.approx((wanted.statistic, wanted.pvalue))
        limits = wanted.confidence_interval(0.95)
        assert (found.low[p], found.high[p]) == pytest.approx((limits.low, limits.high))


def test_clusters_of_other_sizes_are_those_of_a_ratio():
    rng = np.random.default_rng(2)
    scores, clusters = rng.normal(size=(2, 9)), np.array([0, 0, 0, 0, 1, 1, 2, 3, 3])
    scores[0, 1] = np.nan
    d = scores[0] - scores[1]
    mean = np.nanmean(d)
    parts = np.array([np.nansum(d[clusters == c] - mean) for c in range(4)])
    error = np.sqrt(4 / 3 * np.sum(parts**2)) / 8
    found = paired_t(SystemPairs.of(scores, clusters=clusters))
    assert found.two_sided[0] == pytest.approx(2 * scipy.stats.t.sf(abs(mean / error), 3))
    lone = paired_t(SystemPairs.of(scores, clusters=np.arange(9)))
    assert lone.two_sided[0] == pytest.approx(paired_t(SystemPairs.of(scores)).two_sided[0])
    assert np.isnan(paired_t(SystemPairs.of(scores, clusters=np.zeros(9))).two_sided[0])


def test_unusable_requests_are_refused():
    scores = np.arange(6.0).reshape(2, 3)
    with pytest.raises(UnsupportedMethodError, match=r"compares means\. For medians"):
        paired_t(SystemPairs.of(scores, aggregate="median"))
    with pytest.raises(ArgumentError, match="`confidence`"):
        paired_t(SystemPairs.of(scores), confidence=95)
