"""Rank clusters: hand cases, a literal transcription of the rule, and what must not change them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import ArgumentError
from trueness.statistics.rank_clusters import not_outperformed, rank_clusters


@st.composite
def comparisons(draw):
    """Distinct estimates and a matrix of one-sided p-values, some undefined, some exactly alpha."""
    size = draw(st.integers(1, 7))
    estimates = draw(st.lists(st.integers(-50, 50), min_size=size, max_size=size, unique=True))
    values = st.sampled_from([0.001, 0.05, 0.0500001, 0.3, 0.9, np.nan])
    matrix = [[draw(values) for _ in range(size)] for _ in range(size)]
    return np.array(estimates) / 50, np.array(matrix)


def _rule(estimates, p, alpha):
    """The rule, on metrics sorted by estimate."""
    order = sorted(range(len(estimates)), key=lambda metric: -estimates[metric])
    ranks, start, rank = {}, 0, 1
    for place, metric in enumerate(order):
        if any(p[order[above]][metric] <= alpha for above in range(start, place)):
            start, rank = place, rank + 1
        ranks[metric] = rank
    return tuple(ranks[metric] for metric in range(len(estimates)))


def test_a_cluster_starts_where_any_of_its_members_is_better():
    estimates = [0.9, 0.8, 0.7, 0.6]
    p = np.full((4, 4), 0.5)
    assert rank_clusters(estimates, p) == (1, 1, 1, 1)
    p[1, 2] = 0.01
    assert rank_clusters(estimates, p) == (1, 1, 2, 2)
    p[2, 3] = 0.05
    assert rank_clusters(estimates, p) == (1, 1, 2, 3)
    # Only members of the current cluster count: the first one beating the last changes nothing here,
    p[2, 3], p[0, 3] = 0.5, 0.001
    assert rank_clusters(estimates, p) == (1, 1, 2, 2)
    # nor does a worse metric beating a better one.
    p[3, 0] = 0.001
    assert rank_clusters(estimates, p) == (1, 1, 2, 2)


def test_ranks_come_in_the_order_given():
    p = [[1, 0.99, 0.99], [0.01, 1, 0.2], [0.04, 0.8, 1]]
    assert rank_clusters([0.5, 0.9, 0.8], p) == (2, 1, 1)
    assert rank_clusters([0.5, 0.9, 0.8], p, alpha=0.02) == (2, 1, 1)
    assert rank_clusters([0.5, 0.9, 0.8], p, alpha=0.005) == (1, 1, 1)


@given(case=comparisons())
def test_agrees_with_the_rule(case):
    estimates, p = case
    assert rank_clusters(estimates, p) == _rule(estimates, p, 0.05)


@given(case=comparisons(), seed=st.integers(0, 2**32 - 1))
def test_does_not_depend_on_the_order_of_the_metrics(case, seed):
    estimates, p = case
    order = np.random.default_rng(seed).permutation(len(estimates))
    ranks = rank_clusters(estimates, p)
    assert rank_clusters(estimates[order], p[np.ix_(order, order)]) == tuple(
        ranks[metric] for metric in order
    )
    worse = np.transpose(p) <= 0.05
    best = not_outperformed(worse)
    np.testing.assert_array_equal(not_outperformed(worse[np.ix_(order, order)]), best[order])


@given(case=comparisons())
def test_ranks_are_dense_follow_the_estimates_and_undefined_tests_never_separate(case):
    estimates, p = case
    ranks = rank_clusters(estimates, p)
    by_estimate = [ranks[metric] for metric in np.argsort(-estimates)]
    assert by_estimate == sorted(by_estimate)
    assert set(ranks) == set(range(1, max(ranks) + 1))
    assert set(rank_clusters(estimates, np.full_like(p, np.nan))) == {1}
    assert rank_clusters(estimates, np.where(np.isnan(p), 1, p)) == ranks


def test_a_metric_without_an_estimate_has_no_rank_and_takes_no_part():
    p = np.full((3, 3), 0.001)
    assert rank_clusters([0.5, np.nan, 0.9], p) == (2, None, 1)
    assert rank_clusters([], np.empty((0, 0))) == ()


def test_equal_estimates_keep_their_order():
    p = np.array([[1, 0.01], [0.5, 1]])
    assert rank_clusters([0.5, 0.5], p) == (1, 2)
    assert rank_clusters([0.5, 0.5], p.T) == (1, 1)


def test_not_outperformed_ignores_the_diagonal_and_the_order():
    worse = np.array([[True, False, False], [False, True, True], [False, False, True]])
    before = worse.copy()
    assert not_outperformed(worse).tolist() == [True, False, True]
    np.testing.assert_array_equal(worse, before)
    # A metric at the top by its estimate can be outperformed, one further down need not be.
    p = np.array([[1.0, 0.01, 0.3], [0.99, 1.0, 0.6], [0.7, 0.4, 1.0]])
    assert not_outperformed(p.T <= 0.05).tolist() == [True, False, True]


def test_refuses_what_does_not_fit():
    with pytest.raises(ArgumentError, match=r"shape \(2, 2\) for 3 estimates"):
        rank_clusters([0.1, 0.2, 0.3], np.ones((2, 2)))
    with pytest.raises(ArgumentError, match="between 0 and 1"):
        rank_clusters([0.1], [[2]])
    with pytest.raises(ArgumentError, match="`alpha`"):
        rank_clusters([0.1], [[1]], alpha=0)
    with pytest.raises(ArgumentError, match="square matrix of booleans"):
        not_outperformed([[0.01, 0.2], [0.3, 0.5]])
    with pytest.raises(ArgumentError, match="square matrix of booleans"):
        not_outperformed([[True, False]])
