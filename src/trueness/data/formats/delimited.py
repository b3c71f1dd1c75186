"""Read CSV and TSV: a header, then one record per row, streamed."""

from __future__ import annotations

import contextlib
import csv
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from trueness.data.cells.bookkeeping import TO_FILL_IN
from trueness.data.cells.raw_rows import Chunk, RawRows, is_number
from trueness.data.files.open_file import LONGEST_LINE, lines_of, open_text
from trueness.data.files.sidecar import read_sidecar
from trueness.data.formats.header import (
    LOOKED_AT,
    LOOKED_BELOW,
    check_header,
    header_below,
    header_note,
    made_names,
)
from trueness.errors import FormatError

ROWS_PER_CHUNK = 1_000
"""Rows whose cells stay in the caches of a processor; many more take three times as long."""

DELIMITERS = (",", ";", "\t")
"""What may separate fields."""

BLANKS = "blanks"
"""What separates fields where any number of blanks, or a tab, does."""

BLANK = " "
"""What separates fields where a single blank does, and two stand around an empty field."""

TABS = "tabs"
"""What separates fields where a tab does, and quotes are letters as others."""

_LINE_END = re.compile("\r\n|\r|\n")

_NOTES = {
    TABS: "quotes were read as letters, since they do not match and tabs divide all lines into as many fields",
    BLANKS: "fields were found to be separated by blanks",
    BLANK: "fields were found to be separated by single blanks, with empty fields between two",
}
"""What is said of a file where fields are divided so; blanks are tried in this order."""


def read_delimited(
    path: str | Path,
    *,
    delimiter: str = ",",
    rows_per_chunk: int = ROWS_PER_CHUNK,
    header_row: int | None = None,
) -> RawRows:
    """Read the rows of a CSV or TSV file.

    Fields follow RFC 4180: quotes around fields that hold the delimiter, quotes or newlines. Blank lines are skipped,
    and so are rows and columns of nothing but delimiters, as spreadsheets write them, and columns of a batch of
    Mechanical Turk that are to be filled in.

    Where the header is a single field and a semicolon, a tab or a comma divides it, that is the delimiter, as programs
    write which take a comma for the decimal point; decimals may have a comma then. Where nothing but blanks divides it,
    and blanks and tabs divide the rows below into as many fields, one of which is a number, these are; or single
    blanks, where only these do. Blanks around names of columns are no part of them; where a blank follows every
    delimiter of the header, it is part of the delimiter. Where quotes do not match, or enclose ends of lines, and tabs
    divide all lines into as many fields, quotes are letters.

    Parameters
    ----------
    path : str or Path
        The file, compressed or not.
    delimiter : str
        What separates fields.
    rows_per_chunk : int
        How many rows are held at once.
    header_row : int, optional
        The line on which the header begins, 0 where there is none (see `made_names`); by default the first record, or
        the one below titles where that is clear (see `header_below`).

    Raises
    ------
    FormatError
        If the file is empty, the header reads like data, a record has not as many fields as it, quotes do not match, or
        there are
        NUL bytes or bytes that are not UTF-8. Errors in the records turn up when these are read.
    """
    delimiter, found = _divided(path, delimiter, header_row)
    metadata = read_sidecar(path)
    spaced = not metadata and len(found.names) > 1 and all(name.startswith(" ") for name in found.names[1:])
    header = found.names
    if header_row != 0:
        header = next(
            record for line, record in _records(path, delimiter, spaced=spaced) if line >= found.line
        )
    if tuple(header[-len(TO_FILL_IN) :]) == TO_FILL_IN and header_row != 0:
        lengths = set(map(len, _rows_below(_records(path, delimiter, spaced=spaced))))
        header = header[: -len(TO_FILL_IN)] if lengths == {len(header) - len(TO_FILL_IN)} else header
    batches = _record_batches(path, delimiter, spaced=spaced, size=rows_per_chunk, after=found.line)
    if header_row is None and not metadata and found.line == found.first:
        below = _rows_below(_records(path, delimiter, spaced=spaced))
        check_header(header, below, str(path), found.line)
    return RawRows(
        str(path),
        tuple(name if metadata else name.strip() for k, name in enumerate(header) if k == 0 or name.strip()),
        _chunks(batches, header, found.line, str(path)),
        metadata,
        notes=(
            *((header_note(found.line),) if header_row is None and found.line > found.first else ()),
            *((_NOTES[delimiter],) if delimiter in _NOTES else ()),
        ),
        decimal_comma=delimiter == ";",
    )


