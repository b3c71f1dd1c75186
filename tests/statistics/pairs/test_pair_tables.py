"""Sums over pairs after swaps of systems against looking every pair up."""

from __future__ import annotations

import itertools

import numpy as np

from trueness.statistics.pairs.pair_tables import PairTables


def test_every_arrangement():
    rng = np.random.default_rng(2)
    n, q = 4, 3
    pairs = list(itertools.combinations(range(n), 2))
    cases = rng.normal(size=(4, q, len(pairs)))
    coins = np.array(list(itertools.product((1, -1), repeat=n)), dtype=np.int8)
    first, second = PairTables.of(cases, n).under(coins)
    for b, coin in enumerate(coins):
        for side, own in ((first, coin), (second, -coin)):
            expected = sum(cases[2 * (own[i] < 0) + (own[k] < 0), :, p] for p, (i, k) in enumerate(pairs))
            np.testing.assert_allclose(side[b], expected)


def test_one_system_has_no_pairs():
    first, second = PairTables.of(np.zeros((4, 2, 0)), 1).under(np.ones((5, 1), dtype=np.int8))
    assert first.shape == second.shape == (5, 2)
    assert not first.any()
