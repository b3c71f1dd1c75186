"""Sums over tables: weighted averages, shares of all pairs, and what is undefined in one of them."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.resampling.permuted_tables import ACCURACY_KEY, OVERALL_KEY
from trueness.studies.pool.pooled_values import TableSums, TableValues

NAN = np.nan
KEY = ("system", "pearson")
BOTH = np.array([0, 1])


def values(sides, totals=None, samples=None, folds=()):
    sides = np.atleast_2d(np.array(sides, dtype=float))
    totals = (
        np.where(np.isnan(sides).any(axis=0), NAN, 1.0) if totals is None else np.array(totals, dtype=float)
    )
    samples = None if samples is None else np.array(samples, dtype=float)
    whole = (
        None if samples is None else np.broadcast_to(np.where(np.isnan(totals), 1.0, totals), samples.shape)
    )
    return TableValues(sides, totals, samples, whole, tuple(folds), np.zeros(sides.shape[1], dtype=np.intp))


def test_averages_are_weighted_and_shares_are_of_all_pairs():
    pool = TableSums()
    pool.add({KEY: values([0.2, 0.6]), ACCURACY_KEY: values([3, 4], [6, 6])}, BOTH, 1.0)
    pool.add({KEY: values([0.5, 0.0]), ACCURACY_KEY: values([1, 0], [1, 1])}, BOTH, 3.0)
    found = pool.values(overall=True)
    assert found[KEY].estimates == pytest.approx([(0.2 + 1.5) / 4, 0.6 / 4])
    assert found[ACCURACY_KEY].estimates == pytest.approx(
        [4 / 7, 4 / 7]
    )  # pairs weigh, whatever the tables do
    assert found[OVERALL_KEY].estimates == pytest.approx([(1.7 / 4 + 4 / 7) / 2, (0.15 + 4 / 7) / 2])
    assert found[KEY].n_tables.tolist() == [2, 2]
    assert OVERALL_KEY not in pool.values()


def test_columns_are_looked_up_in_every_table():
    pool = TableSums()
    pool.add({KEY: values([0.1, 0.2, 0.3])}, np.array([2, 0]), 1.0)
    pool.add({KEY: values([0.5, 0.7])}, np.array([0, 1]), 1.0)
    assert pool.values()[KEY].estimates == pytest.approx([0.4, 0.4])


def test_a_table_without_a_value_is_left_out_and_counted():
    pool = TableSums()
    pool.add({KEY: values([[0.2, 0.6], [0.1, 0.1]], samples=[[0.0, 0.5], [0.2, NAN]])}, BOTH, 1.0)
    pool.add({KEY: values([[NAN, 0.4], [0.9, 0.2]], samples=[[NAN, 0.3], [0.4, 0.1]])}, BOTH, 2.0)
    found = pool.values()[KEY]
    np.testing.assert_allclose(found.sides, [[0.2, 1.4 / 3], [0.1, 0.5 / 3]])
    assert found.estimates == pytest.approx([0.1, 0.3])
    assert (found.n_tables.tolist(), found.n_undefined.tolist()) == ([1, 2], [1, 0])
    # its resamples do not matter where it is left out; one without a value has none for the pool elsewhere
    np.testing.assert_allclose(found.samples, [[0.0, 1.1 / 3], [0.2, NAN]])


def test_no_table_no_value():
    pool = TableSums()
    pool.add({KEY: values([NAN, 0.5])}, BOTH, 1.0)
    np.testing.assert_array_equal(pool.values()[KEY].estimates, [NAN, 0.5])
    assert TableSums().values(overall=True) == {}


def test_folds_change_one_table_at_a_time():
    """Leaving a unit out changes its table's part of the sum: of the weighted mean, and of the pairs."""
    one = (np.array([[0.1, 0.2], [0.3, 0.4]]), np.ones((2, 2)))
    other = (np.array([[0.0, 0.0]]), np.ones((1, 2)))
    pool = TableSums()
    pool.add({KEY: values([0.2, 0.6], folds=[one])}, BOTH, 1.0)
    pool.add({KEY: values([0.5, 0.8], folds=[other])}, BOTH, 2.0)
    first, second = pool.values()[KEY].folds
    np.testing.assert_allclose(first, [[1.1 / 3, 1.8 / 3], [1.3 / 3, 2.0 / 3]])
    np.testing.assert_allclose(second, [[0.2 / 3, 0.6 / 3]])
    counts = TableSums()
    counts.add(
        {ACCURACY_KEY: values([4, 2], [6, 6], folds=[(np.array([[2.0, 1.0]]), np.full((1, 2), 3.0))])},
        BOTH,
        1.0,
    )
    counts.add({ACCURACY_KEY: values([1, 1], [1, 1])}, BOTH, 1.0)
    np.testing.assert_allclose(counts.values()[ACCURACY_KEY].folds[0], [[3 / 4, 2 / 4]])
