"""Strata whose tables share systems: against the jackknife of the union, and against strata that share nothing."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.jackknife.pooled_jackknife import added_strata
from trueness.statistics.jackknife.shared_strata import LEAST_SHARE, SharedStrata, contributions, linked
from trueness.statistics.jackknife.two_way_jackknife import Precision, of_units

PLACES, PART = np.array([0, 1]), np.array([True, True])


def added(units, values, *, part=PART):
    """Return the precision of two values that are sums over tables, from their values without units of each."""
    found = SharedStrata(2, linked(units), units)
    for t, without in enumerate(values):
        variances, degrees = of_units(without)
        own = Precision(np.zeros(2), variances, degrees)
        found.add(t, PLACES, own, part, units[t], contributions(without))
    return found.precision(np.zeros(2))


def test_tables_that_share_a_unit_directly_or_over_others_are_one_stratum():
    assert linked([["a"], ["b"], ["c"]]) == (0, 1, 2)
    assert linked([["a", "b"], ["c"], ["d", "c"], ["b", "d"]]) == (0, 0, 0, 0)
    assert linked([["x"], ["a", "b"], ["y"], ["b"]]) == (0, 1, 2, 1)
    assert linked([]) == ()


def test_contributions_squared_are_the_variance_of_the_jackknife():
    without = np.random.default_rng(1).normal(size=(7, 2))
    np.testing.assert_allclose(np.square(contributions(without)).sum(axis=0), of_units(without)[0])
    assert contributions(np.empty((0, 2))).shape == (0, 2)


def test_tables_that_share_nothing_are_strata_to_the_last_bit():
    rng = np.random.default_rng(2)
    values = [rng.normal(size=(n, 2)) for n in (5, 8, 6)]
    units = [[f"{t}{k}" for k in range(len(one))] for t, one in enumerate(values)]
    found = added(units, values)
    each = np.array([of_units(one) for one in values])
    variances, degrees = added_strata(each[:, 0], each[:, 1], np.ones((3, 2), dtype=bool))
    assert found.variances.tolist() == variances.tolist()
    assert found.degrees.tolist() == degrees.tolist()


def test_tables_of_the_same_systems_are_the_jackknife_of_their_sum():
    """A value that is a sum over tables, without a system of all of them: the jackknife knows nothing else of it."""
    rng = np.random.default_rng(3)
    common = rng.normal(size=(9, 2))
    values = [common + rng.normal(size=(9, 2)) for _ in range(3)]
    found = added([list("abcdefghi")] * 3, values)
    variances, degrees = of_units(np.sum(values, axis=0))
    np.testing.assert_allclose(found.variances, variances)
    np.testing.assert_allclose(found.degrees, degrees)


def test_what_is_opposed_in_tables_is_kept_to_a_share():
    values = np.random.default_rng(4).normal(size=(9, 2))
    found = added([list("abcdefghi")] * 2, [values, -values])
    np.testing.assert_allclose(found.variances, 2 * LEAST_SHARE * of_units(values)[0])


def test_a_table_without_a_part_adds_nothing():
    rng = np.random.default_rng(5)
    one, other = rng.normal(size=(6, 2)), rng.normal(size=(6, 2))
    units = [list("abcdef")] * 2
    found = SharedStrata(2, linked(units), units)
    for t, without in enumerate((one, other)):
        own = Precision(np.zeros(2), *of_units(without))
        part = np.array([True, t == 0])
        found.add(t, PLACES, own, part, units[t], contributions(without))
    said = found.precision(np.zeros(2))
    assert said.variances[1] == pytest.approx(of_units(one)[0][1])
    assert said.variances[0] == pytest.approx(of_units(one + other)[0][0])
    np.testing.assert_allclose(
        found.precision(np.zeros(2)).variances, said.variances
    )  # asked twice, the same


def test_what_is_not_known_of_one_table_is_not_known_of_all():
    values = np.random.default_rng(6).normal(size=(6, 2))
    lost = values.copy()
    lost[2, 0] = np.nan
    found = added([list("abcdef")] * 2, [values, lost])
    assert np.isnan(found.variances).tolist() == [True, False]
    nothing = SharedStrata(2, (0, 0), [["a"], ["a"]]).precision(np.zeros(2))
    assert np.isnan(nothing.variances).all()


def test_units_of_a_table_without_a_part_are_none_of_those_that_vary():
    """Three tables are linked, and the second value is of two of them alone."""
    rng = np.random.default_rng(7)
    units = [list("abcdef"), list("efghij"), ["j", *map(str, range(30))]]
    values = [rng.normal(size=(len(names), 2)) for names in units]

    def joint(tables):
        found = SharedStrata(2, linked(units[:tables]), units[:tables])
        for t, without in enumerate(values[:tables]):
            own = Precision(np.zeros(2), *of_units(without))
            found.add(t, PLACES, own, np.array([True, t < 2]), units[t], contributions(without))
        return found.precision(np.zeros(2))

    said, expected = joint(3), joint(2)
    assert said.variances[1] == pytest.approx(expected.variances[1])
    assert said.degrees[1] == pytest.approx(expected.degrees[1])
    each = np.zeros((10, 2))
    each[:6] += contributions(values[0])
    each[4:] += contributions(values[1])
    assert expected.variances == pytest.approx(np.square(each).sum(axis=0))
    assert expected.degrees[0] < sum(of_units(one)[1][0] for one in values[:2])