def _divided(path: str | Path, delimiter: str, header_row: int | None) -> tuple[str, _Header]:
    """Return what divides a file that is said to be divided otherwise, as `read_delimited` finds it, and the header."""
    try:
        found = _header(path, delimiter, header_row)
    except FormatError:
        by_blanks = _by_blanks(path, header_row)  # quotes may end before a blank
        if by_blanks is None:
            raise
        delimiter, found = by_blanks
    if len(found.names) == 1:
        ways = {
            other: _header_by(path, other, header_row, found) for other in DELIMITERS if other != delimiter
        }
        others = [other for other, way in ways.items() if way is not None]
        if len(others) == 1:
            delimiter = others[0]
            found = ways[delimiter] or found
        elif not others and (by_blanks := _by_blanks(path, header_row)) is not None:
            delimiter, found = by_blanks
        elif any(other in found.names[0] for other in (*DELIMITERS, "|")):
            raise FormatError(
                f"the header has one column, {found.names[0]!r}; are its fields separated by something "
                f"other than {delimiter!r}?",
                path=str(path),
                row=found.line,
                remedy="Separate them by commas, semicolons or tabs.",
            )
    if delimiter == "\t" and _quotes_are_letters(path):
        return TABS, _header(path, TABS, header_row)
    return delimiter, found


def _quotes_are_letters(path: str | Path) -> bool:
    """Return whether quotes in a file of tabs enclose no fields: they would join lines, which tabs divide well."""
    with open_text(path, newline="") as file:
        widths, quoted = set[int](), False
        for line in lines_of(file, path):
            quoted |= '"' in line
            if line.strip():
                widths.add(line.count("\t"))
            if len(widths) > 1:
                return False
    if not quoted:
        return False
    try:
        records = _record_batches(path, "\t", spaced=False, size=ROWS_PER_CHUNK, after=0)
        return any(_n_lines(record) > 1 for _, some in records for record in some)
    except FormatError:
        return True


def _rows_below(records: Iterator[tuple[int, list[str]]]) -> list[list[str]]:
    """Return the first rows below the first; of one that is broken nothing is said before it is read."""
    found: list[list[str]] = []
    with contextlib.suppress(FormatError):
        found += (record for _, record in itertools.islice(records, 1, LOOKED_BELOW))
    return found


class _Header(NamedTuple):
    """The names of columns, the line they begin on, and that of the first record."""

    names: list[str]
    line: int
    first: int


def _header(path: str | Path, delimiter: str, header_row: int | None) -> _Header:
    records = _records(path, delimiter)
    if header_row == 0:
        return _Header(made_names(len(next(records, (0, []))[1])), 0, 0)
    if header_row is not None:
        line, names = next((one for one in records if one[0] >= header_row), (0, []))
        if line != header_row:
            raise FormatError(
                "no row begins on this line, which is said to be the header.",
                path=str(path),
                row=header_row,
                remedy="Say which is the header: --header-row N (in Python: header_row=).",
            )
        return _Header(names, line, line)
    rows = list(itertools.islice(records, 1))
    if not rows:
        raise FormatError("the file is empty.", path=str(path), remedy="It needs a header line and rows.")
    while len(rows) < LOOKED_AT and sum(map(bool, rows[-1][1])) < 2 and (row := next(records, None)):
        rows += [row] if any(row[1]) else []
    rows += [row for row in itertools.islice(records, 1 if len(rows) > 1 else 0) if any(row[1])]
    k = header_below([record for _, record in rows]) or 0
    return _Header(rows[k][1], rows[k][0], rows[0][0])


def _header_by(path: str | Path, delimiter: str, header_row: int | None, single: _Header) -> _Header | None:
    """Return the header where another delimiter divides it; None where it does not."""
    try:
        found = _header(path, delimiter, header_row)
    except FormatError:
        if delimiter in single.names[0]:
            raise
        return None
    return found if len(found.names) > 1 else None


def _by_blanks(path: str | Path, header_row: int | None) -> tuple[str, _Header] | None:
    """Return how blanks divide the header and the rows looked at alike, and the header; None if they do not."""
    for delimiter in (BLANKS, BLANK):
        try:
            found = _header(path, delimiter, header_row)
            rows = [
                row
                for line, row in itertools.islice(_records(path, delimiter), LOOKED_AT + found.line)
                if line > found.line
            ]
        except FormatError:
            continue
        alike = len(found.names) > 1 and bool(rows) and all(len(row) == len(found.names) for row in rows)
        if alike and any(map(is_number, rows[0])):
            return delimiter, found
    return None


