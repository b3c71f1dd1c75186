"""Take a field out of a foreign record, or say which file and record lack it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from trueness.errors import FormatError


def field_of(record: Any, field: str | None, kind: type, path: str | Path, place: str) -> Any:
    """Return a field of a record, or the record itself where `field` is None, checked to be of a kind.

    Raises
    ------
    FormatError
        If the record is no mapping, lacks the field, or the field is something else.
    """
    if field is None:
        value = record
    else:
        if not isinstance(record, Mapping) or field not in record:
            raise FormatError(
                f"{place} has no field '{field}'.", path=str(path), remedy="Is it the right file?"
            )
        value = record[field]
    if not isinstance(value, kind):
        what = f"field '{field}' of {place}" if field else place
        problem = f"{what} holds a {type(value).__name__}, not a {kind.__name__}."
        raise FormatError(problem, path=str(path), remedy="Is it the right file?")
    return value
