"""Cells become the numbers they spell, by whichever way."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.data.numbers import NumberColumn
from trueness.errors import FormatError

FINITE = st.floats(allow_nan=False, allow_infinity=False)
SPELLINGS = FINITE.map(repr) | FINITE.map("{:e}".format) | st.integers(-(10**20), 10**20).map(str)
GONE = st.sampled_from(["", "nan", "NA", " null ", "None", None, math.nan])


def parsed(*chunks: Any) -> Any:
    column, first = NumberColumn("x", "f"), 1
    for chunk in chunks:
        column.add(chunk, range(first, first + len(chunk)))
        first += len(chunk)
    return column.finish()


@given(st.lists(SPELLINGS | GONE | FINITE | st.integers(-5, 5), max_size=20))
def test_every_cell_is_the_number_it_spells(cells: list[Any]) -> None:
    gone = {"", "nan", "na", "null", "none"}
    expected = [
        math.nan if cell is None or str(cell).strip().lower() in gone else float(cell) for cell in cells
    ]
    np.testing.assert_array_equal(parsed(cells), expected)
    np.testing.assert_array_equal(parsed(cells[:3], [], cells[3:]), expected)


@given(st.lists(SPELLINGS, min_size=1, max_size=10), st.data())
def test_one_bad_cell_is_found_wherever_it_is(cells: list[str], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(cells)))
    split = data.draw(st.integers(0, len(cells) + 1))
    cells = [*cells[:at], "1_0", *cells[at:]]
    with pytest.raises(FormatError) as error:
        parsed(cells[:split], cells[split:])
    assert error.value.row == at + 1


def test_true_and_false_are_one_and_nought() -> None:
    np.testing.assert_array_equal(parsed([True, False, None]), [1, 0, np.nan])
    np.testing.assert_array_equal(parsed(np.array([True, False])), [1, 0])


@pytest.mark.parametrize(
    ("cells", "row"), [(["1", "inf"], 2), (np.array([1.0, 2, -np.inf]), 3), ([10**400], 1)]
)
def test_infinity_has_its_row(cells: Any, row: int) -> None:
    with pytest.raises(FormatError, match="infinite") as error:
        parsed(cells)
    assert error.value.row == row


def test_text_without_any_number() -> None:
    assert parsed(["two words", "one"]) is None
    assert parsed([["a", "list"], None]) is None
    with pytest.raises(FormatError, match="'word' is not a number"):
        parsed(["word", "two words"])
