"""Cells become the numbers they spell, by whichever way."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.data.cells.numbers import NumberColumn
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


@pytest.mark.parametrize("cell", ["١٢", "１２", "−5", "–5", "٣٫٥"])
@pytest.mark.parametrize("others", [["1", "2"], [1.0, None], []])
def test_digits_and_signs_of_other_scripts_are_refused_with_a_remedy(cell: str, others: list[Any]) -> None:
    with pytest.raises(
        FormatError, match=rf"'{cell}' is not a number. Write numbers with the digits 0 to 9"
    ) as error:
        parsed([*others, cell])
    assert error.value.row == len(others) + 1


def test_blanks_of_any_script_around_a_number_are_blanks() -> None:
    np.testing.assert_array_equal(parsed(["\u00a012", " 1\u2003"]), [12, 1])


def test_bytes_are_the_number_that_they_spell() -> None:
    np.testing.assert_array_equal(
        parsed([b"1.5", b" NA ", bytearray(b"2"), memoryview(b"3")]), [1.5, np.nan, 2, 3]
    )
    for cell in (b"1_0", b"\xff", "١".encode()):
        with pytest.raises(FormatError, match="is not a number"):
            parsed([1, cell])


@pytest.mark.parametrize(
    "cell", [1 + 2j, np.complex128(1 + 2j), np.timedelta64(5, "s"), np.datetime64(5, "s"), Decimal("sNaN")]
)
def test_what_would_lose_a_part_or_a_unit_is_no_number(cell: Any) -> None:
    with pytest.raises(FormatError, match=r"is not a number.*--columns 'ignore=x'"):
        parsed([1, cell])


def test_numbers_of_every_type() -> None:
    cells = [Decimal("0.5"), Fraction(1, 4), np.float32(2), np.int8(3), np.True_, Decimal("NaN")]
    np.testing.assert_array_equal(parsed(cells), [0.5, 0.25, 2, 3, 1, np.nan])


@pytest.mark.parametrize("cells", [["[]", '[{"quote": "it was"}]'], ["{}", '{"a": 1}'], [" []", "[]"]])
def test_lists_and_objects_that_are_written_out_are_text(cells: list[str]) -> None:
    assert parsed(cells) is None
