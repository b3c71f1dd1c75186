"""By which other ids the inputs of an export are known, so that labels keyed by any of them can be joined."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from trueness.data.layouts.export import Export
from trueness.data.layouts.export_formats import EXPORTS
from trueness.data.layouts.export_places import at_place, fits, has_parts, key_of, numbered_rows, text_of

Ids = Mapping[str, Mapping[str, str]]
"""Place to input to its id there."""


def export_ids(format: str, content: Any, source: str) -> dict[str, dict[str, str]]:
    """Return place to input to its id there, for places where every input has an id of its own.

    Parameters
    ----------
    format : str
    content : object
        As `load_export` returns it.
    source : str
        For messages.
    """
    one = next((export for export in EXPORTS if export.name == format and fits(export, content)), None)
    if one is None or not one.ids:
        return {}
    rows = numbered_rows(one, content, source)
    several = has_parts(one, content, rows)
    found: dict[str, dict[str, str]] = {}
    unclear: set[str] = set()
    inputs: set[str] = set()
    for _, row in rows:
        name = key_of(one, content, row, several=several)[1]
        inputs.add(name)
        part = f"#{text_of(at_place(content, row, one.part))}" if several else ""
        for place, value in _ids(one, content, row):
            if found.setdefault(place, {}).setdefault(name, value + part) != value + part:
                unclear.add(place)
    return {
        place: ids
        for place, ids in found.items()
        if place not in unclear and set(ids) == inputs and len(set(ids.values())) == len(ids)
    }


def id_names(format: str, content: Any, source: str) -> tuple[str, ...]:
    """Return what a column of ids of an export may be called: as a place, or as its last part, in order.

    Parameters
    ----------
    format, content, source
        As in `export_ids`.
    """
    one = next((export for export in EXPORTS if export.name == format and fits(export, content)), None)
    places = () if one is None else (*one.input, *export_ids(format, content, source))
    return tuple(dict.fromkeys(name for place in places for name in (place, place.rpartition(".")[2])))


def place_of_ids(
    wanted: Collection[str], own: Collection[str], known: Sequence[Ids], columns: Collection[str] = ()
) -> str:
    """Return the place whose ids are more of those wanted than what inputs are called by; empty where none is.

    Of a place that a column is called after no fewer are enough: numbers may be ids of several kinds.

    Parameters
    ----------
    wanted : collection of str
        What others call inputs.
    own : collection of str
        What the exports call them.
    known : sequence of mapping
        What `export_ids` returns of each export: a place has to be in all.
    columns : collection of str
        Of the others.
    """
    names = set(wanted)
    shared = [place for place in known[0] if all(place in ids for ids in known)] if known else []
    counts = {place: len(names & {name for ids in known for name in ids[place].values()}) for place in shared}
    hits = len(names & set(own))
    named = [place for place in shared if {place, place.rpartition(".")[2]} & set(columns)]
    if best := next((place for place in named if counts[place] >= max(hits, 1)), ""):
        return best
    best = max(counts, key=lambda place: counts[place], default="")
    return best if best and counts[best] > hits else ""


def _ids(one: Export, content: Any, row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield every place with an id in it, and the id: a text, or a whole number as it is written."""
    for place in one.ids:
        value = at_place(content, row, place)
        below = value.items() if isinstance(value, dict) else ()
        for where, given in ((place, value), *((f"{place}.{key}", one) for key, one in below)):
            if isinstance(given, str | int) and not isinstance(given, bool) and given != "":
                yield where, text_of(given)
