"""Rows of tests on pooled differences, made from counts of coins or from resamples."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.exceedances import Exceedances
from trueness.studies.compare.settings import Settings
from trueness.studies.pool.pooled_values import PooledValues
from trueness.studies.pool.study import column_interval, pooled_tests

NAN = np.nan
KEY, ALL = ("system", "pearson"), ("all", "all")
PAIRS = [(0, 1), (0, 2), (1, 2)]
NAMES = ("a", "b", "c")


def pooled(sides, samples=None, folds=()):
    sides = np.array(sides, dtype=float)
    nothing = np.zeros(sides.shape[1], dtype=np.intp)
    return PooledValues(sides, samples, list(folds), nothing, nothing)


VALUES = pooled([[0.9, 0.9, 0.5], [0.5, 0.2, 0.2]])


def counts(greater, less, beyond, undefined=(0, 0, 0), resamples=99):
    arrays = (np.array(part) for part in (greater, less, beyond, undefined))
    return Exceedances(VALUES.estimates, *arrays, resamples, exact=False)


def test_rows_of_counts():
    counted = {KEY: counts([0, 1, 40], [99, 98, 60], [0, 2, 80], (0, 0, 10))}
    tested = {KEY: ("permutation", "systems")}
    rows = pooled_tests(NAMES, PAIRS, {KEY: VALUES}, counted, {}, tested, Settings(correction="holm"))
    assert [(row.metric, row.rival) for row in rows] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert [row.pvalue for row in rows] == pytest.approx([1 / 100, 3 / 100, 81 / 90])
    assert [row.pvalue_greater for row in rows] == pytest.approx([1 / 100, 2 / 100, 41 / 90])
    # Holm over three: .03, .06 and .9
    assert [row.pvalue_adjusted for row in rows] == pytest.approx([0.03, 0.06, 0.9])
    assert [row.verdict for row in rows] == ["better", "not separated", "not separated"]
    assert [row.n_undefined_resamples for row in rows] == [0, 0, 10]
    assert [row.estimate for row in rows] == pytest.approx([0.4, 0.7, 0.3])
    assert {(row.level, row.coefficient, row.test, row.over) for row in rows} == {
        (*KEY, "permutation", "systems")
    }
    assert all(np.isnan([row.low, row.high, row.statistic]).all() for row in rows)


def test_rows_of_resamples():
    """Recentred at the difference: with d = .4, values of .8 and more speak against it."""
    drawn = pooled(
        VALUES.sides, np.array([[0.4, 0.7, NAN], [0.9, 0.7, 0.3], [0.3, 0.6, 0.2], [0.5, 0.8, 0.4]])
    )
    tested = {ALL: ("bootstrap", "both")}
    rows = pooled_tests(NAMES, PAIRS, {ALL: drawn}, {}, {ALL: drawn}, tested, Settings(interval="percentile"))
    assert rows[0].pvalue_greater == 2 / 5
    assert (rows[2].n_undefined_resamples, rows[2].resamples) == (1, 4)
    assert (rows[0].level, rows[0].coefficient) == ALL
    assert (rows[0].low, rows[0].high) == pytest.approx(
        tuple(np.quantile([0.4, 0.9, 0.3, 0.5], [0.025, 0.975]))
    )


def test_what_is_not_tested_has_no_rows():
    both = {KEY: VALUES, ALL: VALUES}
    counted = {KEY: counts([0, 0, 0], [99, 99, 99], [0, 0, 0])}
    tested = {KEY: ("permutation", "systems")}
    assert {row.level for row in pooled_tests(NAMES, PAIRS, both, counted, {}, tested, Settings())} == {
        "system"
    }
    assert pooled_tests(NAMES, [], both, {}, {}, {}, Settings()) == ()


def test_one_sided_rows_in_both_orders():
    counted = {KEY: counts([0, 1, 40], [99, 98, 60], [0, 2, 80])}
    settings = Settings(alternative="greater", correction="none")
    rows = pooled_tests(NAMES, PAIRS, {KEY: VALUES}, counted, {}, {KEY: ("permutation", "systems")}, settings)
    assert len(rows) == 6
    back = next(row for row in rows if (row.metric, row.rival) == ("b", "a"))
    assert (back.pvalue, back.estimate) == (1.0, pytest.approx(-0.4))


def test_intervals():
    samples = np.linspace(0, 1, 101)[:, None]
    values = pooled([[0.5]], samples, [np.array([[0.4], [0.5], [0.7]])])
    assert column_interval(values, 0, Settings(interval="percentile", confidence=0.9)) == pytest.approx(
        (0.05, 0.95)
    )
    assert np.isnan(column_interval(values, 0, Settings(interval="none"))).all()
    low, high = column_interval(values, 0, Settings(interval="bca", confidence=0.9))
    assert low != pytest.approx(0.05)
    assert 0 <= low < high <= 1
