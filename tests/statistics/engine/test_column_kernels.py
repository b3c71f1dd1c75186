"""The loops over columns as plain Python, against sums written out."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.statistics.coefficients import midranks
from trueness.statistics.engine import column_kernels as kernels
from trueness.statistics.engine.prepared_columns import PreparedColumns


@pytest.fixture
def columns():
    rng = np.random.default_rng(5)
    x, z = rng.integers(0, 4, (2, 6, 3)).astype(float), rng.integers(0, 3, (6, 3)).astype(float)
    present = np.ones((6, 3), dtype=bool)
    present[4, 1] = False
    weights = rng.multinomial(6, np.ones(6) / 6, 4).T.astype(float)
    return PreparedColumns.of(x, z, present, ("pearson", "spearman", "kendall")), weights, x, z, present


def test_pair_products(columns):
    weights = columns[1]
    first, second = (side.astype(np.int32) for side in np.triu_indices(6, 1))
    products = np.empty((15, 4))
    kernels.fill_pair_products(weights, first, second, products)
    np.testing.assert_array_equal(products, weights[first] * weights[second])


@pytest.mark.parametrize("power", [1, 2, 3])
def test_powers(columns, power):
    _, weights, _, _, present = columns
    powers = np.empty((3, 4))
    kernels.fill_powers(weights, present, power, powers)
    np.testing.assert_array_equal(powers, present.T.astype(float) @ weights**power)


@pytest.mark.parametrize("power", [2, 3])
def test_spreads_are_what_ties_leave(columns, power):
    ready, weights, _, z, present = columns
    totals, powers = np.empty((2, 3, 4))
    kernels.fill_powers(weights, present, 1, totals)
    kernels.fill_powers(weights, present, power, powers)
    rows = np.arange(6, 9, dtype=np.int32)  # the human's
    spreads = np.empty((3, 4))
    kernels.fill_spreads(weights, ready.order, ready.ranks, ready.sizes, rows, totals, powers, power, spreads)
    for c, b in itertools.product(range(3), range(4)):
        w, values = weights[present[:, c], b], z[present[:, c], c]
        if power == 2:
            expected = sum(w[i] * w[k] * (values[i] != values[k]) for i in range(len(w)) for k in range(i))
        else:
            ranks = np.unique(values, return_inverse=True)[1]
            expected = np.sum(w * midranks(ranks, w) ** 2)
        assert spreads[c, b] == expected


def test_midrank_products_and_moments(columns):
    ready, weights, x, z, present = columns
    totals = np.empty((3, 4))
    kernels.fill_powers(weights, present, 1, totals)
    ranked, moments, spreads = np.empty((6, 4)), np.empty((6, 4)), np.empty((9, 4))
    kernels.fill_midrank_products(weights, ready.order, ready.ranks, ready.sizes, totals, ranked)
    kernels.fill_moments(
        weights, ready.scores, ready.order, ready.ranks, ready.sizes, totals, moments, spreads
    )
    for k, c, b in itertools.product(range(2), range(3), range(4)):
        here = present[:, c]
        w = weights[here, b]
        mid_x, mid_z = (
            midranks(np.unique(values[here], return_inverse=True)[1], w) for values in (x[k, :, c], z[:, c])
        )
        assert ranked[k * 3 + c, b] == np.sum(w * mid_x * mid_z)
        first, second = ready.scores[k * 3 + c][here], ready.scores[6 + c][here]
        dx, dz = (v - np.sum(w * v) / w.sum() for v in (first, second))
        assert moments[k * 3 + c, b] == pytest.approx(np.sum(w * dx * dz), abs=1e-12)
        assert spreads[6 + c, b] == pytest.approx(np.sum(w * dz * dz), abs=1e-12)


def test_an_equal_sample_has_a_spread_of_exactly_zero():
    """Though its weighted mean is often another number than each of its values, in the last bit."""
    values = np.array([0.1] * 6 + [0.7])[:, None]
    ready = PreparedColumns.of(values[None], values, np.ones((7, 1), dtype=bool), ("pearson",))
    weights = np.random.default_rng(3).integers(1, 5, (7, 50)).astype(float)
    weights[6] = 0.0
    products, spreads = np.empty((1, 50)), np.empty((2, 50))
    kernels.fill_moments(
        weights,
        ready.scores,
        ready.order,
        ready.ranks,
        ready.sizes,
        weights.sum(axis=0)[None],
        products,
        spreads,
    )
    assert not spreads.any()


@pytest.mark.filterwarnings("ignore:invalid value", "ignore:divide by zero")
def test_coefficients_add_up_where_they_are_defined():
    products = np.array([[1.0, 2.0], [3.0, 0.0]])
    spreads = np.array([[4.0, 4.0], [9.0, 0.0]])
    sums, counts = np.zeros((2, 1, 1, 2))
    where = np.array([0, 1, 0, 1], dtype=np.int32)
    outer = np.array([[[2.0, 5.0], [1.0, 7.0]]])
    kernels.add_coefficients(products, spreads, where, np.full((1, 2), 3.0), outer, sums, counts)
    assert sums.tolist() == [[[2 / 4 + 3 / 9, 5 * 2 / 4]]]
    assert counts.tolist() == [[[3.0, 5.0]]]
