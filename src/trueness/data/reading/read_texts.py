"""Texts from files of canonical rows (JSON lines, CSV or TSV, Parquet, compressed or not) and from folders."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from trueness.data.cells.columns import ColumnMap
from trueness.data.formats.columnar import read_frame
from trueness.data.reading.text_records import open_text_records
from trueness.data.reading.texts_from_rows import texts_from_rows
from trueness.data.texts.leave_out_rows import leaving_of_texts
from trueness.data.texts.texts import Texts


def read_texts(
    path: str | Path,
    *,
    format: str | None = None,
    columns: ColumnMap | str | Mapping[str, str | Iterable[str]] | None = None,
    lower_is_better: Iterable[str] = (),
    name: str | None = None,
    part: str | None = None,
    missing_values: str | Iterable[str] | None = None,
    header_row: int | None = None,
    only: str | Iterable[str] | None = None,
    without: str | Iterable[str] | None = None,
    labels: str | Iterable[str] | None = None,
    unnamed_system: bool = False,
) -> Texts:
    """Read what systems wrote.

    Parameters
    ----------
    path : str or Path
        A file of canonical rows, a folder with one file per text (see `open_text_folder`), or answers of BioASQ (see
        `open_bioasq`). In CSV and TSV `references` is a JSON list and `ratings` a JSON object in their cells; an empty
        cell is a missing value, except for `output`, where it is the empty text.
    format : {'jsonl', 'csv', 'tsv', 'parquet', 'bioasq'}, optional
        The format of a file; by default the suffix says it.
    columns, lower_is_better
        As in `texts_from_rows`.
    name : str, optional
        What the texts are called; by default the file's name without suffixes.
    part : str, optional
        The sheet of a spreadsheet.
    missing_values : str or iterable of str, optional
        Values of human dimensions that mean that there is none, as in `read_scores`.
    header_row : int, optional
        Which row of CSV, TSV or a spreadsheet is the header, as in `read_scores`.
    only, without : str or iterable of str, optional
        Systems and inputs to keep, and to leave out, as in `read_scores`: ``'bart*'``, ``'inputs=check-*'``.
    labels : str or iterable of str, optional
        Orders of labels in human dimensions, as in `read_scores`.
    unnamed_system : bool
        As in `texts_from_rows`.

    Raises
    ------
    ArgumentError
        If `format` is none of these, or `only` or `without` names something else than systems and inputs.
    FormatError
        If the file does not exist, cannot be told apart or does not hold what its format promises; the
        message names file, row, field and remedy.
    MissingExtraError
        If Parquet or Zstandard needs a package that is not installed.
    DuplicateKeyError, UnknownNameError, DataError
        As `texts_from_rows`.
    """
    leaving = leaving_of_texts(only, without)
    records = open_text_records(path, format, part=part, header_row=header_row)
    numbered = list(records.read())
    texts = texts_from_rows(
        [row for _, row in numbered],
        columns=columns,
        lower_is_better=lower_is_better,
        name=name or texts_name(records.path),
        path=str(path),
        row_numbers=[number for number, _ in numbered],
        missing=missing_values,
        leaving=leaving,
        labels=labels,
        unnamed_system=unnamed_system,
    )
    return dataclasses.replace(texts, notes=(*records.notes, *texts.notes), other_ids=records.ids)


def texts_name(path: Path) -> str:
    """Return what texts are called: the name of the file without suffixes, or of the folder."""
    name = path.resolve().name
    return name if path.is_dir() else name.split(".")[0] or name


def as_texts(texts: Any, *, unnamed_system: bool = False) -> Texts:
    """Return texts as they are, or read what holds them: a path, a dataframe, or rows (see `texts_from_rows`).

    Parameters
    ----------
    texts : Texts, str, Path, dataframe or sequence of mappings
    unnamed_system : bool
        As in `texts_from_rows`.

    Raises
    ------
    ArgumentError
        If it is none of these.
    TruenessError
        As `read_texts` and `texts_from_rows`.
    """
    if isinstance(texts, Texts):
        return texts
    if isinstance(texts, str | Path):
        return read_texts(texts, unnamed_system=unnamed_system)
    if isinstance(texts, list | tuple) and all(isinstance(row, Mapping) for row in texts):
        return texts_from_rows(texts, unnamed_system=unnamed_system)
    raw = read_frame(texts)
    rows = [
        dict(zip(raw.names, cells, strict=True))
        for chunk in raw.chunks
        for cells in zip(*chunk.columns, strict=True)
    ]
    return texts_from_rows(rows, unnamed_system=unnamed_system)
