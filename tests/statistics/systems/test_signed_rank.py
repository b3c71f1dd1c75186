"""Wilcoxon's signed-rank test against SciPy, enumeration, its invariances and its edges."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.statistics.systems.signed_rank import signed_rank
from trueness.statistics.systems.system_pairs import SystemPairs

NAN = np.nan
SIDES = ("greater", "less", "two-sided")
WHOLE = arrays(np.float64, (3, 8), elements=st.integers(1, 5).map(float))


def test_exact_without_ties_as_scipy_has_it():
    rng = np.random.default_rng(3)
    for m in (1, 5, 12, 50):
        scores = rng.normal(size=(4, m)) + 0.2 * np.arange(4)[:, None]
        found = signed_rank(SystemPairs.of(scores))
        assert found.exact.all()
        for p, (i, k) in enumerate(itertools.combinations(range(4), 2)):
            for side in SIDES:
                wanted = scipy.stats.wilcoxon(scores[i], scores[k], method="exact", alternative=side)
                assert found.pvalue(side)[p] == pytest.approx(wanted.pvalue, rel=1e-10)
            positive = scipy.stats.wilcoxon(scores[i], scores[k], alternative="greater").statistic
            assert found.statistic[p] == positive


@pytest.mark.parametrize("zeros", ["pratt", "wilcox"])
@pytest.mark.parametrize("continuity", [False, True])
@pytest.mark.parametrize("gaps", [False, True])
def test_ties_and_zeros_as_scipy_has_them(zeros, continuity, gaps):
    rng = np.random.default_rng(4)
    scores = rng.integers(1, 6, (5, 40)) / 3.0
    if gaps:
        scores[rng.random(scores.shape) < 0.15] = NAN
    found = signed_rank(SystemPairs.of(scores), zeros=zeros, continuity=continuity)
    assert not found.exact.any()
    thirds = np.rint(scores * 3)  # SciPy compares differences as they come
    for p, (i, k) in enumerate(itertools.combinations(range(5), 2)):
        both = ~np.isnan(thirds[i] + thirds[k])
        for side in SIDES:
            wanted = scipy.stats.wilcoxon(
                thirds[i, both],
                thirds[k, both],
                zero_method=zeros,
                correction=continuity,
                method="asymptotic",
                alternative=side,
            )
            assert found.pvalue(side)[p] == pytest.approx(wanted.pvalue, rel=1e-9)


def test_differences_equal_by_arithmetic_tie():
    """.3 - .1 and .2 - 0 differ in their last bit; that must be no order, on a lattice and off it."""
    scores = np.array([[0.3, 0.2, 0.5, 0.0], [0.1, 0.0, 0.4, 0.3]])
    for scale in (1.0, np.pi):
        found = signed_rank(SystemPairs.of(scores * scale), continuity=False)
        wanted = scipy.stats.wilcoxon([2, 2, 1, -3], method="asymptotic")
        assert found.two_sided[0] == pytest.approx(wanted.pvalue, rel=1e-12)
        assert found.statistic[0] == 6
        assert not found.exact[0]


def test_depression_scale():
    """Hollander and Wolfe (1973), p. 29, as in R's help of `wilcox.test`: V = 40, one-sided p = 5/256 = .01953."""
    first = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
    second = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
    found = signed_rank(SystemPairs.of([first, second]))
    assert (found.statistic[0], found.turned_statistic[0]) == (40, 5)
    assert found.greater[0] == 5 / 256
    assert found.two_sided[0] == 10 / 256


def test_exact_pvalues_by_enumeration():
    differences = np.array([0.5, -1.3, 2.1, 3.3, -0.2, 4.0, 1.1])
    found = signed_rank(SystemPairs.of([differences, np.zeros(7)]))
    ranks = scipy.stats.rankdata(np.abs(differences))
    sums = [sum(ranks[np.array(s) > 0]) for s in itertools.product((0, 1), repeat=7)]
    observed = ranks[differences > 0].sum()
    assert found.greater[0] == pytest.approx(np.mean([s >= observed for s in sums]), rel=1e-12)
    assert found.less[0] == pytest.approx(np.mean([s <= observed for s in sums]), rel=1e-12)


@given(WHOLE, st.permutations(range(8)), st.sampled_from(["pratt", "wilcox"]))
def test_order_of_inputs_is_nothing_and_turned_pairs_mirror(scores, order, zeros):
    found = signed_rank(SystemPairs.of(scores), zeros=zeros)
    shuffled = signed_rank(SystemPairs.of(scores[:, order]), zeros=zeros)
    turned = signed_rank(SystemPairs.of(scores[::-1]), zeros=zeros)
    np.testing.assert_array_equal(found.two_sided, shuffled.two_sided)
    np.testing.assert_allclose(found.greater, turned.less[::-1], rtol=1e-12)


@given(WHOLE, st.sampled_from(["pratt", "wilcox"]), st.integers(1, 9), st.integers(-9, 9))
def test_scale_and_origin_are_nothing_and_a_copy_is_not_told_apart(scores, zeros, scale, shift):
    scores = np.stack([scores[0], scores[1], scores[0]])
    found = signed_rank(SystemPairs.of(scores), zeros=zeros)
    moved = signed_rank(SystemPairs.of(scores * scale + shift), zeros=zeros)
    np.testing.assert_array_equal(found.two_sided, moved.two_sided)
    assert (found.greater[1], found.less[1], found.two_sided[1]) == (1, 1, 1)


def test_nothing_shared_is_undefined():
    found = signed_rank(SystemPairs.of([[1.0, NAN], [NAN, 2.0]]))
    assert np.isnan([found.greater[0], found.less[0], found.two_sided[0], found.statistic[0]]).all()


def test_unusable_requests_are_refused():
    with pytest.raises(ArgumentError, match="`zeros` must be one of 'pratt', 'wilcox'"):
        signed_rank(SystemPairs.of(np.eye(2)), zeros="zsplit")
    with pytest.raises(UnsupportedMethodError, match="wilcoxon test takes inputs for independent"):
        signed_rank(SystemPairs.of(np.eye(2), clusters=[0, 0]))
