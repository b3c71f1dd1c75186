"""Where metrics stand: clusters by the rule of WMT, and what no other metric beats."""

from __future__ import annotations

import dataclasses
import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.studies.compare.rows import PairTest
from trueness.studies.compare.standing import clusters_by_name, standing

KEY = ("system", "pearson")


def row(metric, rival, greater, verdict):
    values = dict.fromkeys((field.name for field in dataclasses.fields(PairTest)), 0.0)
    given = {"metric": metric, "rival": rival, "pvalue_greater": greater, "pvalue_less": 1 - greater}
    return PairTest(**{**values, **given, "verdict": verdict})


def test_a_worked_example():
    """b leads; c is beaten by b; a is beaten by b, but not by c, in whose cluster it is; d has no value."""
    tests = [
        row("a", "b", 0.99, "worse"),
        row("a", "c", 0.97, "not separated"),
        row("a", "d", np.nan, "undefined"),
        row("b", "c", 0.04, "better"),
        row("b", "d", np.nan, "undefined"),
        row("c", "d", np.nan, "undefined"),
    ]
    found = standing("abcd", np.array([0.1, 0.9, 0.5, np.nan]), tests, KEY, 0.05)
    assert [(one.metric, one.cluster, one.not_outperformed) for one in found] == [
        ("a", 2, False),
        ("b", 1, True),
        ("c", 2, False),
        ("d", None, False),
    ]
    assert [(one.n_beaten, one.n_beaten_by) for one in found] == [(0, 1), (2, 0), (0, 1), (0, 0)]
    assert [(one.rank_low, one.rank_high) for one in found] == [(2, 3), (1, 1), (2, 3), (None, None)]
    # (K - 1) times the smallest p-value of a better one
    assert [one.pvalue_best for one in found] == pytest.approx([0.02, 1, 0.08, np.nan], nan_ok=True)
    assert [one.may_be_best for one in found] == [False, True, True, False]
    assert {(one.level, one.coefficient) for one in found} == {KEY}


def clusters_by_definition(values, better):
    """The rule again, as a recursion over the metrics in order: split off the longest head without a winner over it."""
    order = sorted(range(len(values)), key=lambda k: -values[k])

    def ranks(rest, rank):
        if not rest:
            return {}
        size = next((k for k in range(1, len(rest)) if any(better[i, rest[k]] for i in rest[:k])), len(rest))
        return dict.fromkeys(rest[:size], rank) | ranks(rest[size:], rank + 1)

    return ranks(order, 1)


@given(n=st.integers(2, 7), seed=st.integers(0, 10**6))
def test_clusters_follow_their_definition(n, seed):
    rng = np.random.default_rng(seed)
    values, better, tests = rng.permutation(n) / n, np.zeros((n, n), dtype=bool), []
    for a, b in itertools.combinations(range(n), 2):
        verdict = str(rng.choice(["better", "worse", "not separated", "undefined"]))
        better[a, b], better[b, a] = verdict == "better", verdict == "worse"
        # p-values of less than .05 either way: what was not decided starts no cluster
        tests.append(row(str(a), str(b), rng.choice([0.001, 0.999]), verdict))
    found = standing([str(k) for k in range(n)], values, tests, KEY, 0.05)
    assert {k: one.cluster for k, one in enumerate(found)} == clusters_by_definition(values, better)
    assert [one.estimate for one in found] == pytest.approx(values)


def test_where_nothing_is_separated_there_is_one_cluster():
    tests = [row(a, b, 0.001, "not separated") for a, b in itertools.combinations("abc", 2)]
    found = standing("abc", np.array([0.1, 0.9, 0.5]), tests, KEY, 0.05)
    assert [one.cluster for one in found] == [1, 1, 1]
    assert all(one.not_outperformed for one in found)


def test_equal_estimates_are_ranked_alike_in_any_order():
    # b beats c, and a and b are level: whether c is met before or after b decides its cluster
    names, values = ("a", "b", "c"), np.array([0.5, 0.5, 0.5])
    better = np.array([[False, False, False], [False, False, True], [False, False, False]])
    found = dict(zip(names, clusters_by_name(names, values, better), strict=True))
    assert found == {"a": 1, "b": 1, "c": 2}
    for order in ([2, 1, 0], [1, 2, 0], [2, 0, 1]):
        moved = [names[k] for k in order]
        again = clusters_by_name(moved, values[order], better[np.ix_(order, order)])
        assert dict(zip(moved, again, strict=True)) == found
