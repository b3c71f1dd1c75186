"""Bilinear forms: the sums of signs of permuted differences, counted out for every arrangement of coins."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.statistics.compiled import compiled
from trueness.statistics.engine.coin_forms import fill_coin_forms


@pytest.mark.parametrize("absolute", [False, True])
@pytest.mark.parametrize("own_weights", [False, True])
@pytest.mark.parametrize("run", [lambda kernel: kernel, compiled])
def test_forms_are_the_sums_of_signs(absolute, own_weights, run):
    rng = np.random.default_rng(3)
    n, rows = 5, 4
    ranks = rng.integers(0, 6, (2 * n, rows)).astype(np.int32)
    first, second = np.triu_indices(n, 1)
    weights = rng.integers(-3, 4, (len(first), rows if own_weights else 1)).astype(float)
    constant, linear, quadratic = np.empty(rows), np.empty((n, rows)), np.empty((len(first), rows))
    run(fill_coin_forms)(ranks, weights, constant, linear, quadratic, absolute=absolute)
    for coins in itertools.product((1, -1), repeat=n):
        coin = np.array(coins)
        picked = np.where(coin[:, None] > 0, ranks[:n], ranks[n:])
        sign = np.sign(picked[first] - picked[second])
        expected = 4 * np.sum(weights * (np.abs(sign) if absolute else sign), axis=0)
        found = constant + coin @ linear + (coin[first] * coin[second]) @ quadratic
        np.testing.assert_array_equal(found, expected)
