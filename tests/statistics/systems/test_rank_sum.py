"""The rank-sum test against SciPy, its invariances and its edges."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from trueness.errors import UnsupportedMethodError
from trueness.statistics.systems.rank_sum import rank_sum
from trueness.statistics.systems.system_pairs import SystemPairs

NAN = np.nan
SIDES = ("greater", "less", "two-sided")
WHOLE = arrays(np.float64, (3, 8), elements=st.integers(1, 5).map(float))


@pytest.mark.parametrize("m", [1, 6, 20])
def test_exact_without_ties_as_scipy_has_it(m):
    scores = np.random.default_rng(5).normal(size=(4, m)) + 0.3 * np.arange(4)[:, None]
    found = rank_sum(SystemPairs.of(scores))
    assert found.exact.all()
    for p, (i, k) in enumerate(itertools.combinations(range(4), 2)):
        for side in SIDES:
            wanted = scipy.stats.mannwhitneyu(scores[i], scores[k], method="exact", alternative=side)
            assert found.statistic[p] == wanted.statistic
            assert found.pvalue(side)[p] == pytest.approx(wanted.pvalue, rel=1e-9)


@pytest.mark.parametrize("continuity", [False, True])
@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize("levels", [4, 10**9])
def test_the_normal_approximation_as_scipy_has_it(continuity, gaps, levels):
    rng = np.random.default_rng(6)
    scores = rng.integers(0, levels, (4, 90)) / 7.0
    if gaps:
        scores[rng.random(scores.shape) < 0.1] = NAN
    found = rank_sum(SystemPairs.of(scores), continuity=continuity)
    assert not found.exact.any()
    for p, (i, k) in enumerate(itertools.combinations(range(4), 2)):
        both = ~np.isnan(scores[i] + scores[k])
        for side in SIDES:
            wanted = scipy.stats.mannwhitneyu(
                scores[i, both],
                scores[k, both],
                method="asymptotic",
                use_continuity=continuity,
                alternative=side,
            )
            assert found.statistic[p] == wanted.statistic
            assert found.pvalue(side)[p] == pytest.approx(wanted.pvalue, rel=1e-9)


@given(WHOLE, st.permutations(range(8)), st.permutations(range(8)))
def test_pairing_and_monotone_transforms_are_nothing(scores, first, second):
    found = rank_sum(SystemPairs.of(scores))
    shuffled = np.stack([scores[0, first], scores[1, second], scores[2]])
    np.testing.assert_array_equal(found.two_sided, rank_sum(SystemPairs.of(shuffled)).two_sided)
    for transform in (np.exp, lambda x: x**3, np.log):
        other = rank_sum(SystemPairs.of(transform(scores)))
        np.testing.assert_array_equal(found.two_sided, other.two_sided)
        np.testing.assert_array_equal(found.statistic, other.statistic)
    turned = rank_sum(SystemPairs.of(scores[::-1]))
    np.testing.assert_allclose(found.greater, turned.less[::-1], rtol=1e-12)


@given(WHOLE)
def test_a_copy_is_not_told_apart(scores):
    found = rank_sum(SystemPairs.of(np.stack([scores[0], scores[1], scores[0]])))
    assert (found.two_sided[1], found.statistic[1]) == (1, 32)


def test_equal_scores_and_nothing_shared():
    found = rank_sum(SystemPairs.of([[2.0] * 60, [2.0] * 60]))
    assert (found.greater[0], found.less[0], found.two_sided[0]) == (1, 1, 1)
    found = rank_sum(SystemPairs.of([[1.0, NAN], [NAN, 2.0]]))
    assert np.isnan([found.greater[0], found.two_sided[0], found.statistic[0]]).all()


def test_clusters_are_refused():
    with pytest.raises(UnsupportedMethodError, match="rank_sum test takes inputs for independent"):
        rank_sum(SystemPairs.of(np.eye(2), clusters=[0, 0]))
