"""The compiled count of pairs against a loop over all pairs."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from trueness.statistics.engine.pair_counts import _count_pairs, net_concordance
from trueness.statistics.ties import dense_ranks


def by_loop(x, z, w):
    net = untied = 0
    for i, k in itertools.combinations(range(len(x)), 2):
        sign = int(np.sign(x[i] - x[k]) * np.sign(z[i] - z[k]))
        net += w[i] * w[k] * sign
        untied += w[i] * w[k] * abs(sign)
    return net, untied


@given(seed=st.integers(0, 2**32 - 1), n=st.integers(1, 25), distinct=st.integers(1, 8))
@settings(max_examples=60)
def test_equals_the_loop(seed, n, distinct):
    rng = np.random.default_rng(seed)
    x, z = (dense_ranks(rng.integers(0, distinct, n).astype(float)) for _ in range(2))
    weights = rng.integers(0, 4, (3, n))
    net, untied = net_concordance(x, z, weights.astype(float))
    for b in range(3):
        assert (net[b], untied[b]) == by_loop(x, z, weights[b])


def test_source_of_the_kernel_counts_the_same_uncompiled():
    rng = np.random.default_rng(3)
    x = np.sort(dense_ranks(rng.integers(0, 4, 12).astype(float)))
    z = dense_ranks(rng.integers(0, 4, 12).astype(float))
    weights = rng.integers(0, 3, (2, 12))
    up, down = np.empty(2, dtype=np.int64), np.empty(2, dtype=np.int64)
    _count_pairs(x, z, weights, int(z.max()) + 1, up, down)
    for b in range(2):
        assert (up[b] - down[b], up[b] + down[b]) == by_loop(x, z, weights[b])


def test_large_counts_stay_exact():
    n = 60_000
    x = np.arange(n)
    net, untied = net_concordance(x, x[::-1].copy(), np.full((1, n), 3.0))
    assert (net[0], untied[0]) == (-9 * (n * (n - 1) // 2), 9 * (n * (n - 1) // 2))
