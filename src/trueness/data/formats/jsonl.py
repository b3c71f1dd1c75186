"""Read JSON lines: one object per row, flat or nested."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeGuard

from trueness.data.cells.rating_lists import REMEDY, are_numbers, check_filled, value_name, values_among_lists
from trueness.data.cells.raw_rows import Chunk, RawRows
from trueness.data.files.open_file import lines_of, open_text
from trueness.data.formats.annotator_lists import RATINGS, by_annotator
from trueness.errors import FormatError


def read_records(path: str | Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the objects of a JSON-lines file, each with its line number.

    Raises
    ------
    FormatError
        If a line is not a JSON object, or a key occurs twice in one.
    """
    with open_text(path) as file:
        for number, line in enumerate(lines_of(file, path), start=1):
            if not line.strip():
                continue
            try:
                record = JSON_DECODER.decode(line)
            except RepeatedKeyError as error:
                raise FormatError(
                    "the key occurs twice in one object.", path=str(path), row=number, column=str(error)
                ) from error
            except (ValueError, RecursionError) as error:
                whole_file = number == 1 and line.lstrip()[0] in "[{"
                hint = " A file that is one JSON list or object is not JSON lines." if whole_file else ""
                raise FormatError(
                    f"broken JSON ({error}).",
                    path=str(path),
                    row=number,
                    remedy=f"Write one object per line.{hint}",
                ) from error
            if not isinstance(record, dict):
                raise FormatError(
                    f"the line must hold an object; it holds {_kind(record)}.",
                    path=str(path),
                    row=number,
                    remedy="Write one object per line, with the columns as keys.",
                )
            yield number, record


def rows_from_records(
    records: Iterable[tuple[int, Mapping[str, Any]]],
    source: str,
    metadata: dict[str, Any] | None = None,
    notes: tuple[str, ...] = (),
) -> RawRows:
    """Arrange flattened records as columns; a key that a record lacks is missing there.

    A list of ratings, or an object, that is null or empty in some records is missing there, too, and no column of its
    own. Linear in the cells of the table that is made.

    Raises
    ------
    FormatError
        If there is no record, flattening gives one record the same column twice, a key holds a list of ratings in one
        record and something else in another, or next to all cells would be empty.
    """
    columns: dict[str, list[Any]] = {}
    rows: list[int] = []
    unfolded: dict[str, int] = {}
    given = 0
    for number, record in records:
        flat = flatten(record, source, number, unfolded)
        given += len(flat)
        for name, value in flat.items():
            column = columns.get(name)
            if column is None:
                column = columns[name] = []
                check_filled(len(rows) + 1, len(columns), given, source, number, name)
            if len(column) < len(rows):
                column.extend([None] * (len(rows) - len(column)))
            column.append(value)
        rows.append(number)
    if not rows:
        raise FormatError("rows of scores are missing.", path=source)
    check_filled(len(rows), len(columns), given, source)
    for name, first in unfolded.items():
        if name in columns:
            _spread(columns, name, rows, source, first)
    for column in columns.values():
        column.extend([None] * (len(rows) - len(column)))
    return RawRows(
        source=source,
        names=tuple(columns),
        chunks=[Chunk(rows, list(columns.values()))],
        metadata=metadata,
        notes=notes,
    )


def _spread(columns: dict[str, list[Any]], name: str, rows: Sequence[int], source: str, first: int) -> None:
    """Move what a column has beside lists that were unfolded, or objects: nothing, or lists with words in them."""
    cells = columns[name]
    if first == 0 and any(cell is not None for cell in cells):
        return
    del columns[name]
    lists = {}
    for place, cell in enumerate(cells):
        values = values_among_lists(cell)
        if values is None:
            here = "a list with more than numbers" if isinstance(cell, list) else _kind(cell)
            raise FormatError(
                f"the value is {here}, but in row {first} a list of ratings.",
                path=source,
                row=rows[place],
                column=name,
                remedy=REMEDY,
            )
        if values:
            lists[place] = values
    check_filled(len(rows), max(map(len, lists.values()), default=0), sum(map(len, lists.values())), source)
    for place, values in lists.items():
        for k, value in enumerate(values, start=1):
            column = columns.setdefault(value_name(name, k), [])
            column.extend([None] * (place + 1 - len(column)))
            if column[place] is not None:
                raise _two_keys(source, rows[place], value_name(name, k))
            column[place] = value


