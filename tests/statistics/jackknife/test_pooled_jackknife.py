"""Strata of a pool: what they add up to, and what pooled values are without units of one table."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.statistics.jackknife.pooled_jackknife import (
    InPool,
    added_strata,
    jackknife_in_pool,
    mean_precision,
    pooled_replicates,
)
from trueness.statistics.jackknife.replicates import Replicates
from trueness.statistics.jackknife.two_way_jackknife import of_replicates

HERE = np.array([0, 1])


def replicates():
    rng = np.random.default_rng(1)
    both = rng.uniform(-1, 1, (5, 3, 2))
    two = rng.uniform(-1, 1, (10, 2))
    ones = [rng.uniform(-1, 1, (n, 2)) for n in (5, 3)]
    return Replicates(5, 5, 3, np.array([0.3, -0.2]), *ones, 2 / 3, lambda: iter([both.copy()]), 0.5, two)


def test_alone_nothing_is_changed():
    own = replicates()
    found = pooled_replicates(
        own, InPool(HERE, np.ones(2), own.whole + 1e-17, np.full(2, 5), np.ones(2, dtype=int))
    )
    for name in ("whole", "systems", "inputs", "two"):
        np.testing.assert_array_equal(getattr(found, name), getattr(own, name))
    np.testing.assert_array_equal(next(found.both()), next(own.both()))


def test_a_share_moves_the_pooled_value_by_its_part_and_no_share_not_at_all():
    own = replicates()
    found = pooled_replicates(
        own,
        InPool(
            np.array([1, 0]), np.array([0.25, 0.0]), np.array([0.6, 0.1]), np.full(2, 9), np.array([2, 2])
        ),
    )
    moved = 0.6 + 0.25 * (own.systems[:, 1] + 0.2)
    np.testing.assert_allclose(found.systems, np.stack([moved, np.full(5, 0.1)], axis=1))
    np.testing.assert_allclose(found.two[:, 0], 0.6 + 0.25 * (own.two[:, 1] + 0.2))
    np.testing.assert_allclose(next(found.both())[..., 1], 0.1)
    lost = dataclasses.replace(own, whole=np.array([np.nan, -0.2]))
    assert (
        pooled_replicates(
            lost, InPool(HERE, np.array([0.0, 1.0]), np.array([0.1, -0.2]), np.full(2, 9), np.array([1, 1]))
        ).whole[0]
        == 0.1
    )


def test_variances_add_up_with_the_degrees_of_satterthwaite():
    part = np.array([[True, False, False], [True, True, False]])
    variances, degrees = added_strata(
        np.array([[0.1, 0.2, 0.1], [0.3, 0.4, 0.1]]), np.array([[5.0, 7.0, 1.0], [9.0, 3.0, 1.0]]), part
    )
    np.testing.assert_allclose(variances, [0.4, 0.4, np.nan])
    np.testing.assert_allclose(degrees, [0.16 / (0.01 / 5 + 0.09 / 9), 3.0, np.nan])
    nothing = np.empty((0, 1))
    assert np.isnan(added_strata(nothing, nothing, nothing > 0)).all()


OVERS = ("both", "systems", "inputs", "these")


@pytest.mark.parametrize("over", OVERS)
@pytest.mark.parametrize("second", [None, np.array([1])])
@pytest.mark.parametrize("coefficient", ["pearson", "kendall"])
def test_the_mean_of_one_value_and_of_the_same_twice_is_as_sure_as_that_value(coefficient, second, over):
    own = of_replicates(replicates(), "system", coefficient, fisher=False)
    own = dataclasses.replace(own, steps=np.zeros(2))  # a mean of several has none
    first = np.array([0])
    expected = own.of_metrics(over) if second is None else own.of_pairs(first, second, over)
    for parts in ([own], [own, own]):
        found = mean_precision(parts, first, second, over)
        for name in ("estimates", "variances", "degrees"):
            np.testing.assert_allclose(getattr(found, name)[0], getattr(expected, name)[0], rtol=1e-12)


def test_variances_of_inputs_are_those_of_the_mean_of_their_standard_deviations():
    one, other = (
        of_replicates(replicates(), "system", name, fisher=False) for name in ("pearson", "kendall")
    )
    other = dataclasses.replace(other, inputs=3 * other.inputs)
    first = np.array([0])
    found = mean_precision([one, other], first, None, "inputs").variances[0]
    assert found == pytest.approx(4 * one.of_metrics("inputs").variances[0])


@pytest.mark.parametrize("coefficient", ["pearson", "kendall"])
def test_a_table_that_is_the_whole_pool_is_as_sure_as_alone_and_a_part_of_it_by_its_share(coefficient):
    own = replicates()
    alone = of_replicates(own, "system", coefficient, fisher=False)
    pool = InPool(HERE, np.ones(2), own.whole, np.full(2, 5), np.ones(2, dtype=int))
    found = jackknife_in_pool(own, "system", coefficient, pool, fisher=False)
    for name in ("whole", "systems", "inputs", "steps", "interaction", "paired"):
        np.testing.assert_array_equal(getattr(found, name), getattr(alone, name))
    part = jackknife_in_pool(
        own, "system", coefficient, dataclasses.replace(pool, shares=np.array([0.25, 0.5])), fisher=False
    )
    np.testing.assert_allclose(part.steps, alone.steps * [0.25, 0.5], rtol=1e-12)
    np.testing.assert_allclose(
        np.diag(part.interaction), np.diag(alone.interaction) * [1 / 16, 1 / 4], rtol=1e-9
    )
