"""Names are text, coded in the order in which they appear."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from trueness.data.names import NameColumn, as_name
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
