"""Two recordings of one command, compared cell by cell through a map from old names to new ones."""

from __future__ import annotations

import collections
import dataclasses
import fnmatch
import math
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

CLOSE = 1e-12
"""Relative difference up to which two numbers are one: what the order of a sum may change, and no more."""

Place = tuple[str, str, int, str]
"""A cell: table, what its row says in words, how many such rows came before, column."""


@dataclasses.dataclass(frozen=True)
class Decided:
    """A difference that a decision explains; names are patterns, as a shell has them.

    Attributes
    ----------
    why : str
        The decision, in a sentence.
    recording, table, column : str
    """

    why: str
    recording: str = "*"
    table: str = "*"
    column: str = "*"

    def covers(self, recording: str, place: Place) -> bool:
        """Whether a cell is one that the decision is about."""
        return (
            fnmatch.fnmatchcase(recording, self.recording)
            and fnmatch.fnmatchcase(place[0], self.table)
            and fnmatch.fnmatchcase(place[3], self.column)
        )


@dataclasses.dataclass(frozen=True)
class NameMap:
    """What tables and columns are called today, and which differences are decided.

    Attributes
    ----------
    tables : mapping of str to str
        Old name of a table to the new one.
    columns : mapping of str to str
        Old name of a column to the new one; ``table.column``, by the new name of its table, goes before ``column``.
    values : mapping of str to str
        Old word in a cell to the new one, such as a test's name.
    decided : tuple of Decided
    """

    tables: Mapping[str, str]
    columns: Mapping[str, str]
    values: Mapping[str, str]
    decided: tuple[Decided, ...]

    @classmethod
    def read(cls, path: Path | None) -> NameMap:
        """Read a map from TOML; no file is the map that changes nothing."""
        read = tomllib.loads(path.read_text(encoding="utf-8")) if path else {}
        return cls(
            tables=read.get("tables", {}),
            columns=read.get("columns", {}),
            values=read.get("values", {}),
            decided=tuple(Decided(**one) for one in read.get("decided", ())),
        )

    def table(self, old: str) -> str:
        """Return what a table is called now."""
        return self.tables.get(old, old)

    def column(self, table: str, old: str) -> str:
        """Return what a column of a table is called now; `table` by its new name."""
        return self.columns.get(f"{table}.{old}", self.columns.get(old, old))


@dataclasses.dataclass
class Differences:
    """What a comparison found.

    Attributes
    ----------
    equal : int
        Cells that say the same.
    decided : collections.Counter of str
        Cells that differ, by the decision that explains them.
    changed, gone, new : list of str
        A line for each cell that differs, is there no more, or was not there before. New cells are no failure.
    """

    equal: int = 0
    decided: collections.Counter[str] = dataclasses.field(default_factory=collections.Counter)
    changed: list[str] = dataclasses.field(default_factory=list)
    gone: list[str] = dataclasses.field(default_factory=list)
    new: list[str] = dataclasses.field(default_factory=list)


def compare(
    recording: str, before: Mapping[str, Any], after: Mapping[str, Any], names: NameMap
) -> Differences:
    """Compare what a command printed before and after.

    Parameters
    ----------
    recording : str
        Its name.
    before, after : mapping
        The JSON of all tables. What is no table is a table of one row.
    names : NameMap
    """
    renamed = {
        names.table(table): _renamed(names.table(table), rows, names) for table, rows in before.items()
    }
    words = {table: _words(renamed.get(table), after.get(table)) for table in {*renamed, *after}}
    old, new = dict(_cells(renamed, words)), dict(_cells(after, words))
    found = Differences()
    for place, value in old.items():
        why = next((one.why for one in names.decided if one.covers(recording, place)), None)
        if place in new and _same(value, new[place]):
            found.equal += 1
        elif why is not None:
            found.decided[why] += 1
        elif place not in new:
            found.gone.append(f"{recording}: {_said(place)}: {value!r}")
        else:
            found.changed.append(f"{recording}: {_said(place)}: {value!r} -> {new[place]!r}")
    found.new = [
        f"{recording}: {_said(place)}: {value!r}" for place, value in new.items() if place not in old
    ]
    return found


def _renamed(table: str, rows: Any, names: NameMap) -> Any:
    if isinstance(rows, dict):
        return {names.column(table, column): _renamed(table, value, names) for column, value in rows.items()}
    if isinstance(rows, list):
        return [_renamed(table, row, names) for row in rows]
    return names.values.get(rows, rows) if isinstance(rows, str) else rows


def _rows(content: Any) -> Sequence[Mapping[str, Any]]:
    items = content if isinstance(content, list) else [content]
    return [item if isinstance(item, dict) else {"": item} for item in items]


def _words(old: Any, new: Any) -> list[str]:
    """Return the columns that name a row: of words in each row of both."""
    sides = [_rows(side) for side in (old, new) if side is not None]
    columns = list(dict.fromkeys(column for side in sides for row in side for column in row))
    return [
        column
        for column in columns
        if all(isinstance(row.get(column), str) and len(row[column]) < 80 for side in sides for row in side)
    ]


def _cells(tables: Mapping[str, Any], words: Mapping[str, Sequence[str]]) -> Iterator[tuple[Place, Any]]:
    for table, content in tables.items():
        seen: collections.Counter[str] = collections.Counter()
        for row in _rows(content):
            named = " / ".join(row[column] for column in words[table] if row[column])
            for column, value in row.items():
                yield (table, named, seen[named], column), value
            seen[named] += 1


def _same(old: Any, new: Any) -> bool:
    if isinstance(old, dict) and isinstance(new, dict):
        return old.keys() == new.keys() and all(_same(old[key], new[key]) for key in old)
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(map(_same, old, new))
    if isinstance(old, bool) or isinstance(new, bool) or not isinstance(old, (int, float)):
        return bool(old == new and type(old) is type(new))
    return isinstance(new, (int, float)) and math.isclose(old, new, rel_tol=CLOSE, abs_tol=CLOSE)


def _said(place: Place) -> str:
    table, row, before, column = place
    return f"{table}.{column} of '{row}'" + (f", row {before + 1} of that name" if before else "")
