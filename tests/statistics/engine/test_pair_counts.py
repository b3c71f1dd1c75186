"""The compiled count of pairs against a loop over all pairs."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from trueness.statistics.engine.pair_counts import (
    Concordance,
    _count_pairs,
    fill_net_concordance,
    net_concordance,
)
from trueness.statistics.ties import dense_ranks


def by_loop(x, z, w):
    net = untied = 0
    for i, k in itertools.combinations(range(len(x)), 2):
        sign = int(np.sign(x[i] - x[k]) * np.sign(z[i] - z[k]))
        net += w[i] * w[k] * sign
        untied += w[i] * w[k] * abs(sign)
    return net, untied


@given(seed=st.integers(0, 2**32 - 1), n=st.integers(1, 25), distinct=st.sampled_from([1, 2, 8, 1000]))
def test_equals_the_loop(seed, n, distinct):
    rng = np.random.default_rng(seed)
    x, z = (dense_ranks(rng.integers(0, distinct, n).astype(float)) for _ in range(2))
    weights = rng.integers(0, 4, (3, n))
    net, untied = net_concordance(x, z, weights.astype(float))
    for b in range(3):
        assert (net[b], untied[b]) == by_loop(x, z, weights[b])


def test_source_of_the_kernel_counts_the_same_uncompiled():
    rng = np.random.default_rng(3)
    x = np.sort(dense_ranks(rng.integers(0, 9, 30).astype(float)))
    z = dense_ranks(rng.integers(0, 9, 30).astype(float))
    weights = rng.integers(0, 3, (2, 30))
    up, down = np.empty(2, dtype=np.int64), np.empty(2, dtype=np.int64)
    _count_pairs(x, z, weights, int(z.max()) + 1, up, down)
    for b in range(2):
        assert (up[b] - down[b], up[b] + down[b]) == by_loop(x, z, weights[b])


def prepared(vectors):
    """Sort vectors, the human last, as `Concordance` takes them."""
    order = np.stack([np.argsort(vector, kind="stable") for vector in vectors])
    ranks = np.stack([vector[by] for vector, by in zip(vectors, order, strict=True)])
    return Concordance.of(order.astype(np.int32), ranks.astype(np.int32))


@given(seed=st.integers(0, 2**32 - 1), n=st.integers(1, 25), distinct=st.integers(1, 12))
def test_resamples_side_by_side_equal_the_loop(seed, n, distinct):
    rng = np.random.default_rng(seed)
    vectors = [dense_ranks(rng.integers(0, distinct, n).astype(float)) for _ in range(4)]
    counts = rng.integers(0, 4, (n, 5)).astype(float)
    net = prepared(vectors).under(counts)
    expected = [[by_loop(x, vectors[-1], counts[:, b])[0] for b in range(5)] for x in vectors[:-1]]
    assert net.tolist() == expected


def test_source_of_resamples_side_by_side_counts_the_same_uncompiled():
    rng = np.random.default_rng(4)
    x, z = (dense_ranks(rng.integers(0, 5, 14).astype(float)) for _ in range(2))
    counts = rng.integers(0, 3, (14, 3)).astype(float)
    ready, net = prepared([x, z]), np.full(3, np.nan)
    fill_net_concordance(ready.order[0], ready.ranks[0], ready.rank_z, ready.tied_z, counts, net)
    assert net.tolist() == [by_loop(x, z, counts[:, b])[0] for b in range(3)]


def test_large_counts_stay_exact():
    n = 60_000
    x = np.arange(n)
    net, untied = net_concordance(x, x[::-1].copy(), np.full((1, n), 3.0))
    assert (net[0], untied[0]) == (-9 * (n * (n - 1) // 2), 9 * (n * (n - 1) // 2))
