"""Student's t against scipy's own, where it has no answer, and a number with its certainty on a scale."""

from __future__ import annotations

import ast
import math
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import trueness
from trueness.errors import ArgumentError
from trueness.statistics.certain import (
    FISHER,
    WITHIN_ONE,
    Certain,
    Scale,
    student_limits,
    student_pvalue,
    student_quantile,
    student_reach,
    student_statistic,
)

DEGREES = np.array([1.0, 2.5, 7.0, 40.0, np.inf])
NOT_KNOWN = (0.0, -1.0, float("nan"))
LOG = Scale(np.log, np.exp)


def test_quantiles_limits_and_pvalues_are_those_of_students_t():
    of_t = stats.t(DEGREES)
    assert student_reach(DEGREES, 0.9) == pytest.approx(of_t.ppf(0.95))
    assert student_quantile(DEGREES, 0.2) == pytest.approx(of_t.ppf(0.2))
    low, high = student_limits(np.full(5, 3.0), np.full(5, 0.5), DEGREES, 0.9)
    assert (low, high) == (pytest.approx(3 - of_t.ppf(0.95) / 2), pytest.approx(3 + of_t.ppf(0.95) / 2))
    t = np.array([-2.0, -0.3, 0.0, 1.0, 3.0])
    assert student_pvalue(t, DEGREES) == pytest.approx(2 * of_t.sf(np.abs(t)))
    assert student_pvalue(t, DEGREES, "greater") == pytest.approx(of_t.sf(t))
    assert student_pvalue(t, DEGREES, "less") == pytest.approx(of_t.cdf(t))


def test_numbers_give_numbers_and_arrays_arrays():
    assert type(student_reach(np.float64(7), 0.95)) is float
    assert [type(one) for one in student_limits(0.5, np.float64(0.1), 7, 0.95)] == [float, float]
    assert type(student_statistic(np.float64(1), 0.5)) is float
    assert type(student_pvalue(np.float64(1), 7, "less")) is float
    assert student_pvalue(np.ones((2, 3)), 7).shape == (2, 3)


def test_infinite_distances_are_certain():
    assert student_pvalue(np.inf, 5) == 0
    assert student_pvalue(-np.inf, 5, "greater") == 1
    assert student_pvalue(np.inf, 5, "less") == 1


@pytest.mark.parametrize("degrees", NOT_KNOWN)
def test_without_degrees_of_freedom_nothing_is_known(degrees):
    assert math.isnan(student_reach(degrees, 0.95))
    assert math.isnan(student_pvalue(1.0, degrees))
    for error in (0.1, 0.0):
        found = Certain.measured(0.3, error, degrees, 0.95)
        assert np.isnan([found.low, found.high, found.pvalue]).all()


def test_without_error_the_limits_are_the_value_and_only_zero_is_tested():
    statistic = student_statistic(np.array([0.0, 1.0, 0.0, 1.0]), np.array([0.0, 0.0, np.nan, 0.5]))
    assert statistic == pytest.approx([0.0, np.nan, np.nan, 2.0], nan_ok=True)
    assert student_statistic(1e-13, 1e-14, tolerance=1e-12) == 0
    for degrees in (4, 1):
        same = Certain.measured(0.3, 0.0, degrees, 0.95)
        assert (same.low, same.high) == (0.3, 0.3)
        for value in np.linspace(0.1, 0.9, 50).tolist():  # to the last digit: no scale is gone to
            same = Certain.measured(value, 0.0, degrees, 0.95, scale=FISHER)
            assert (same.low, same.high) == (value, value)
    assert math.isnan(same.pvalue)
    assert Certain.measured(0.0, 0.0, 4, 0.95).pvalue == 1
    assert np.isnan(Certain.measured(0.3, float("nan"), 4, 0.95).width)


def test_a_scale_is_gone_to_and_come_back_from():
    found = Certain.measured(0.8, 0.2, 15, 0.9, scale=FISHER)
    half = stats.t.ppf(0.95, 15) * 0.2
    assert (found.low, found.high) == pytest.approx(tuple(np.tanh(np.arctanh(0.8) + np.array([-half, half]))))
    assert found.pvalue == pytest.approx(2 * stats.t.sf(np.arctanh(0.8) / 0.2, 15))
    ratio = Certain.measured(2.0, 0.5, 9, 0.95, scale=LOG)
    assert ratio.low * ratio.high == pytest.approx(4)
    cut = Certain.measured(0.9, 0.2, 9, 0.95, scale=WITHIN_ONE)
    assert cut.high == 1
    assert cut.low == pytest.approx(0.9 - 0.2 * stats.t.ppf(0.975, 9))


def test_another_confidence_needs_the_error():
    wide = Certain.measured(0.8, 0.2, 15, 0.99, scale=FISHER)
    narrow = wide.at(0.5)
    assert narrow == Certain.measured(0.8, 0.2, 15, 0.5, scale=FISHER)
    assert wide.low < narrow.low < 0.8 < narrow.high < wide.high
    assert np.isnan(Certain.between(0.8, (0.7, 0.9)).at(0.5).limits).all()


def test_limits_without_a_standard_error():
    found = Certain.between(np.float64(0.5), (0.25, 0.75), 0.04)
    assert found.width == 0.5
    assert tuple(found.limits) == (0.25, 0.75)
    assert found.shown() == {"estimate": 0.5, "low": 0.25, "high": 0.75}
    assert np.isnan(Certain.unknown(0.5).limits).all()


def test_a_difference_from_the_other_side():
    found = Certain.measured(0.25, 0.1, 15, 0.95)
    other = found.turned()
    assert (other.value, other.low, other.high) == (-0.25, -found.high, -found.low)
    assert (other.error, other.turned()) == (found.error, found)
    assert math.copysign(1, Certain.unknown(0.0).turned().value) == 1


def test_no_such_alternative():
    with pytest.raises(ArgumentError, match="alternative"):
        student_pvalue(1.0, 5, "larger")


def test_students_t_is_taken_nowhere_else():
    others = [
        path.name
        for path in Path(trueness.__file__).parent.rglob("*.py")
        if path.name != "certain.py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
        and node.module in {"scipy.special", "scipy.stats"}
        and {"stdtr", "stdtrit", "t"} & {alias.name for alias in node.names}
    ]
    assert not others, "take limits and p-values from `statistics.certain`"
