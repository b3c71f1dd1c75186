"""Names of columns that no one can tell apart, or write, are refused."""

from __future__ import annotations

import pytest

from trueness.data.cells.check_column_names import check_column_names
from trueness.data.cells.columns import ColumnMap
from trueness.data.cells.resolve_columns import resolve_columns
from trueness.errors import FormatError


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ((), "the table lacks columns"),
        (("system", "input", "r", "r"), "column 'r': the column name occurs twice"),
        (("system", "input", " "), "column 3 lacks a name"),
        (("input", "\ud800"), r"the column name '.ud800' must be Unicode text"),
    ],
)
def test_names_that_cannot_be_used(names: tuple[str, ...], message: str) -> None:
    with pytest.raises(FormatError, match=message):
        check_column_names(names, "f.csv")
    with pytest.raises(FormatError, match=message):
        resolve_columns(names, ColumnMap(), "f.csv")


def test_every_column_has_a_name_of_its_own() -> None:
    check_column_names(("system", "System", "input"), "f.csv")
