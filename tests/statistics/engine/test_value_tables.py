"""Tables of values under resamples against one weighted sample at a time, and against a walk through the outputs."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.statistics.coefficients import weighted_coefficients
from trueness.statistics.engine import value_tables
from trueness.statistics.engine.left_out_columns import left_out_columns
from trueness.statistics.engine.pooled_outputs import PooledOutputs
from trueness.statistics.engine.resample import Weights
from trueness.statistics.engine.value_tables import ValueTables, pairs_of

NAMES = ("pearson", "spearman", "kendall")


@given(
    seed=st.integers(0, 2**32 - 1),
    shape=st.tuples(st.integers(1, 5), st.integers(1, 9)),
    distinct=st.tuples(st.integers(1, 6), st.integers(1, 6), st.integers(1, 5)),
    over=st.sampled_from(["systems", "inputs", "both"]),
    missing=st.sampled_from([0.0, 0.3]),
)
def test_equals_one_sample_at_a_time(seed, shape, distinct, over, missing):
    rng = np.random.default_rng(seed)
    x = np.stack([rng.integers(0, n, shape) / 3 for n in distinct[:2]])
    z = rng.integers(0, distinct[2], shape) / 7
    cells = rng.random(shape) >= missing
    if not cells.any():
        return
    w, v = (rng.multinomial(n, np.ones(n) / n, 40).astype(float) for n in shape)
    weights = Weights(w if over != "inputs" else None, v if over != "systems" else None)
    found = ValueTables.of(x, z, cells, NAMES).values(weights)
    w, v = (
        np.ones_like(side) if own is None else side
        for own, side in ((weights.systems, w), (weights.inputs, v))
    )
    counts = (w[:, :, None] * v[:, None, :])[:, cells]
    expected = weighted_coefficients(x[:, cells], z[cells], counts[:, None, :], NAMES)
    walked = PooledOutputs.of(x, z, cells, NAMES).values(weights)
    for name in NAMES:
        assert found[name].shape == (40, 2)
        np.testing.assert_allclose(found[name], expected[name], atol=1e-12, err_msg=name)
        if name != "pearson":  # quotients of the same whole numbers
            np.testing.assert_array_equal(found[name], walked[name], err_msg=name)


def test_no_bit_depends_on_other_metrics_or_on_what_is_held(monkeypatch):
    rng = np.random.default_rng(3)
    x = np.stack([rng.integers(0, n, (3, 50)) / 10 for n in (2, 5, 13)])
    z = rng.integers(0, 4, (3, 50)).astype(float)
    cells = np.ones((3, 50), dtype=bool)
    weights = Weights(
        rng.multinomial(3, np.ones(3) / 3, 99).astype(float),
        rng.multinomial(50, np.ones(50) / 50, 99).astype(float),
    )
    together = ValueTables.of(x, z, cells, NAMES).values(weights)
    monkeypatch.setattr(value_tables, "HELD", 400)
    for k in range(3):
        alone = ValueTables.of(x[k : k + 1], z, cells, NAMES).values(weights)
        for name in NAMES:
            np.testing.assert_array_equal(alone[name][:, 0], together[name][:, k], err_msg=name)


@pytest.mark.parametrize(("values", "table"), [(16, True), (17, False)])
def test_many_values_have_no_table(values, table):
    human, x = np.arange(17) % 8 * 1.0, np.minimum(np.arange(17), values - 1) * 1.0
    found = ValueTables.of(x[None, None], human[None], np.ones((1, 17), dtype=bool), NAMES)
    assert (found is not None) == table


def test_outputs_that_nobody_judged_have_no_table():
    nothing = np.zeros((1, 2), dtype=bool)
    assert ValueTables.of(np.ones((1, 1, 2)), np.ones((1, 2)), nothing, NAMES) is None


def test_a_covariance_of_nothing_is_nothing():
    """Of whole numbers sums are exact, so that a correlation of 0 is 0, and one of 1 is 1."""
    z = np.array([[1.0, 1, 2, 2, 5, 5]])
    x = np.array([[[3.0, 7, 3, 7, 3, 7]], z * 3e-200])
    found = ValueTables.of(x, z, np.ones((1, 6), dtype=bool), NAMES).values(Weights(None, np.ones((1, 6))))
    for name in NAMES:
        assert found[name].tolist() == [[0.0, 1.0]]


@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(3, 40),
    distinct=st.tuples(st.integers(1, 5), st.integers(1, 5), st.integers(1, 4)),
    alone=st.booleans(),
)
def test_without_each_equals_sums_over_outputs(seed, n, distinct, alone):
    rng = np.random.default_rng(seed)
    x = np.stack([rng.integers(0, size, n) / 3 for size in distinct[:2]])
    z = rng.integers(0, distinct[2], n) / 7
    n_units = n + 1 if alone else 5
    units = rng.permutation(n) if alone else rng.integers(0, n_units - 1, n)  # the last has no outputs
    tables = ValueTables.of(x[:, None], z[None], np.ones((1, n), dtype=bool), NAMES)
    found = tables.without_each(units, n_units)
    wanted = left_out_columns(x[:, :, None], z[:, None], np.ones((n, 1), dtype=bool), units, n_units, NAMES)
    for name in NAMES:
        np.testing.assert_allclose(found[name], wanted[name][:, 0], rtol=0, atol=1e-14)


def test_counts_stay_exact_where_single_precision_ends():
    x, z = np.array([0.0, 0, 1, 2]), np.array([0.0, 0, 2, 1])
    counts = np.array([2**23 + 1, 2**23, 2**24 - 1, 2**22])
    tables = ValueTables.of(x[None, None], z[None], np.ones((1, 4), dtype=bool), ["pearson"])
    found = tables.values(Weights(None, counts[None].astype(float)))["pearson"]
    (square_x, product), (_, square_z) = np.cov(x, z, fweights=counts)
    np.testing.assert_allclose(found, product / np.sqrt(square_x * square_z), rtol=1e-12)


def test_without_each_of_groups_of_two():
    x, z = np.array([1.0, 1, 2, 4, 2, 1]), np.array([1.0, 2, 1, 2, 2, 1])
    tables = ValueTables.of(x[None, None], z[None], np.ones((1, 6), dtype=bool), ["pearson"])
    found = tables.without_each(np.array([0, 1, 2, 2, 1, 0]), 4)["pearson"][0]
    left = ([1, 2, 3, 4], [0, 2, 3, 5], [0, 1, 4, 5], list(range(6)))
    np.testing.assert_allclose(found, [np.corrcoef(x[rows], z[rows])[0, 1] for rows in left])


def test_pairs_are_those_of_the_outputs():
    table = np.array([[2.0, 1.0], [0.0, 3.0], [1.0, 1.0]])
    rows = [place for place, count in np.ndenumerate(table) for _ in range(int(count))]
    signs = [(a[0] - b[0]) * (a[1] - b[1]) for a, b in itertools.combinations(rows, 2)]
    assert pairs_of(table) == (sum(sign > 0 for sign in signs), sum(sign < 0 for sign in signs))
