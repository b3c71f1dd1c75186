"""Canonical rows of texts from files of any format, read piece by piece and as often as wanted."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from trueness.data.cells.columns import ColumnMap
from trueness.data.cells.names import as_name
from trueness.data.cells.raw_rows import RawRows, Unreadable
from trueness.data.files.open_file import COMPRESSIONS
from trueness.data.files.unpack import opened
from trueness.data.formats.columnar import Opened, open_columnar
from trueness.data.formats.delimited import read_delimited
from trueness.data.formats.header import NoHeaderError
from trueness.data.formats.json_document import NestedError, is_one_value, load_json, records_of
from trueness.data.formats.jsonl import read_records
from trueness.data.formats.parts import ENDINGS, Parts, parts_of
from trueness.data.formats.rows_within import rows_within
from trueness.data.formats.spreadsheet import SPREADSHEETS, read_spreadsheet
from trueness.data.layouts.bioasq import is_bioasq, open_bioasq
from trueness.data.layouts.export_ids import Ids
from trueness.data.layouts.export_texts import ExportTexts, export_texts
from trueness.data.layouts.exports import load_export
from trueness.data.layouts.pickled_texts import pickled_rows
from trueness.data.reading.text_folders import is_text_folder, open_text_folder
from trueness.data.recognising.file_kind import file_kind
from trueness.errors import FormatError, check_choice

TEXT_FORMATS = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".tsv": "tsv",
    **ENDINGS,
    ".json": "json",
    **SPREADSHEETS,
}
"""Suffix to format; ``.gz`` and ``.zst`` may follow."""

BIOASQ = "bioasq"
"""The format of a folder, or a file, of BioASQ's task B."""

_MAYBE_EXPORTED = ("jsonl", "json", "csv", "tsv")
"""Formats in which `load_export` looks."""

ROWS_PER_PIECE = 64
"""Rows of texts that are held at once while a CSV or Parquet file is read; a text may be long."""

_NESTED = ("references", "ratings")
"""Fields that are JSON in the cells of CSV and TSV."""


class CsvRow(dict[str, Any]):
    """A row of CSV or TSV, its cells taken for what the names of the columns say.

    Parameters
    ----------
    cells : mapping of str to str
        The cells as they stand, for columns that are said to mean something else.
    path : Path
        The file, for messages.
    number : int
        The one-based number of the row, for messages.

    Raises
    ------
    FormatError
        If a cell starts as JSON does and is none.
    """

    def __init__(self, cells: Mapping[str, str], path: str | Path, number: int) -> None:
        super().__init__()
        self._cells, self._path, self._number = cells, path, number
        for field in cells:
            self.take(field, field)

    def take(self, field: str, meaning: str) -> None:
        """Take a cell for what the canonical field `meaning` holds; a field that is not there stays away.

        Raises
        ------
        FormatError
            If it starts as JSON does where this may be JSON, and is none.
        """
        if field not in self._cells:
            return
        cell = self._cells[field]
        if meaning == "output":
            self[field] = cell
        elif not cell.strip():
            self[field] = None
        elif meaning in _NESTED and cell.lstrip()[0] in "[{":
            self[field] = _parse(cell, self._path, self._number, field)
        else:
            self[field] = cell


Record = tuple[int, Mapping[str, Any]]


class TextRecords(NamedTuple):
    """A file or folder of texts.

    Attributes
    ----------
    path : Path
        The file or folder.
    notes : tuple of str
        Which files were left out and why.
    read : callable
        Reads the rows, each with its one-based line or record number.
    ids : mapping of str to mapping of str to str
        Of what a program exported, place to input to another id of it.
    """

    path: Path
    notes: tuple[str, ...]
    read: Callable[[], Iterator[Record]]
    ids: Ids = MappingProxyType({})