def _two_keys(source: str, row: int, column: str) -> FormatError:
    return FormatError("two keys of the object flatten to this name.", path=source, row=row, column=column)


def flatten(
    record: Mapping[str, Any], source: str, row: int, unfolded: dict[str, int] | None = None
) -> dict[str, Any]:
    """Return one record without nesting (see `json_document.read_json_lines`).

    Parameters
    ----------
    record : mapping
    source, row
        Where it is from, for messages.
    unfolded : dict of str to int, optional
        Takes the names of what was unfolded: the row for a list of ratings, 0 for an object.

    Raises
    ------
    FormatError
        If two of its keys flatten to the same name, or it is nested too deeply.
    """
    flat: dict[str, Any] = {}
    seen: dict[str, int] = {} if unfolded is None else unfolded
    try:
        for name, value in _leaves(record, row, seen):
            if name in flat:
                raise _two_keys(source, row, name)
            flat[name] = value
    except RecursionError as error:
        remedy = "Write the scores as keys of the object itself, or of one within it."
        raise FormatError(
            "the object is nested too deeply to be read.", path=source, row=row, remedy=remedy
        ) from error
    return flat


def _leaves(record: Mapping[str, Any], row: int, unfolded: dict[str, int]) -> Iterator[tuple[str, Any]]:
    for key, value in record.items():
        if key == RATINGS and value is None:
            continue
        if not isinstance(value, dict | list):
            yield str(key), value
        elif key == RATINGS and _by_annotator(value):
            for annotator, judgements in value.items():  # null: an annotator who gave nothing
                yield from (
                    (f"{dimension}@{annotator}", rating) for dimension, rating in (judgements or {}).items()
                )
        else:
            yield from _unfold(str(key), value, row, unfolded)


def _by_annotator(value: Any) -> TypeGuard[dict[Any, Any]]:
    """Return whether ratings are an object for every annotator, or null."""
    return isinstance(value, dict) and all(
        inner is None or isinstance(inner, dict) for inner in value.values()
    )


def _unfold(name: str, value: Any, row: int, unfolded: dict[str, int]) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        if value:
            unfolded.setdefault(name, 0)
        for key, inner in value.items():
            if isinstance(inner, dict | list):
                yield from _unfold(f"{name}_{key}", inner, row, unfolded)
            else:
                yield f"{name}_{key}", inner
    elif isinstance(value, list) and are_numbers(value):
        if any(item is not None for item in value):
            unfolded[name] = unfolded.get(name) or row
        yield from ((value_name(name, k), item) for k, item in enumerate(value, start=1))
    elif (columns := by_annotator(name, value)) is not None:
        unfolded[name] = unfolded.get(name) or row
        yield from columns
    else:
        yield name, None if isinstance(value, list) and not value else value


class RepeatedKeyError(ValueError):
    """An object of JSON has a key twice, of which `json` would keep the last."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        often = Counter(key for key, _ in pairs)
        raise RepeatedKeyError(next(key for key, count in often.items() if count > 1))
    return record


JSON_DECODER = json.JSONDecoder(object_pairs_hook=_unique)
"""Raises `RepeatedKeyError`; takes NaN, which Python writes."""


def _kind(value: Any) -> str:
    kinds = {list: "a list", str: "text", int: "a number", float: "a number", bool: "true or false"}
    return "null" if value is None else kinds.get(type(value), f"a {type(value).__name__}")
