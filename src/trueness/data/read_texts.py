"""Texts from files of canonical rows: JSON lines, CSV or TSV, Parquet, compressed or not."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from trueness.data.columns import ColumnMap
from trueness.data.delimited import read_delimited
from trueness.data.jsonl import read_records
from trueness.data.open_file import COMPRESSIONS, read_bytes
from trueness.data.texts import Texts
from trueness.data.texts_from_rows import texts_from_rows
from trueness.errors import FormatError, check_choice, import_extra

TEXT_FORMATS = {".jsonl": "jsonl", ".ndjson": "jsonl", ".csv": "csv", ".tsv": "tsv", ".parquet": "parquet"}
"""Suffix to format; ``.gz`` and ``.zst`` may follow."""

_Numbered = Iterator[tuple[int, Mapping[str, Any]]]


def read_texts(
    path: str | Path,
    *,
    format: str | None = None,
    columns: ColumnMap | str | Mapping[str, str | Iterable[str]] | None = None,
    lower_is_better: Iterable[str] = (),
    name: str | None = None,
) -> Texts:
    """Read what systems wrote.

    Parameters
    ----------
    path : str or Path
        A file of canonical rows. In CSV and TSV `references` is a JSON list and `ratings` a JSON object in
        their cells; an empty cell is a missing value, except for `output`, where it is the empty text.
    format : {'jsonl', 'csv', 'tsv', 'parquet'}, optional
        The format; by default the suffix says it.
    columns, lower_is_better
        As in `texts_from_rows`.
    name : str, optional
        What the texts are called; by default the file's name without suffixes.

    Raises
    ------
    ArgumentError
        If `format` is none of these.
    FormatError
        If the file does not exist, cannot be told apart or does not hold what its format promises; the
        message names file, row, field and remedy.
    MissingExtraError
        If Parquet or Zstandard needs a package that is not installed.
    DuplicateKeyError, UnknownNameError
        As `texts_from_rows`.
    """
    path = Path(path)
    if format is None:
        suffixes = [suffix.lower() for suffix in path.suffixes]
        while suffixes and suffixes[-1] in COMPRESSIONS:
            suffixes.pop()
        found = TEXT_FORMATS.get(suffixes[-1]) if suffixes else None
        if found is None:
            raise FormatError(
                "the name does not say what the file holds.",
                path=str(path),
                remedy=f"Known suffixes: {', '.join(TEXT_FORMATS)}; or give the format: --format jsonl.",
            )
    else:
        found = check_choice("format", format, tuple(dict.fromkeys(TEXT_FORMATS.values())))
    numbered: list[tuple[int, Mapping[str, Any]]]
    if found == "jsonl":
        numbered = list(read_records(path))
    elif found == "parquet":
        numbered = list(enumerate(_parquet_rows(path), start=1))
    else:
        numbered = list(_csv_rows(path, "," if found == "csv" else "\t"))
    return texts_from_rows(
        [row for _, row in numbered],
        columns=columns,
        lower_is_better=lower_is_better,
        name=name or path.name.split(".")[0] or path.name,
        path=str(path),
        row_numbers=[number for number, _ in numbered],
    )


def _csv_rows(path: Path, delimiter: str) -> _Numbered:
    raw = read_delimited(path, delimiter=delimiter)
    for position, field in enumerate(raw.names):
        if not field.strip():
            raise FormatError(f"column {position + 1} has no name.", path=str(path), row=1)
        if field in raw.names[:position]:
            raise FormatError("the column name occurs twice.", path=str(path), row=1, column=field)
    for chunk in raw.chunks:
        for number, cells in zip(chunk.rows, zip(*chunk.columns, strict=True), strict=True):
            yield number, _csv_row(dict(zip(raw.names, cells, strict=True)), path, number)


def _csv_row(cells: Mapping[str, str], path: Path, number: int) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for field, cell in cells.items():
        if field == "output":
            row[field] = cell
        elif not cell.strip():
            row[field] = None
        elif field in ("references", "ratings") and cell.lstrip()[0] in "[{":
            row[field] = _parse(cell, path, number, field)
        else:
            row[field] = cell
    return row


def _parquet_rows(path: Path) -> list[dict[str, Any]]:
    parquet = import_extra("pyarrow.parquet", extra="formats", feature=f"reading '{path.name}'")
    arrow = import_extra("pyarrow", extra="formats", feature=f"reading '{path.name}'")
    try:
        rows: list[dict[str, Any]] = parquet.read_table(io.BytesIO(read_bytes(path))).to_pylist()
    except arrow.ArrowException as error:
        raise FormatError(f"this is no complete Parquet file ({error}).", path=str(path)) from error
    return rows


def _parse(text: str, path: Path, number: int, field: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError(
            f"this is no valid JSON ({error}).", path=str(path), row=number, column=field
        ) from error