def open_text_records(
    path: str | Path, format: str | None = None, *, part: str | None = None, header_row: int | None = None
) -> TextRecords:
    """Find out what a file of texts is; it is read when its rows are asked for.

    Parameters
    ----------
    path : str or Path
        A file, or a folder (see `open_text_folder` and `open_bioasq`) or one of parts of a table (see `parts_of`).
    format : {'jsonl', 'csv', 'tsv', 'parquet', 'arrow', 'bioasq'}, optional
        The format of a file; by default the suffix says it.
    part : str, optional
        The sheet of a spreadsheet.
    header_row : int, optional
        Which row of CSV, TSV or a spreadsheet is the header.

    Raises
    ------
    ArgumentError
        If `format` is none of these.
    FormatError
        If a file cannot be told apart, or a folder has no known layout. Errors in the rows turn up when these are
        read: the message names file, row, field and remedy.
    """
    path = opened(Path(path))
    if format == BIOASQ or (format is None and is_bioasq(path)):
        answers = open_bioasq(path)
        return TextRecords(path, answers.notes, lambda: iter(answers.rows))
    if path.is_dir() and (parts := parts_of(path)) is not None:
        return TextRecords(path, (), lambda: _of_parts(parts, header_row))
    if path.is_dir():
        folder = open_text_folder(path)
        return TextRecords(path, folder.notes, folder.rows)
    found = (
        _format_of(path)
        if format is None
        else check_choice("format", format, (*sorted(set(TEXT_FORMATS.values())), BIOASQ))
    )
    if found is None and (rows := pickled_rows(path)) is not None:
        return TextRecords(path, (), lambda: enumerate(rows(), 1))
    if found is None:
        raise FormatError(
            "the name must say what the file holds.",
            path=str(path),
            remedy=f"Known suffixes: {', '.join(TEXT_FORMATS)}; or give the format: --format jsonl.",
        )
    if format is None and found in ("json", "jsonl") and (texts := _exported(path, found)) is not None:
        return TextRecords(path, ("read as what a program exported",), lambda: iter(texts.rows), texts.ids)
    readers: dict[str, Callable[[], Iterator[Record]]] = {
        "jsonl": lambda: rows_within(read_records(path), str(path))[0],
        "csv": lambda: _csv_rows(path, ",", header_row),
        "tsv": lambda: _csv_rows(path, "\t", header_row),
        "parquet": lambda: rows_within(_columns(path, "parquet").records(), str(path))[0],
        "arrow": lambda: rows_within(_columns(path, "arrow").records(), str(path))[0],
        "json": lambda: iter(_json_rows(path)),
        "xlsx": lambda: _sheet_rows(path, part, header_row),
        "ods": lambda: _sheet_rows(path, part, header_row),
    }
    return TextRecords(path, (), readers[found])


def _exported(path: Path, kind: str) -> ExportTexts | None:
    try:
        return export_texts(path, kind)
    except FormatError:  # what is wrong with it is said by who reads its rows
        return None


def holds_texts(
    path: str | Path,
    format: str | None = None,
    columns: ColumnMap | str | Mapping[str, str | Iterable[str]] | None = None,
    *,
    part: str | None = None,
    header_row: int | None = None,
    missing_values: object = None,
    labels: object = None,
) -> bool:
    """Return whether a file has a field of outputs that is not ignored, or a folder the layout of texts.

    Parameters
    ----------
    path : str or Path
        A file or folder.
    format : str, optional
        The format that was said; one that is not of texts settles it.
    columns : ColumnMap, str or mapping, optional
        What was said about columns: which field is the output (by default ``output``), and what is ignored.
    part, header_row
        As `open_text_records`.
    missing_values, labels : optional
        Tell nothing of this.

    Raises
    ------
    FormatError
        If the file is damaged.
    """
    del missing_values, labels
    path = opened(Path(path))
    if format == BIOASQ or (format is None and is_bioasq(path)):
        return True
    if path.is_dir() and (parts := parts_of(path)) is not None:
        return holds_texts(parts.files[0], parts.kind, columns, header_row=header_row)
    if path.is_dir():
        return is_text_folder(path)
    found = _format_of(path) if format is None else format
    asked = ColumnMap.of(columns)
    output = asked.output or "output"
    if found not in TEXT_FORMATS.values() or output in asked.ignore:
        return False
    if found == "jsonl":
        fields: Iterable[str] = next(rows_within(read_records(path), str(path))[0], (0, {}))[1]
    elif found is not None and found in ENDINGS.values():
        fields = _columns(path, found).names
    elif found == "json":
        fields = _json_fields(path)
    elif found in SPREADSHEETS.values():
        fields = read_spreadsheet(path, sheet=part, header_row=header_row).names
    else:
        delimiter = "," if found == "csv" else "\t"
        try:
            fields = read_delimited(path, delimiter=delimiter, header_row=header_row).names
        except NoHeaderError:  # no field is named: what else it is, such as lines of WMT, others know
            return False
    # what a program exports may have outputs beside the scores, and is no file of texts for that
    exported = format is None and found in _MAYBE_EXPORTED
    return output in fields and not (exported and load_export(path, found) is not None)


