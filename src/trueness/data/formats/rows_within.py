"""Rows within rows: a list of the answers of several systems to one question gives a row each."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from trueness.data.cells.columns import plain_name
from trueness.data.cells.resolve_columns import SYSTEM_NAMES
from trueness.errors import FormatError

Record = tuple[int, Mapping[str, Any]]

_OF_JUDGES = re.compile(r"(judge|grader|critic|evaluator|annotator|rater|reviewer)s?$", re.IGNORECASE)
"""Keys of lists of who said something of one output."""

_SYSTEMS_WITHIN = ("systems", "models", "summarizers", "system_outputs", "model_outputs")
"""Keys of objects whose own keys are systems."""


def rows_within(records: Iterable[Record], source: str) -> tuple[Iterator[Record], tuple[str, ...]]:
    """Return a row for each of the objects within a row, where these name the systems and the rows do not.

    What stands beside the objects is added to each, and they have the number of their row. The first row says where
    the objects are. A file of any kind that nests, and a dataframe, are read so.

    Parameters
    ----------
    records : iterable of (int, mapping)
        Rows with their numbers.
    source : str
        The file, for messages.

    Returns
    -------
    tuple
        The rows, and what is to be said of where they were found.

    Raises
    ------
    FormatError
        While rows are asked for, if one has something else where the first has objects.
    """
    rows = iter(records)
    first = next(rows, None)
    if first is None:
        return iter(()), ()
    rows = itertools.chain((first,), rows)
    row = first[1]
    if {plain_name(str(key)) for key in row} & set(SYSTEM_NAMES):
        return rows, ()
    # models that judged are no systems
    lists = [key for key, value in row.items() if is_objects(value) and not _OF_JUDGES.search(str(key))]
    several = [key for key in lists if _names_systems(row[key])]
    if len(several) == 1:
        return _of_lists(rows, several[0], source), (f"every object in '{several[0]}' was read as a row",)
    keyed = [key for key in row if str(key).casefold() in _SYSTEMS_WITHIN and isinstance(row[key], dict)]
    if len(keyed) == 1:
        return _of_systems(rows, keyed[0], source), (f"the keys within '{keyed[0]}' were read as systems",)
    return rows, ()


def is_objects(value: Any) -> bool:
    """Return whether a value is a list of objects, at least one."""
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


def _of_lists(rows: Iterable[Record], key: str, source: str) -> Iterator[Record]:
    for number, row in rows:
        for inner in _within(row.get(key), list, key, number, source):
            yield number, {**_without(row, key), **inner}


def _of_systems(rows: Iterable[Record], key: str, source: str) -> Iterator[Record]:
    for number, row in rows:
        for system, inner in _within(row.get(key), dict, key, number, source).items():
            scores = inner if isinstance(inner, dict) else {"score": inner}
            yield number, {**_without(row, key), "system": system, **scores}


def _without(row: Mapping[str, Any], key: str) -> dict[str, Any]:
    return {name: cell for name, cell in row.items() if name != key}


def _within(value: Any, kind: type[Any], key: str, number: int, source: str) -> Any:
    """Return what stands under a key in one row, which has to be of the kind that it is in the first."""
    if value is None:
        return kind()
    if isinstance(value, kind) and (kind is dict or all(isinstance(inner, dict) for inner in value)):
        return value
    what = "an object of systems" if kind is dict else "a list of objects"
    raise FormatError(f"this must be {what}, as in the first row.", path=source, row=number, column=key)


def _names_systems(rows: list[dict[str, Any]]) -> bool:
    return any(plain_name(str(key)) in SYSTEM_NAMES for key in rows[0])
