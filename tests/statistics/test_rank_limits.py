"""Limits of ranks follow from decisions about pairs, and from what these imply."""

import itertools

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.rank_limits import rank_limits


def test_nothing_shown_leaves_every_rank():
    assert rank_limits(np.zeros((4, 4), dtype=bool)).tolist() == [[1, 4]] * 4


def test_all_shown_leaves_one():
    better = np.triu(np.ones((4, 4), dtype=bool), 1)
    assert rank_limits(better).tolist() == [[1, 1], [2, 2], [3, 3], [4, 4]]


def test_what_follows_is_counted():
    better = np.zeros((3, 3), dtype=bool)
    better[0, 1] = better[1, 2] = True
    assert rank_limits(better).tolist() == [[1, 1], [2, 2], [3, 3]]


def test_contradictions_say_nothing():
    better = np.array([[False, True], [True, False]])
    assert rank_limits(better).tolist() == [[1, 2], [1, 2]]


def test_limits_are_those_of_all_orders_that_agree_with_the_decisions():
    rng = np.random.default_rng(8)
    for _ in range(40):
        truth = rng.permutation(5)
        better = (truth[:, None] < truth[None]) & (rng.random((5, 5)) < 0.4)
        orders = [
            ranks
            for ranks in itertools.permutations(range(1, 6))
            if all(ranks[i] < ranks[k] for i, k in zip(*np.nonzero(better), strict=True))
        ]
        expected = np.stack([np.min(orders, axis=0), np.max(orders, axis=0)], axis=1)
        assert rank_limits(better).tolist() == expected.tolist()


def test_what_is_no_square_matrix_of_booleans_is_refused():
    with pytest.raises(ArgumentError, match="booleans"):
        rank_limits(np.zeros((2, 2)))
    with pytest.raises(ArgumentError, match="square"):
        rank_limits(np.zeros((2, 3), dtype=bool))


@pytest.mark.parametrize("seed", range(12))
def test_what_follows_from_many_decisions_is_what_products_of_matrices_say(seed):
    rng = np.random.default_rng(seed)
    size = int(rng.integers(1, 40))
    better = rng.random((size, size)) < rng.choice([0.02, 0.1, 0.5])
    if seed % 2:  # an order; otherwise with circles
        order = rng.permutation(size)
        better &= order[:, None] < order
    closed = better & ~np.eye(size, dtype=bool)
    for _ in range(size):
        closed = closed | (closed.astype(int) @ closed.astype(int) > 0)
    closed &= ~closed.T
    wanted = np.stack([1 + closed.sum(axis=0), size - closed.sum(axis=1)], axis=1)
    np.testing.assert_array_equal(rank_limits(better), wanted)
