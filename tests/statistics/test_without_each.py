"""Sums under counts without each unit against the matrix of these counts."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics import without_each
from trueness.statistics.system_scores import system_means, system_medians, with_outputs
from trueness.statistics.without_each import WithoutEach, input_sums

UNITS = {
    "inputs": np.arange(7),
    "clusters": np.array([2, 0, 1, 1, 2, 0, 0]),
    "some of the inputs": np.array([0, -1, 1, 2, -1, 3, 4]),
}


@pytest.fixture(params=UNITS)
def counts(request, monkeypatch):
    monkeypatch.setattr(without_each, "WRITTEN_OUT", 0)
    units = UNITS[request.param]
    return WithoutEach(units, 0, int(units.max()) + 1)


def test_counts_are_one_but_for_the_unit_left_out(counts):
    written = counts.matrix()
    assert written.shape == (len(counts), 7)
    for unit, row in enumerate(written):
        np.testing.assert_array_equal(row == 0, counts.units == unit)
    np.testing.assert_array_equal(input_sums(counts), written.sum(axis=1))
    np.testing.assert_array_equal(input_sums(written), written.sum(axis=1))


def test_sums_are_those_under_the_matrix(counts):
    values = np.random.default_rng(0).normal(size=(7, 3))
    np.testing.assert_allclose(counts @ values, counts.matrix() @ values, rtol=1e-14)
    whole = np.random.default_rng(1).integers(-50, 50, (7, 3)).astype(float)
    np.testing.assert_array_equal(counts @ whole, counts.matrix() @ whole)


def test_parts_are_rows(counts):
    values = np.random.default_rng(2).integers(0, 9, (7, 2)).astype(float)
    for here in (slice(0, 1), slice(1, 3), slice(2, 99), slice(99, 100)):
        np.testing.assert_array_equal(counts[here].matrix(), counts.matrix()[here])
        np.testing.assert_array_equal(counts[here] @ values, (counts @ values)[here])
        np.testing.assert_array_equal(input_sums(counts[here]), input_sums(counts)[here])


def test_a_unit_that_is_much_larger_takes_no_digits_with_it(monkeypatch):
    monkeypatch.setattr(without_each, "WRITTEN_OUT", 0)
    values = np.array([[1e20], [0.1], [0.2]])
    assert (WithoutEach(np.arange(3), 0, 3) @ values)[0, 0] == 0.1 + 0.2


def test_scores_of_systems_are_those_under_the_matrix(counts):
    values = np.random.default_rng(3).normal(size=(2, 4, 7))
    cells = np.random.default_rng(4).random((4, 7)) < 0.7
    cells[0] = [True, *[False] * 6]  # has nothing without the first input
    cells[1] = True
    for of in (system_means, system_medians):
        np.testing.assert_allclose(
            of(values, cells, counts), of(values, cells, counts.matrix()), rtol=1e-14, equal_nan=True
        )
    np.testing.assert_array_equal(with_outputs(cells, counts), with_outputs(cells, counts.matrix()))
    np.testing.assert_allclose(
        system_means(values, np.ones_like(cells), counts),
        system_means(values, np.ones_like(cells), counts.matrix()),
        rtol=1e-14,
    )


def test_sums_of_very_many_inputs_need_no_matrix():
    """The matrix would take 298 GiB."""
    n = 200_000
    values = np.arange(n, dtype=float)[:, None]
    found = WithoutEach(np.arange(n), 0, n) @ values
    np.testing.assert_array_equal(found[:, 0], values.sum() - values[:, 0])


@pytest.mark.parametrize("together", [1, 2, 3, 7])
def test_values_copied_a_few_at_a_time_are_added_in_the_same_order(counts, monkeypatch, together):
    values = np.random.default_rng(2).normal(size=(7, 3))
    expected = [counts[k : k + 1] @ values for k in range(len(counts))]
    monkeypatch.setattr(without_each, "ADDED_TOGETHER", together)
    for k, one in enumerate(expected):
        np.testing.assert_array_equal(counts[k : k + 1] @ values, one)
