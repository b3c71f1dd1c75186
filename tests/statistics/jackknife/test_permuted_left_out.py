"""Means of coefficients under swaps, without each system: those of scipy, and those of the walk through entries."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from trueness.statistics.engine.left_out_columns import COEFFICIENTS
from trueness.statistics.jackknife.permuted_left_out import LONGEST_COUNTED, HumanColumns, permuted_left_out

PEERS = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}


def columns(rng, n_systems, n_columns, values=None, missing=0.0):
    """Return x, y, z and the cells to use; `values` is how many different scores there are."""
    z = rng.normal(size=(n_systems, n_columns))
    x, y = z + rng.normal(size=(2, n_systems, n_columns))
    if values is not None:
        x, y, z = rng.integers(0, values, (3, n_systems, n_columns)).astype(float)
    there = rng.random((n_systems, n_columns)) >= missing
    return np.where(there, x, 0.0), np.where(there, y, 0.0), z, there


def by_scipy(x, z, there, coefficient, out):
    found = []
    for column in range(z.shape[1]):
        kept = there[:, column] & (np.arange(len(z)) != out)
        one, other = x[kept, column], z[kept, column]
        if kept.sum() >= 3 and np.ptp(one) > 0 and np.ptp(other) > 0:
            found.append(PEERS[coefficient](one, other).statistic)
    return np.mean(found) if found else np.nan


@pytest.mark.parametrize(
    ("n_systems", "values", "missing"), [(4, None, 0.0), (5, 2, 0.2), (9, 3, 0.4), (14, None, 0.3)]
)
def test_single_arrangements_by_scipy(n_systems, values, missing):
    rng = np.random.default_rng(n_systems)
    x, y, z, there = columns(rng, n_systems, 6, values, missing)
    x[:, 0] = 1.0  # constant by X alone
    z[:, 1] = 2.0
    there[2:, 2] = False
    keep = rng.random((2, n_systems)) < 0.5
    human = HumanColumns.of(z, there)
    counted, walked = (
        permuted_left_out(x, y, human, keep, COEFFICIENTS, walked=way) for way in (False, True)
    )
    for b, mine in enumerate(keep[:, :, None]):
        sides = np.where(mine, x, y), np.where(mine, y, x)
        for side, permuted in enumerate(sides):
            for name in COEFFICIENTS:
                expected = [by_scipy(permuted, z, there, name, out) for out in range(n_systems + 1)]
                for found in (counted, walked):
                    np.testing.assert_allclose(found[name][side, :, b], expected, rtol=0, atol=1e-12)


def assert_same(one, other):
    assert one.keys() == other.keys()
    for name, value in one.items():
        np.testing.assert_array_equal(np.isnan(value), np.isnan(other[name]))
        if name == "pearson":
            np.testing.assert_allclose(value, other[name], rtol=0, atol=1e-12)
        else:
            np.testing.assert_array_equal(value, other[name])  # of the same whole numbers


@given(
    seed=st.integers(0, 2**32 - 1),
    n_systems=st.integers(4, 20),
    n_columns=st.integers(1, 6),
    values=st.sampled_from([None, 2, 3, 8]),
    missing=st.sampled_from([0.0, 0.15, 0.6]),
    draws=st.sampled_from([1, 7, 40]),
    coefficients=st.sets(st.sampled_from(COEFFICIENTS), min_size=1),
)
def test_counting_equals_walking(seed, n_systems, n_columns, values, missing, draws, coefficients):
    rng = np.random.default_rng(seed)
    x, y, z, there = columns(rng, n_systems, n_columns, values, missing)
    if seed % 3 == 0:
        x = np.where(rng.random(x.shape) < 0.5, y, x)  # ties between the two
    keep = rng.random((draws, n_systems)) < 0.5
    human = HumanColumns.of(z, there)
    counted, walked = (
        permuted_left_out(x, y, human, keep, coefficients, walked=way) for way in (False, True)
    )
    assert_same(counted, walked)


@pytest.mark.compiled
@pytest.mark.parametrize("values", [None, 5])
def test_more_systems_than_tables_at_once_and_more_arrangements_than_lanes(values):
    rng = np.random.default_rng(8)
    x, y, z, there = columns(rng, 110, 2, values, 0.05)
    keep = rng.random((300, 110)) < 0.5
    human = HumanColumns.of(z, there)
    whole = permuted_left_out(x, y, human, keep, COEFFICIENTS)
    assert_same(whole, permuted_left_out(x, y, human, keep, COEFFICIENTS, walked=True))
    # with small tables, and other arrangements beside them
    part = permuted_left_out(x, y, human, keep[250:260], COEFFICIENTS)
    for name, value in part.items():
        np.testing.assert_array_equal(value, whole[name][:, :, 250:260])


@pytest.mark.compiled
def test_the_longest_columns_that_are_counted():
    rng = np.random.default_rng(9)
    x, y, z, there = columns(rng, LONGEST_COUNTED, 1)
    keep = rng.random((2, LONGEST_COUNTED)) < 0.5
    human = HumanColumns.of(z, there)
    counted, walked = (permuted_left_out(x, y, human, keep, COEFFICIENTS, walked=way) for way in (None, True))
    assert_same(counted, walked)
    # the largest sums there are
    ordered = np.sort(z, axis=0)
    human = HumanColumns.of(ordered, there)
    for turn in (1.0, -1.0):
        found = permuted_left_out(turn * ordered, turn * ordered, human, keep, ["kendall", "spearman"])
        assert (found["kendall"] == turn).all()
        assert (found["spearman"] == turn).all()


def test_turning_all_coins_turns_the_sides():
    rng = np.random.default_rng(10)
    x, y, z, there = columns(rng, 12, 5, 4, 0.2)
    keep = rng.random((50, 12)) < 0.5
    human = HumanColumns.of(z, there)
    plain, turned = (permuted_left_out(x, y, human, coins, COEFFICIENTS) for coins in (keep, ~keep))
    for name, value in plain.items():
        np.testing.assert_array_equal(value, turned[name][::-1])


@pytest.mark.parametrize("walked", [False, True])
def test_rounding_makes_no_order(walked):
    rng = np.random.default_rng(11)
    x, _, z, there = columns(rng, 10, 4, 3)
    y = x * (1 + 2e-16 * rng.integers(-2, 3, x.shape))
    keep = rng.random((40, 10)) < 0.5
    found = permuted_left_out(x, y, HumanColumns.of(z, there), keep, COEFFICIENTS, walked=walked)
    for value in found.values():
        np.testing.assert_array_equal(value, np.broadcast_to(value[:1, :, :1], value.shape))


@pytest.mark.parametrize("walked", [False, True])
def test_what_little_is_left_is_summed_anew(walked):
    rng = np.random.default_rng(12)
    x, y, z, there = columns(rng, 8, 1)
    x[3] = y[3] = 1e7
    z[5] = -1e7
    keep = rng.random((5, 8)) < 0.5
    found = permuted_left_out(x, y, HumanColumns.of(z, there), keep, ["pearson"], walked=walked)["pearson"]
    for b, mine in enumerate(keep[:, :, None]):
        expected = [by_scipy(np.where(mine, x, y), z, there, "pearson", out) for out in range(9)]
        np.testing.assert_allclose(found[0, :, b], expected, rtol=0, atol=1e-9)  # digits that 1e7 leaves
