"""Where the header of a table is: the first row, a row that was named, or one below titles where that is clear."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from trueness.data.cells.columns import plain_name
from trueness.data.cells.numbers import MISSING_WORDS, TEXT_NAMES
from trueness.data.cells.resolve_columns import KEY_NAMES, LIKE_SCORES, SCORE_NAMES, SCORER_NAMES
from trueness.errors import ArgumentError, FormatError, listing

WITH_HEADER = ("csv", "tsv", "xlsx", "ods")
"""Formats whose header may stand below other rows."""

LOOKED_AT = 20
"""Rows with anything in them among which the header is looked for."""


def check_header_row(row: int | None, formats: Iterable[str]) -> None:
    """Check a row that is said to be the header; 0 says that there is none.

    Raises
    ------
    ArgumentError
        If it is no whole number from 0 on, or no source has a header row.
    """
    if row is None:
        return
    if type(row) is not int or row < 0:
        raise ArgumentError(f"`header_row` must be a whole number from 0 on; it is {row!r}.")
    known = list(formats)
    if not set(known) & set(WITH_HEADER):
        raise ArgumentError(f"`header_row` is for files with a header row; leave it out for '{known[0]}'.")


def header_below(rows: Sequence[Sequence[Any]]) -> int | None:
    """Return which of the first rows is the header, where titles stand above it and that is clear; None otherwise.

    It is clear where all rows above have a single cell, the first; the header has several, all words and all different;
    and one of them is a usual name of systems, inputs and the like, or the row below has a number under one.

    Parameters
    ----------
    rows : sequence of sequences
        Rows with anything in them, from the first on.
    """
    k = next((k for k, row in enumerate(rows) if _is_empty(row[0]) or len(_filled(row)) > 1), None)
    if k is None:
        return None
    row, filled = rows[k], _filled(rows[k])
    names = [str(cell).strip() for cell in filled]
    words = len(names) > 1 and not any(map(_is_number, filled)) and len(set(names)) == len(names)
    if k == 0 or not words or k + 1 == len(rows):
        return None
    under = [
        cell
        for name, cell in zip(row, rows[k + 1], strict=False)
        if not _is_empty(name) and not _is_empty(cell)
    ]
    usual = any(plain_name(name) in KEY_NAMES for name in names)
    return k if len(under) > 1 and (usual or any(map(_is_number, under))) else None


def made_names(count: int) -> list[str]:
    """Return ``column1``, ``column2`` and so on, the names of so many columns of a table without a header."""
    return [f"column{k + 1}" for k in range(count)]


class NoHeaderError(FormatError):
    """The first row of a file reads like data, and nobody said that it is a header."""


def check_header(header: Sequence[Any], below: Sequence[Sequence[Any]], path: str, row: int) -> None:
    """Check that a header that nobody named does not read like the rows below.

    It does where none of its names is a usual one that stands there once, and two or more of them are like what stands
    below: the same text again, or a decimal number above numbers. Numbers that count, 1, 2, 3, may be names.

    Parameters
    ----------
    header : sequence
    below : sequence of sequences
        Rows below it, the first ones.
    path, row
        For messages.

    Raises
    ------
    NoHeaderError
        If it reads like data; the message says how to say that there is no header, and that there is one.
    """
    names = [str(cell).strip() for cell in header]
    usual = (*KEY_NAMES, *TEXT_NAMES, *SCORER_NAMES, *SCORE_NAMES)
    whole = sorted(int(name) for name in names if name.isdecimal())
    counts = len(whole) > 1 and whole == list(range(whole[0], whole[0] + len(whole)))
    alike = []
    for k, name in enumerate(names):
        column = [str(row[k]).strip() for row in below if k < len(row) and not _is_empty(row[k])]
        decimal = _is_number(name) and not name.isdecimal() and bool(column) and all(map(_is_number, column))
        again = name in column
        if not again and (plain_name(name) in usual or LIKE_SCORES.search(name)):
            return
        if name and (decimal or (again and not (counts and name.isdecimal()))):
            alike.append(name)
    if len(alike) > 1:
        raise NoHeaderError(
            f"the first row reads like data, not like names of columns: {listing(alike, 4)}.",
            path=path,
            row=row,
            remedy="If there is no header, say so: --header-row 0 (in Python: header_row=0); columns are called "
            f"'column1' to 'column{len(names)}' then. If it is the header: --header-row {row}.",
        )


LOOKED_BELOW = 200
"""Rows below a header that it is compared with."""


def header_note(row: int) -> str:
    """Return what is said where the header was found below other rows."""
    return f"the header was found in row {row}; what stands above it was left out"


def _filled(row: Sequence[Any]) -> list[Any]:
    return [cell for cell in row if not _is_empty(cell)]


def _is_empty(cell: Any) -> bool:
    return cell is None or (isinstance(cell, str) and not cell.strip())


def _is_number(cell: Any) -> bool:
    if not isinstance(cell, str):
        return True
    text = cell.strip().rstrip("%").replace(",", ".", 1)
    if text.casefold() in MISSING_WORDS:
        return False
    try:
        float(text)
    except ValueError:
        return False
    return True
