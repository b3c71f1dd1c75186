"""Lines of fields and scores: counted, parsed, and every fault named with its line."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from trueness.data.layouts.score_lines import read_fields, read_numbers
from trueness.errors import FormatError

LAYOUT = ("SYSTEM", "SCORE")


@pytest.mark.parametrize("content", ["a 1\nb\t2\n", "a 1\r\nb 2", "  a   1  \nb 2\n"])
def test_fields_are_separated_by_any_blanks(tmp_path: Path, content: str) -> None:
    path = tmp_path / "x.score"
    path.write_bytes(content.encode())
    assert read_fields(path, LAYOUT) == [["a", "1"], ["b", "2"]]


def test_lines_end_at_newlines_alone(tmp_path: Path) -> None:
    path = tmp_path / "x.score"
    path.write_text("a\u2028b 1\n", encoding="utf-8")
    # a line separator of Unicode is a blank here, as everywhere in Python
    with pytest.raises(FormatError, match=r"row 1: the line has 3 field"):
        read_fields(path, LAYOUT)


def test_further_fields_where_they_are_expected(tmp_path: Path) -> None:
    path = tmp_path / "x.score"
    path.write_text("a b\t 1\tmore of it\t\nc 2 rest\n")
    assert read_fields(path, LAYOUT, more=True) == [["a b", "1", "more of it", ""], ["c", "2", "rest"]]


@pytest.mark.parametrize(
    ("content", "more", "message"),
    [
        ("", False, r"the file is empty\. A line holds SYSTEM SCORE"),
        ("a 1\n\nb 2\n", False, r"row 2: the line has 0 fields; it needs 2: SYSTEM SCORE"),
        ("a 1\nb\n", False, r"row 2: the line has 1 field"),
        ("a 1 2\n", False, r"row 1: the line has 3 field"),
        ("a\n", True, r"row 1: the line has 1 field; it needs at least 2"),
    ],
)
def test_a_line_of_another_form_is_named(tmp_path: Path, content: str, more: bool, message: str) -> None:
    path = tmp_path / "x.score"
    path.write_text(content)
    with pytest.raises(FormatError, match=message):
        read_fields(path, LAYOUT, more=more)


def test_a_truncated_gzip_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "x.score.gz"
    path.write_bytes(gzip.compress(b"a 1\n" * 10_000)[:-20])
    with pytest.raises(FormatError, match="ends too early"):
        read_fields(path, LAYOUT)


def test_numbers() -> None:
    found = read_numbers(["1", "-2.5e-1", "None", "nan"], "f", "score", [1, 2, 3, 4])
    np.testing.assert_array_equal(found, [1, -0.25, np.nan, np.nan])
    assert read_numbers([], "f", "score", []).shape == (0,)


@pytest.mark.parametrize(
    ("cell", "message"), [("x", "'x' is not a number"), ("inf", "infinite"), ("1_0", "'1_0'")]
)
def test_what_is_no_number_is_named(cell: str, message: str) -> None:
    with pytest.raises(FormatError, match=rf"f, row 9, column 'score': .*{message}.*Write None") as error:
        read_numbers(["1", cell], "f", "score", [8, 9])
    assert (error.value.row, error.value.column) == (9, "score")
    with pytest.raises(FormatError, match=r"row 8.*Write None"):
        read_numbers([cell], "f", "score", [8])
