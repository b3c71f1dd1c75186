"""Pairs counted on a walk: those counted one by one."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.compiled import compiled
from trueness.statistics.engine.column_walks import fill_walked_pairs
from trueness.statistics.engine.prepared_columns import PreparedColumns


@pytest.mark.parametrize("n_values", [2, 4, 1000])
@pytest.mark.parametrize("number", [np.float32, np.float64])
@pytest.mark.parametrize("run", [lambda kernel: kernel, compiled])
def test_pairs_are_those_counted_one_by_one(n_values, number, run):
    rng = np.random.default_rng(n_values)
    n_metrics, n, n_columns, n_draws = 2, 13, 3, 4
    x = rng.integers(0, n_values, (n_metrics, n, n_columns)).astype(float)
    z = rng.integers(0, n_values, (n, n_columns)).astype(float)
    present = rng.random(z.shape) < 0.8
    weights = rng.integers(0, 4, (n, n_draws)).astype(number)
    ready = PreparedColumns.of(x, z, present, ["kendall"], pairs=False)
    net = np.empty((n_metrics * n_columns, n_draws), dtype=number)
    run(fill_walked_pairs)(weights, ready.order, ready.ranks, ready.sizes, net)
    first, second = np.triu_indices(n, 1)
    for k in range(n_metrics):
        for c in range(n_columns):
            sign = np.sign(x[k, first, c] - x[k, second, c]) * np.sign(z[first, c] - z[second, c])
            sign *= present[first, c] & present[second, c]
            np.testing.assert_array_equal(net[k * n_columns + c], sign @ (weights[first] * weights[second]))