def _records(path: str | Path, delimiter: str, *, spaced: bool = False) -> Iterator[tuple[int, list[str]]]:
    """Yield every record with the line it starts on."""
    for lines, records in _record_batches(path, delimiter, spaced=spaced, size=1, after=0):
        yield from zip(lines, records, strict=True)


def _record_batches(
    path: str | Path, delimiter: str, *, spaced: bool, size: int, after: int
) -> Iterator[tuple[Sequence[int], Sequence[list[str]]]]:
    """Yield records that start after a line, at most so many at a time, with the lines they start on."""
    with open_text(path, newline="") as file:
        lines = _checked_lines(lines_of(file, path), str(path))
        reader = csv.reader(
            (f"{' '.join(line.split())}\n" for line in lines) if delimiter == BLANKS else lines,
            delimiter={BLANKS: BLANK, TABS: "\t"}.get(delimiter, delimiter),
            quoting=csv.QUOTE_NONE if delimiter == TABS else csv.QUOTE_MINIMAL,
            strict=True,
            skipinitialspace=spaced,
        )
        while True:
            first, found = reader.line_num + 1, list[list[str]]()
            before = csv.field_size_limit(LONGEST_LINE)  # the limit of the module is everybody's
            try:
                found += itertools.islice(reader, size if first > after else 1)
            except csv.Error as error:
                raise FormatError(
                    f"{error}.",
                    path=str(path),
                    row=first + sum(map(_n_lines, found)),
                    remedy="Check the quotes from this line on.",
                ) from error
            finally:
                csv.field_size_limit(before)
            if not found:
                return
            starts: Sequence[int] = range(first, first + len(found))
            if reader.line_num >= first + len(found):  # fields with line ends
                starts = list(itertools.accumulate(map(_n_lines, found[:-1]), initial=first))
            if not all(found):
                starts = [line for line, record in zip(starts, found, strict=True) if record]
                found = [record for record in found if record]
            if found and first > after:
                yield starts, found


def _n_lines(record: list[str]) -> int:
    """Return how many lines a record takes."""
    return 1 + sum(len(_LINE_END.findall(field)) for field in record)


def _checked_lines(lines: Iterable[str], path: str) -> Iterator[str]:
    for number, line in enumerate(lines, start=1):
        if "\0" in line:
            raise FormatError(
                "the line has a NUL byte.",
                path=path,
                row=number,
                remedy="Is this a text file, saved as UTF-8?",
            )
        yield line


def _chunks(
    batches: Iterator[tuple[Sequence[int], Sequence[list[str]]]], header: list[str], at: int, path: str
) -> Iterator[Chunk]:
    nameless = [k for k, name in enumerate(header) if k and not name.strip()]
    for starts, records in batches:
        lines, rows = starts, records
        if len(header) > 1 and not all(map(any, rows)):
            kept = [(line, row) for line, row in zip(lines, rows, strict=True) if any(row)]
            if not kept:
                continue
            lines, rows = zip(*kept, strict=True)
        if set(map(len, rows)) != {len(header)}:
            rows = _of_one_length(lines, rows, len(header), at, path)
        columns = list(zip(*rows, strict=True))
        for k in nameless:
            filled = next((line for line, cell in zip(lines, columns[k], strict=True) if cell.strip()), None)
            if filled is not None:
                raise FormatError(
                    f"column {k + 1} lacks a name, but has something in row {filled}.",
                    path=path,
                    row=at,
                    remedy="Name it in the header. Is the header another row? Then say which: --header-row N.",
                )
        yield Chunk(
            lines, [column for k, column in enumerate(columns) if k not in nameless] if nameless else columns
        )


def _of_one_length(
    lines: Sequence[int], rows: Sequence[list[str]], length: int, at: int, path: str
) -> list[list[str]]:
    """Return rows without the empty fields that some have beyond the header."""
    for line, row in zip(lines, rows, strict=True):
        if len(row) < length or any(row[length:]):
            below = (
                " Is the header below a title? Then say in which row: --header-row N."
                if line == lines[0]
                else ""
            )
            raise FormatError(
                f"the row has {len(row)} fields, the header {length}.",
                path=path,
                row=line,
                remedy=f"Put fields that hold the separator in quotes.{below if at == 1 else ''}",
            )
    return [row[:length] for row in rows]
