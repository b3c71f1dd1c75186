"""Where ids, scores and texts lie in an export: its rows, and what is at a declared place of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from trueness.data.layouts.export import Export
from trueness.errors import FormatError


def fits(one: Export, content: Any) -> bool:
    """Return whether a document has what tells a format."""
    if one.delimited and not (isinstance(content, dict) and content.get("table")):
        return False
    found = rows_of(one, content)
    return bool(found) and all(at_place(content, found[0], place) is not None for place in one.tell)


def rows_of(one: Export, content: Any) -> list[Any]:
    """Return the list of rows of a document, empty where it has none."""
    for place in one.rows or ("",):
        bare = not place and isinstance(content, list)
        found = content if bare else _walk(content, place)
        if isinstance(found, list) and found and isinstance(found[0], dict):
            return found
    return []


def numbered_rows(one: Export, content: Any, source: str) -> list[tuple[int, dict[str, Any]]]:
    """Return the rows with their numbers; one with the scores of several systems as a row for each of them."""
    rows: list[tuple[int, dict[str, Any]]] = []
    found = rows_of(one, content)
    if one.prepared is not None and all(isinstance(row, dict) for row in found):
        found = list(one.prepared(found))
    for number, row in enumerate(found, start=1):
        spread = {"": {}} if not one.spread or not isinstance(row, dict) else row.get(one.spread)
        if (
            not isinstance(row, dict)
            or not isinstance(spread, dict)
            or not all(isinstance(scores, dict) for scores in spread.values())
        ):
            raise FormatError(f"the row differs from what {one.name} writes.", path=source, row=number)
        rows += [
            (number, {**row, "system": name, **scores} if one.spread else row)
            for name, scores in spread.items()
        ]
    return rows


def first_of(content: Any, row: Any, places: tuple[str, ...]) -> str:
    """Return what the first place holds that holds something."""
    return next(
        (text_of(found) for place in places if (found := at_place(content, row, place)) not in (None, "")), ""
    )


def at_place(content: Any, row: Any, place: str) -> Any:
    """Return what is at a place of a row, or, after ``/``, of the document; None where nothing is."""
    return _walk(content, place[1:]) if place.startswith("/") else _walk(row, place)


def _walk(value: Any, place: str) -> Any:
    """Return what is at a place; ``*`` is the first key below which there is what follows, and a key may have dots."""
    if isinstance(value, dict) and place in value:
        return value[place]
    key, more, rest = place.partition(".")
    if key == "*":
        below = (_walk(one, rest) for one in value.values()) if isinstance(value, dict) else ()
        return next((one for one in below if one is not None), None)
    if isinstance(value, list) and key.isdigit() and int(key) < len(value):
        found = value[int(key)]
    elif isinstance(value, dict):
        found = value.get(key)
    else:
        return None
    return _walk(found, rest) if more else found


def text_of(value: Any) -> str:
    """Return a text as it is, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def has_parts(one: Export, content: Any, rows: list[tuple[int, dict[str, Any]]]) -> bool:
    """Return whether one output of a system would be several if its part did not tell them apart."""
    parts: dict[tuple[str, str], str] = {}
    return bool(one.part) and any(
        parts.setdefault(key_of(one, content, row), part) != part
        for _, row in rows
        for part in (text_of(at_place(content, row, one.part)),)
    )


def key_of(one: Export, content: Any, row: Mapping[str, Any], *, several: bool = False) -> tuple[str, str]:
    """Return system and input of a row, either empty where there is none."""
    key, system = (first_of(content, row, places) for places in (one.input, one.system))
    if one.joined:
        parts = [text_of(at_place(content, row, place) or "") for place in one.input]
        key = "/".join(parts) if all(parts) else ""
    return system, f"{key}#{text_of(at_place(content, row, one.part))}" if several and key else key
