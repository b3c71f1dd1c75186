"""The loops over pooled outputs, as plain Python, against one sample at a time."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.coefficients import midranks
from trueness.statistics.engine.output_kernels import fill_output_products, fill_swapped_outputs
from trueness.statistics.ties import dense_ranks


def test_products_of_systems_and_inputs():
    rng = np.random.default_rng(1)
    systems, inputs = rng.integers(0, 4, (3, 5)).astype(float), rng.integers(0, 4, (4, 5)).astype(float)
    rows, columns = np.array([0, 2, 2], dtype=np.int32), np.array([3, 0, 1], dtype=np.int32)
    products = np.empty((3, 5))
    fill_output_products(systems, inputs, rows, columns, products)
    np.testing.assert_array_equal(products, systems[rows] * inputs[columns])


@pytest.mark.parametrize("distinct", [3, 1000])
def test_sums_of_the_entries_picked(distinct):
    rng = np.random.default_rng(distinct)
    n, draws = 9, 6
    both, z = rng.integers(0, distinct, 2 * n), rng.integers(0, distinct, n)
    order = np.argsort(both, kind="stable").astype(np.int32)
    rank_z = dense_ranks(z.astype(float))
    picks = rng.integers(0, 2, (n, draws)).astype(float)
    product, net, cubes, squares = np.empty((4, draws))
    mid_z = midranks(rank_z, np.ones(n))
    fill_swapped_outputs(
        order,
        dense_ranks(both.astype(float))[order].astype(np.int32),
        picks,
        mid_z,
        rank_z.astype(np.int32),
        np.bincount(rank_z) > 1,
        np.array([True, True]),
        product,
        net,
        cubes,
        squares,
    )
    for b in range(draws):
        x = np.where(picks[:, b] > 0, both[:n], both[n:])
        ranks = dense_ranks(x.astype(float))
        sizes = np.bincount(ranks)
        assert product[b] == np.sum(midranks(ranks, np.ones(n)) * mid_z)
        assert net[b] == sum(np.sign(x[i] - x[k]) * np.sign(z[i] - z[k]) for i in range(n) for k in range(i))
        assert (squares[b], cubes[b]) == (np.sum(sizes**2), np.sum(sizes**3))
