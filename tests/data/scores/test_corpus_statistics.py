"""Sufficient statistics: what they refuse, and which part of them is which."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.scores.corpus_formulas import CORPUS_FORMULAS
from trueness.data.scores.corpus_statistics import CorpusStatistics, check_formula
from trueness.errors import DataError, UnknownNameError

NAN = np.nan
VALUES = np.arange(12.0).reshape(2, 3, 2)


def test_statistics_cannot_be_changed_from_outside():
    given = VALUES.copy()
    statistics = CorpusStatistics("percentage", given)
    given[0, 0, 0] = 99
    assert statistics.values[0, 0, 0] == 0
    with pytest.raises(ValueError, match="read-only"):
        statistics.values[0, 0, 0] = 1


def test_an_output_has_all_statistics_or_none():
    values = VALUES.copy()
    values[1, 2] = NAN
    statistics = CorpusStatistics("percentage", values)
    assert statistics.size == 2
    np.testing.assert_array_equal(statistics.present, [[True] * 3, [True, True, False]])
    values[0, 0, 1] = NAN
    with pytest.raises(DataError, match=r"1 output with only some of 2 statistics"):
        CorpusStatistics("percentage", values)


def test_parts_come_in_the_order_asked_for():
    part = CorpusStatistics("percentage", VALUES).part([1, 0], [2, 0])
    np.testing.assert_array_equal(part.values, VALUES[[1, 0]][:, [2, 0]])


@pytest.mark.parametrize(
    ("formula", "values", "error", "message"),
    [
        ("percentile", VALUES, UnknownNameError, "corpus formula is called 'percentile'.*'percentage'"),
        (
            "percentage",
            VALUES[..., 0],
            DataError,
            r"shape \(systems, inputs, statistics\); they have \(2, 3\)",
        ),
        ("percentage", VALUES[..., :0], DataError, "at least one"),
        (
            "percentage",
            VALUES[..., :1],
            DataError,
            "'percentage' takes another number of statistics than 1",
        ),
        ("percentage", np.where(VALUES == 5, np.inf, VALUES), DataError, "must be finite"),
    ],
)
def test_what_is_no_statistics_is_refused(formula, values, error, message):
    with pytest.raises(error, match=message):
        CorpusStatistics(formula, values)


def test_every_formula_takes_some_number_of_statistics():
    for formula in CORPUS_FORMULAS:
        fitting = []
        for size in range(1, 61):
            try:
                check_formula(formula, size)
            except DataError:
                continue
            fitting.append(size)
        assert fitting, formula
