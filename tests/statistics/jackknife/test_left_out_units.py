"""Units that are left out: halves know the variance of means, in strata too."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.jackknife.left_out_units import HALVES, LeftOutUnits, in_two
from trueness.statistics.score_arrays import ScoreArrays


def units_of(n_inputs, **given):
    z = np.random.default_rng(0).normal(size=(4, n_inputs))
    arrays = ScoreArrays.of(z[None], z, **given)
    return LeftOutUnits.of(arrays, arrays.group([0]))


@pytest.mark.parametrize("n_inputs", [2, 5, 40])
def test_halves_know_the_variance_of_a_mean(n_inputs):
    """The factor brings the spread of means of halves to the squared standard error of the mean of all, on average."""
    values = np.random.default_rng(n_inputs).normal(size=(400, n_inputs))
    weights, (factor, _) = units_of(n_inputs).in_halves(n_inputs)
    means = values @ (weights / weights.sum(axis=1, keepdims=True)).T
    found = factor * np.square(means - means.mean(axis=1, keepdims=True)).sum(axis=1)
    assert found.mean() == pytest.approx((values.var(axis=1, ddof=1) / n_inputs).mean(), rel=0.06)


def test_strata_are_halved_each_and_one_stratum_is_what_all_are():
    strata = np.array([0, 1, 0, 0, 1, 0, 1, 0, 1, 0])
    halves = in_two(strata)
    assert halves.shape == (HALVES, 10)
    assert (halves[:, strata == 0].sum(axis=1) == 3).all()
    assert (halves[:, strata == 1].sum(axis=1) == 2).all()
    assert (halves[::2] ^ halves[1::2]).all()
    all_of_one = in_two(np.zeros(10, dtype=np.intp))
    units = units_of(10)
    given = LeftOutUnits(units.rows, units.columns, units.systems, units.inputs, halves=all_of_one)
    for left, right in zip(units.in_halves(10), given.in_halves(10), strict=True):
        np.testing.assert_allclose(left, right, rtol=1e-13)


def test_strata_of_one_table_know_the_variance_of_its_mean():
    """Were strata means the same, the spread of means of halves is what it is without strata."""
    rng = np.random.default_rng(1)
    values = rng.normal(size=(600, 12))
    units = units_of(12)
    strata = np.repeat([0, 1, 2], 4)
    given = LeftOutUnits(units.rows, units.columns, units.systems, units.inputs, halves=in_two(strata))
    weights, (factor, _) = given.in_halves(12)
    means = values @ (weights / weights.sum(axis=1, keepdims=True)).T
    found = factor * np.square(means - means.mean(axis=1, keepdims=True)).sum(axis=1)
    assert found.mean() == pytest.approx(1 / 12, rel=0.06)


def test_the_first_of_every_unit_is_known():
    clusters = np.array([2, 0, 2, 1, 1])
    assert units_of(5, clusters=clusters).first == ([0, 1, 2, 3], [1, 3, 0])
    assert units_of(3).first == ([0, 1, 2, 3], [0, 1, 2])


def test_one_unit_leaves_nothing():
    assert units_of(1).without_each(1).matrix().shape == (0, 1)
    assert units_of(1).in_halves(1)[0].shape == (0, 1)


def test_what_differs_among_systems_and_inputs_counts_less_by_the_share_of_a_system():
    first, second = units_of(10).in_halves(10)[1]
    assert second == pytest.approx(first * 3 / 4, rel=1e-12)


@pytest.mark.parametrize(
    ("clusters", "evenness"),
    [([0, 1, 2, 3], 1.0), ([0, 1, 1, 1], 0.6), ([5, 5, 7, 7], 1.0), ([2, 2, 2, 2], 1.0)],
)
def test_units_of_systems_and_how_even_they_are(clusters, evenness):
    units = units_of(3, system_clusters=np.array(clusters))
    assert units.n_systems == len(set(clusters))
    assert units.n_inputs == 3
    assert units.evenness == pytest.approx(evenness)


def test_one_unit_of_most_systems_is_as_uneven_as_can_be():
    units = LeftOutUnits(np.arange(12), np.arange(1), np.array([0, 1, 2, *[3] * 9]), np.zeros(1, dtype=int))
    assert units.evenness == 0.0
