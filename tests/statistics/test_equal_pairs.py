"""How many pairs can be equal, against all partitions."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.equal_pairs import EqualPairs, equal_counts


def partitions(n):
    """Return all partitions of n values, as lists of sets."""
    if n == 0:
        return [[]]
    return [
        [*rest[:k], rest[k] | {n - 1}, *rest[k + 1 :]] if k < len(rest) else [*rest, {n - 1}]
        for rest in partitions(n - 1)
        for k in range(len(rest) + 1)
    ]


def within(partition):
    return sum(len(block) * (len(block) - 1) // 2 for block in partition)


@pytest.mark.parametrize("n", range(9))
def test_counts_are_those_of_all_partitions(n):
    assert equal_counts(n) == tuple(sorted({within(one) for one in partitions(n)}))


def test_shaffers_examples():
    # of three values none, one or three pairs are equal; of five ten, six, four ... (Shaffer 1986)
    assert equal_counts(3) == (0, 1, 3)
    assert equal_counts(4) == (0, 1, 2, 3, 6)
    assert equal_counts(5) == (0, 1, 2, 3, 4, 6, 10)


@pytest.mark.parametrize("n", [3, 4, 5, 6, 7])
def test_is_the_largest_over_all_partitions(n):
    rng = np.random.default_rng(n)
    everything = partitions(n)
    for _ in range(20):
        pairs = list(itertools.combinations(range(n), 2))
        rng.shuffle(pairs)
        values, left = EqualPairs(n), everything
        for a, b in pairs:
            left = [one for one in left if not any({a, b} <= block for block in one)]
            values.separate(int(a), int(b))
            expected = max(within(one) for one in left)
            assert values.at_least() <= expected <= values.at_most
            assert values.largest() == expected == values.at_most


def test_bounds_where_the_search_may_take_no_time():
    n = 7
    rng = np.random.default_rng(0)
    pairs = list(itertools.combinations(range(n), 2))
    rng.shuffle(pairs)
    exact, bounded, gaps = EqualPairs(n), EqualPairs(n, most_nodes=1), 0
    assert bounded.searches
    for rejected, (a, b) in enumerate(pairs, start=1):
        for values in (exact, bounded):
            values.separate(int(a), int(b))
        assert bounded.at_least() <= exact.largest() <= bounded.largest()
        assert bounded.largest() <= max(count for count in equal_counts(n) if count <= len(pairs) - rejected)
        gaps += bounded.largest() > exact.largest()
    assert exact.searches
    assert not bounded.searches
    assert gaps  # otherwise nothing was bounded


def test_a_pair_told_twice_changes_nothing():
    values = EqualPairs(4)
    for _ in range(2):
        values.separate(2, 0)
        assert values.largest() == 3


def test_values_close_together_can_be_equal():
    # 30 values on a line of which those at most 4 apart may be equal: six blocks of five
    values = EqualPairs(30)
    for a, b in itertools.combinations(range(30), 2):
        if b - a > 4:
            values.separate(a, b)
    assert values.largest() == 6 * 10


def test_refuses_what_are_no_pairs():
    with pytest.raises(ArgumentError, match="positions from 0 to 3; this is 4"):
        EqualPairs(4).separate(0, 4)
    with pytest.raises(ArgumentError, match="cannot differ from itself"):
        EqualPairs(4).separate(2, 2)
    with pytest.raises(ArgumentError, match="n_values"):
        EqualPairs(0)
    with pytest.raises(ArgumentError, match="n_values"):
        equal_counts(-1)