def first_row(
    path: str | Path,
    format: str | None = None,
    *,
    part: str | None = None,
    header_row: int | None = None,
    missing_values: object = None,
    labels: object = None,
) -> Mapping[str, Any] | None:
    """Return the first row of a file as one of texts would have it; None where no file of texts is like it.

    Parameters
    ----------
    path, format, part, header_row, missing_values, labels
        As `holds_texts`.

    Raises
    ------
    FormatError
        If the file is damaged.
    """
    del missing_values, labels
    path = opened(Path(path))
    if path.is_dir():
        parts = parts_of(path)
        return None if parts is None else first_row(parts.files[0], parts.kind, header_row=header_row)
    found = _format_of(path) if format is None else format
    if found not in TEXT_FORMATS.values() or (
        format is None and found in _MAYBE_EXPORTED and load_export(path, found) is not None
    ):
        return None
    rows = open_text_records(path, found, part=part, header_row=header_row).read()
    try:
        return next(rows, (0, None))[1]
    except NestedError:
        return None


def _format_of(path: Path) -> str | None:
    suffixes = [suffix.lower() for suffix in path.suffixes]
    while suffixes and suffixes[-1] in COMPRESSIONS:
        suffixes.pop()
    said = TEXT_FORMATS.get(suffixes[-1]) if suffixes else None
    return file_kind(path, said) if path.exists() else said


def _of_parts(parts: Parts, header_row: int | None) -> Iterator[Record]:
    """Yield the rows of all parts of a table, counted through."""
    rows = (open_text_records(file, parts.kind, header_row=header_row).read() for file in parts.files)
    return ((number, row) for number, (_, row) in enumerate(itertools.chain.from_iterable(rows), 1))


def _json_rows(path: Path) -> list[Record]:
    """Return the objects of a file that is one JSON value, or of one with an object per line."""
    return (
        records_of(load_json(path), str(path))[0]
        if is_one_value(path)
        else list(rows_within(read_records(path), str(path))[0])
    )


def _json_fields(path: Path) -> Iterable[str]:
    """Return the fields of the objects of a file; of objects that nest nobody knows them."""
    try:
        return next(iter(_json_rows(path)), (0, {}))[1]
    except NestedError:
        return ()


def _sheet_rows(path: Path, sheet: str | None, header_row: int | None) -> Iterator[Record]:
    for number, cells in _cell_rows(read_spreadsheet(path, sheet=sheet, header_row=header_row), path):
        for name, cell in cells.items():
            if isinstance(cell, Unreadable):
                remedy = f"{cell.remedy}." if cell.remedy else None
                raise FormatError(f"{cell.problem}.", path=str(path), row=number, column=name, remedy=remedy)
        yield number, CsvRow({name: as_name(cell) for name, cell in cells.items()}, path, number)


def _csv_rows(path: Path, delimiter: str, header_row: int | None) -> Iterator[Record]:
    raw = read_delimited(path, delimiter=delimiter, rows_per_chunk=ROWS_PER_PIECE, header_row=header_row)
    for number, cells in _cell_rows(raw, path):
        yield number, CsvRow(cells, path, number)


def _cell_rows(raw: RawRows, path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    _check_names(raw.names, path)
    for chunk in raw.chunks:
        for number, cells in zip(chunk.rows, zip(*chunk.columns, strict=True), strict=True):
            yield number, dict(zip(raw.names, cells, strict=True))


def _check_names(names: Sequence[str], path: Path) -> None:
    for position, field in enumerate(names):
        if not field.strip():
            raise FormatError(f"column {position + 1} lacks a name.", path=str(path), row=1)
        if field in names[:position]:
            raise FormatError("the column name occurs twice.", path=str(path), row=1, column=field)


def _parse(text: str, path: str | Path, number: int, field: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError(
            f"this must be JSON ({error}).", path=str(path), row=number, column=field
        ) from error


def _columns(path: Path, kind: str) -> Opened:
    return open_columnar(path, kind=kind, rows_per_chunk=ROWS_PER_PIECE, plain=True)
