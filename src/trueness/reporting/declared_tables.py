"""Tables and first numbers of a study as its rows declare them, where its view says nothing else."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from typing import Any

from trueness.reporting.page import Tile
from trueness.reporting.writing import tables
from trueness.reporting.writing.tables import HIGH, LOW, MISSING, Key, TableSpec
from trueness.result import Result, fields_of, rows_by_table


def declared_tables(result: Result) -> list[tuple[TableSpec, Sequence[Any]]]:
    """Return the tables that are fields of a result with their rows: all columns, and what a row is as the caption."""
    kind: type = type(result)
    return [(declared_table(name, row), getattr(result, name)) for name, row in rows_by_table(kind).items()]


def declared_table(name: str, row: type) -> TableSpec:
    """Return a table of rows of a kind with all their columns, limits as intervals."""
    caption = " ".join(inspect.cleandoc(row.__doc__ or "").partition("\n\n")[0].split())
    return TableSpec.of(row, name, in_words(name), caption)


def in_words(name: str) -> str:
    """Return a name as a heading: ``Held out`` for ``held_out``."""
    return name.replace("_", " ").capitalize()


def first_numbers(spec: TableSpec, rows: Sequence[Any]) -> Iterator[Tile]:
    """Yield, row by row, the first number of a table that has an interval, or else the first of all.

    Parameters
    ----------
    spec : TableSpec
    rows : sequence
    """
    keys = [column.key for column in spec.columns]
    certain = [column for column in spec.columns if _interval(keys, column.key) is not None]
    numbers = [column for column in spec.columns if column.is_number and isinstance(column.key, str)]
    for column in (certain or numbers)[:1]:
        names = [one for one in spec.columns if not one.is_number and one.format == "text"]
        limits = next((one for one in spec.columns if one.key == _interval(keys, column.key)), None)
        for row in map(fields_of, rows):
            between = MISSING if limits is None else tables.cell(row, limits)
            yield Tile(
                ", ".join(tables.cell(row, one) for one in names) or spec.title,
                tables.cell(row, column),
                column.heading,
                "" if between == MISSING else between,
            )


def _interval(keys: Sequence[Key], key: Key) -> Key | None:
    """Return the interval of a number: its own limits, or ``low`` and ``high`` of an estimate."""
    if not isinstance(key, str):
        return None
    found = (LOW, HIGH) if key == "estimate" else (f"{key}_{LOW}", f"{key}_{HIGH}")
    return found if found in keys else None
