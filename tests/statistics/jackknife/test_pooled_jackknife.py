"""Strata of a pool: what they add up to, and what pooled values are without units of one table."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.statistics.jackknife.pooled_jackknife import (
    InPool,
    Strata,
    folds_in_pool,
    pooled_limits,
    pooled_z,
)
from trueness.statistics.jackknife.two_way_folds import Folds
from trueness.statistics.jackknife.two_way_jackknife import Precision

HERE = np.array([0, 1])


def folds():
    rng = np.random.default_rng(1)
    both = rng.uniform(-1, 1, (5, 3, 2))
    two = rng.uniform(-1, 1, (2, 5, 5))
    ones = [rng.uniform(-1, 1, (n, 2)) for n in (5, 3)]
    return Folds(5, 5, 3, np.array([0.3, -0.2]), *ones, 2 / 3, lambda: iter([both.copy()]), 0.5, two)


def test_alone_nothing_is_changed():
    own = folds()
    found = folds_in_pool(own, InPool(HERE, np.ones(2), own.whole + 1e-17, 5, np.ones(2, dtype=int)))
    for name in ("whole", "systems", "inputs", "two"):
        np.testing.assert_array_equal(getattr(found, name), getattr(own, name))
    np.testing.assert_array_equal(next(found.both()), next(own.both()))


def test_a_share_moves_the_pooled_value_by_its_part_and_no_share_not_at_all():
    own = folds()
    found = folds_in_pool(
        own, InPool(np.array([1, 0]), np.array([0.25, 0.0]), np.array([0.6, 0.1]), 9, np.array([2, 2]))
    )
    moved = 0.6 + 0.25 * (own.systems[:, 1] + 0.2)
    np.testing.assert_allclose(found.systems, np.stack([moved, np.full(5, 0.1)], axis=1))
    np.testing.assert_allclose(found.two[0], 0.6 + 0.25 * (own.two[1] + 0.2))
    np.testing.assert_allclose(next(found.both())[..., 1], 0.1)
    assert found.entries == 9
    lost = dataclasses.replace(own, whole=np.array([np.nan, -0.2]))
    assert (
        folds_in_pool(
            lost, InPool(HERE, np.array([0.0, 1.0]), np.array([0.1, -0.2]), 9, np.array([1, 1]))
        ).whole[0]
        == 0.1
    )


def test_variances_add_up_with_the_degrees_of_satterthwaite():
    strata, both = Strata(2), np.array([True, True])
    strata.add(HERE, np.array([0.1, 0.2]), np.array([5.0, 7.0]), np.array([True, False]))
    strata.add(HERE, np.array([0.3, 0.4]), np.array([9.0, 3.0]), both)
    found = strata.precision(np.zeros(2))
    np.testing.assert_allclose(found.variances, [0.4, 0.4])
    np.testing.assert_allclose(found.degrees, [0.16 / (0.01 / 5 + 0.09 / 9), 3.0])
    nothing = Strata(1).precision(np.zeros(1))
    assert np.isnan([nothing.variances[0], nothing.degrees[0]]).all()


def test_every_value_has_the_scale_of_its_own_n():
    values, entries = np.array([0.5, 0.5, 1.0]), np.array([4, 9, 9])
    z = pooled_z(values, "kendall", entries)
    np.testing.assert_allclose(z, np.arctanh([0.4, 0.45, 0.9]))
    precise = Precision(z, np.full(3, 1e-30), np.full(3, 9.0))
    low, high = pooled_limits(values, precise, 0.95, "kendall", entries)
    assert (low, high) == (pytest.approx(values), pytest.approx(values))
    wide = Precision(z, np.full(3, 4.0), np.full(3, 9.0))
    low, high = pooled_limits(values, wide, 0.95, "kendall", entries)
    assert np.all((low >= -1) & (low < values) & (high >= values) & (high <= 1))
