"""A column of statistics: any numbers survive, and what is none is named with its place."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.data.cells.statistics_column import StatisticsColumn, statistics_cells
from trueness.errors import FormatError

NUMBERS = st.floats(allow_nan=False, allow_infinity=False)


def column(*cells: object) -> np.ndarray:
    found = StatisticsColumn("bleu#statistics", "f.csv")
    found.add(cells, range(2, 2 + len(cells)))
    return found.finish()


@given(st.lists(st.none() | st.tuples(NUMBERS, NUMBERS, NUMBERS), min_size=1, max_size=5))
def test_what_is_written_reads_back(rows):
    if all(row is None for row in rows):
        rows = [*rows, (0.1, 2.0**53, -1e300)]
    values = np.array([[math.nan] * 3 if row is None else row for row in rows])
    cells = statistics_cells(values)
    np.testing.assert_array_equal(column(*cells), values)
    # and any reader of JSON makes the same of it
    assert [None if cell is None else json.loads(cell) for cell in cells] == [
        None if row is None else list(row) for row in rows
    ]


def test_counts_are_short():
    assert statistics_cells(np.array([[3.0, 0.5, -0.0]])) == ["[3, 0.5, 0]"]


def test_missing_cells_of_any_kind_and_lists_of_dataframes():
    found = column(None, "", " NA ", math.nan, [1, 2], np.array([3.0, 4.0]), "[5, 6]")
    np.testing.assert_array_equal(found, [[math.nan] * 2] * 4 + [[1, 2], [3, 4], [5, 6]])


@pytest.mark.parametrize(
    "cell", ["[1, 2", "12", 12, "[]", '["1", 2]', "[1, null]", "[1, true]", "[1, NaN]", "[1, 1e999]", "x y"]
)
def test_what_is_no_list_of_numbers_is_named(cell):
    with pytest.raises(
        FormatError, match=r"^f\.csv, row 3, column 'bleu#statistics': .* no JSON list of finite numbers"
    ):
        column("[1, 2]", cell)


def test_a_whole_number_beyond_the_doubles_is_refused():
    with pytest.raises(FormatError, match="finite"):
        column(f"[{10**400}, 1]")


def test_lengths_must_agree():
    with pytest.raises(FormatError, match=r"row 4.*has 1 statistics, those before have 2"):
        column("[1, 2]", "", "[3]")


def test_a_column_of_nothing_is_refused():
    with pytest.raises(FormatError, match="the column lacks statistics"):
        column(None, "")
