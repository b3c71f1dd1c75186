"""Read CSV and TSV: a header, then one record per row, streamed."""

from __future__ import annotations

import csv
import itertools
from collections.abc import Iterable, Iterator
from pathlib import Path

from trueness.data.cells.raw_rows import Chunk, RawRows
from trueness.data.files.open_file import LONGEST_LINE, lines_of, open_text
from trueness.data.files.sidecar import read_sidecar
from trueness.errors import FormatError

ROWS_PER_CHUNK = 20_000
DELIMITERS = (",", ";", "\t")
"""What may separate fields."""


def read_delimited(
    path: str | Path, *, delimiter: str = ",", rows_per_chunk: int = ROWS_PER_CHUNK
) -> RawRows:
    """Read the rows of a CSV or TSV file.

    Fields follow RFC 4180: quotes around fields that hold the delimiter, quotes or newlines. Blank lines are
    skipped. Where the header is a single field and a semicolon, a tab or a comma divides it, that is the delimiter, as
    programs write which take a comma for the decimal point; decimals may have a comma then.

    Parameters
    ----------
    path : str or Path
        The file, compressed or not.
    delimiter : str
        What separates fields.
    rows_per_chunk : int
        How many rows are held at once.

    Raises
    ------
    FormatError
        If the file is empty, a record has not as many fields as the header, quotes do not match, or there are
        NUL bytes or bytes that are not UTF-8. Errors in the records turn up when these are read.
    """
    records = _records(path, delimiter)
    first = next(records, None)
    if first is None:
        raise FormatError("the file is empty.", path=str(path), remedy="It needs a header line and rows.")
    header = first[1]
    others = [other for other in DELIMITERS if len(header) == 1 and other != delimiter and other in header[0]]
    if len(others) == 1:
        delimiter = others[0]
        records = _records(path, delimiter)
        header = next(records)[1]
    elif len(header) == 1 and any(other in header[0] for other in (*DELIMITERS, "|")):
        raise FormatError(
            f"the header has one column, {header[0]!r}; are its fields not separated by {delimiter!r}?",
            path=str(path),
            row=first[0],
            remedy="Separate them by commas, semicolons or tabs.",
        )
    chunks = _chunks(records, header, str(path), rows_per_chunk)
    return RawRows(str(path), tuple(header), chunks, read_sidecar(path), decimal_comma=delimiter == ";")


def _records(path: str | Path, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Yield every record with the line it starts on."""
    with open_text(path, newline="") as file:
        reader = csv.reader(_checked_lines(lines_of(file, path), str(path)), delimiter=delimiter, strict=True)
        line = 1
        while True:
            try:
                record = _next_record(reader)
            except StopIteration:
                return
            except csv.Error as error:
                raise FormatError(
                    f"{error}.",
                    path=str(path),
                    row=line,
                    remedy="Check the quotes from this line on.",
                ) from error
            if record:
                yield line, record
            line = reader.line_num + 1


def _next_record(reader: Iterator[list[str]]) -> list[str]:
    """Return the next record, however long its fields; the limit of the module `csv` is everybody's."""
    before = csv.field_size_limit(LONGEST_LINE)
    try:
        return next(reader)
    finally:
        csv.field_size_limit(before)


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
    records: Iterator[tuple[int, list[str]]], header: list[str], path: str, rows_per_chunk: int
) -> Iterator[Chunk]:
    while batch := list(itertools.islice(records, rows_per_chunk)):
        for line, record in batch:
            if len(record) != len(header):
                raise FormatError(
                    f"the row has {len(record)} fields, the header {len(header)}.",
                    path=path,
                    row=line,
                    remedy="Put fields that hold the separator in quotes.",
                )
        lines, rows = zip(*batch, strict=True)
        yield Chunk(lines, list(zip(*rows, strict=True)))
