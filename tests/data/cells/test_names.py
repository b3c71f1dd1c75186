"""Names are text, coded in the order in which they appear."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from trueness.data.cells.names import NameColumn, as_name
from trueness.data.cells.raw_rows import Unreadable
from trueness.errors import FormatError


@pytest.mark.parametrize(
    ("cell", "name"),
    [
        *(
            (1, "1"),
            (1.0, "1"),
            ("1", "1"),
            ("1.0", "1.0"),
            (1.5, "1.5"),
            (1e20, "1" + "0" * 20),
            (" a ", " a "),
        ),
        *(
            (None, ""),
            (float("nan"), ""),
            (np.int64(7), "7"),
            (np.float64(7), "7"),
            (2**60 + 1, str(2**60 + 1)),
            ("é".encode(), "é"),
            (bytearray(b" a"), " a"),
            (memoryview(b"a"), "a"),
        ),
    ],
)
def test_cells_as_names(cell: Any, name: str) -> None:
    assert as_name(cell) == name


def test_codes_follow_first_appearance_across_chunks() -> None:
    column = NameColumn("system", "f")
    column.add(["b", "a", "b"], [1, 2, 3])
    column.add(np.array([1, 2]), [4, 5])
    column.add(["1", "a"], [6, 7])
    assert column.labels == ("b", "a", "1", "2")
    assert column.codes.tolist() == [0, 1, 0, 2, 3, 2, 1]


def test_an_empty_name_is_refused_where_one_is_required() -> None:
    with pytest.raises(FormatError, match=r"f, row 9, column 'system': the cell is empty"):
        NameColumn("system", "f").add(["a", None], [8, 9])
    column = NameColumn("document", "f", required=False)
    column.add(["a", None], [8, 9])
    assert column.labels == ("a", "")


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        ([1], r"\[1\]"),
        ((1,), r"\(1,\)"),
        ({"a": 1}, r"\{'a': 1\}"),
        (np.array([1]), r"array\(\[1\]\)"),
        (Unreadable("date32[day]", "out of range"), r"a date32\[day\] that cannot be read \(out of range\)"),
    ],
)
def test_what_is_no_name_is_refused_rather_than_spelt_out(cell: Any, shown: str) -> None:
    with pytest.raises(
        FormatError, match=rf"f, row 9, column 'system': {shown} is no name\. Write names as text"
    ):
        NameColumn("system", "f").add(["a", cell], [8, 9])


def test_bytes_that_are_no_text_are_no_name() -> None:
    with pytest.raises(
        FormatError, match=r"row 9, .*the bytes b'\\xff' are no name, since they are not UTF-8"
    ):
        NameColumn("system", "f").add([b"a", b"\xff"], [8, 9])
