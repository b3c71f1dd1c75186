"""Lists of what single people said of an output: ``annotations: [{"annotator": "ann", "score": 4}, …]``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from trueness.data.cells.columns import plain_name
from trueness.data.cells.names import as_name
from trueness.data.cells.resolve_columns import ANNOTATOR_NAMES, SYSTEM_NAMES, TIME_NAMES, is_other_id

RATINGS = "ratings"
"""The canonical key of single annotators' judgements, whose fields have no other name than their own."""


def by_annotator(name: str, value: Any) -> list[tuple[str, Any]] | None:
    """Return the fields of such a list as columns ``annotations_score@ann``; None where it is another.

    Every object names one annotator, and no system. Their ids and moments are left out. Two objects of one annotator
    give one column twice.

    Parameters
    ----------
    name : str
        Of the list; one called ``ratings`` gives columns ``score@ann``.
    value : object
    """
    if not isinstance(value, list) or not value or not all(isinstance(one, dict) for one in value):
        return None
    keys = [_who(one) for one in value]
    if any(key is None for key in keys):
        return None
    return [
        (f"{field if name == RATINGS else f'{name}_{field}'}@{as_name(one[key]).strip()}", cell)
        for key, one in zip(keys, value, strict=True)
        for field, cell in _fields(one)
        if field != key and not is_other_id(field) and not TIME_NAMES.search(plain_name(field))
    ]


def with_annotators(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a row with the columns of `by_annotator` in place of its lists, itself where it has none."""
    found = {name: columns for name, cell in row.items() if (columns := by_annotator(name, cell)) is not None}
    if not found:
        return row
    plain = {name: cell for name, cell in row.items() if name not in found}
    return plain | {column: cell for columns in found.values() for column, cell in columns}


def _who(one: Mapping[str, Any]) -> str | None:
    """Return the field that names the annotator; None where none does, several do, or a system is named."""
    found = [key for key in one if plain_name(key) in ANNOTATOR_NAMES]
    named = len(found) == 1 and isinstance(one[found[0]], str | int) and as_name(one[found[0]]).strip()
    return found[0] if named and not any(plain_name(key) in SYSTEM_NAMES for key in one) else None


def _fields(one: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for name, cell in one.items():
        if isinstance(cell, dict):
            yield from _fields(cell, f"{before}{name}_")
        else:
            yield f"{before}{name}", cell
