"""The form of a manifest: of which kind every value in it is, so that one that was changed is refused at its place."""

from __future__ import annotations

import collections.abc
import inspect
import math
import types
import typing
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from trueness.data.preferences.read_preferences import read_preferences
from trueness.data.reading.read import read_scores
from trueness.data.reading.read_tables import read_tables
from trueness.data.reading.read_texts import read_texts
from trueness.errors import FormatError

LARGEST = 10**300
"""A whole number beyond this is no setting of anything, and no number to compute with."""

_REMEDY = "Take the manifest as trueness wrote it, or repeat the study with its own command."

_WORDS: dict[Any, str] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    type(None): "null",
}

_READERS: dict[str, Callable[..., Any]] = {
    "scores": read_scores,
    "tables": read_tables,
    "texts": read_texts,
    "preferences": read_preferences,
    "outputs": read_preferences,
}
"""Which function reads an origin of each kind, and so takes what is recorded of its reading."""

_READING: dict[str, Any] = {
    "columns": Mapping[str, str | list[str]],
    "drop_duplicates": bool,
    "base_names": bool,
    "a_first": bool,
    "parts": str | list[str],
    "labels": str | list[str],
}
"""Kinds of the arguments of readers; others are texts."""


class _Form(NamedTuple):
    """An object with some keys, and perhaps others; none else where it is closed."""

    needed: Mapping[str, Any]
    optional: Mapping[str, Any] = types.MappingProxyType({})
    closed: bool = False


_SCORER = _Form(
    {"name": str, "role": str | None, "higher_is_better": bool},
    {"aggregate": str | None, "labels": [str], "nominal": bool},
    closed=True,
)
_TEXTS_TABLE = _Form({"fingerprint": str}, {"name": str, "notes": list[str]})
_TABLE = _Form(
    {
        "fingerprint": str,
        "scorers": [_SCORER],
        "systems": list[str],
        "inputs": list[str],
        "notes": list[str],
    },
    {"name": str, "own_references": Mapping[str, float]},
)
_SOURCE = _Form({"kind": str, "name": str}, {"sha256": str | None, "metrics": list[str], "table": str | None})
_ABRIDGED = _Form(
    {"n_rows": int, "sha256": str, "sha256_names": str, "sums": Mapping[str, tuple[float, float]]},
    closed=True,
)
_RESULTS = _Form({"columns": list[str], "rows": list[list[Any]]}, {"abridged": _ABRIDGED})


def check_form(values: Mapping[str, Any], selection_type: type, settings_type: type, path: str) -> None:
    """Check a manifest whose outermost keys are there and of their kinds.

    Parameters
    ----------
    values : mapping
        The manifest.
    selection_type, settings_type : type
        Dataclasses of its study; only the kinds of their fields are checked, not whether there are such fields.
    path : str
        The file, for messages.

    Raises
    ------
    FormatError
        If a value is of another kind than a manifest has there; the message names its place.
    """
    here = _Place(path)
    here.check(values["software"], Mapping[str, str], "software")
    here.check(values["conclusions"], list[str], "conclusions")
    for name, origin in values["data"].items():
        _check_origin(here, origin, f"data.{name}")
    for name, table in values["tables"].items():
        here.check(table, Mapping[str, Any], f"tables.{name}")
        form = _TEXTS_TABLE if table.get("kind") in ("texts", "preferences") else _TABLE
        here.check(table, form, f"tables.{name}")
    for part, cls in (("selection", selection_type), ("settings", settings_type)):
        hints = typing.get_type_hints(cls)
        for key, value in values[part].items():
            here.check(value, hints.get(key, Any), f"{part}.{key}")
    for name, table in values["results"].items():
        here.check(table, _RESULTS, f"results.{name}")
        if "abridged" in table:
            _check_abridged(here, table, f"results.{name}")
        for k, row in enumerate(table["rows"]):
            if len(row) != len(table["columns"]):
                raise here.wrong(
                    f"results.{name}.rows[{k}]", f"has {len(row)} values for {len(table['columns'])} columns"
                )


def _check_abridged(here: _Place, table: Mapping[str, Any], place: str) -> None:
    if table["rows"]:
        raise here.wrong(f"{place}.rows", "has rows although the table is abridged")
    if table["abridged"]["n_rows"] < 0:
        raise here.wrong(f"{place}.abridged.n_rows", "is negative")
    for column, both in table["abridged"]["sums"].items():
        if len(both) != 2:
            raise here.wrong(f"{place}.abridged.sums.{column}", f"has {len(both)} values in place of two")


def _check_origin(here: _Place, origin: Any, place: str) -> None:
    here.check(origin, _Form({"sources": [_SOURCE], "reading": Mapping[str, Any]}, {"kind": str}), place)
    for k, source in enumerate(origin["sources"]):
        if "\0" in source["name"]:
            raise here.wrong(f"{place}.sources[{k}].name", "has a NUL character")
    kind = origin.get("kind", "scores")
    if kind not in _READERS:
        return  # what is unknown is named where origins are made, with what is known
    if kind == "texts" and len(origin["sources"]) > 1:
        raise here.wrong(f"{place}.sources", "names more than one source of texts")
    taken = {name: inspect.signature(reader).parameters for name, reader in _READERS.items()}
    for key, value in origin["reading"].items():
        if not any(key in others for others in taken.values()):
            continue  # as above
        if key not in taken[kind]:
            raise here.wrong(f"{place}.reading.{key}", f"says nothing about {kind}")
        here.check(value, _READING.get(key, str) | None, f"{place}.reading.{key}")


class _Place:
    """Checks values and names where they are."""

    def __init__(self, path: str) -> None:
        self._path = path

    def wrong(self, place: str, what: str) -> FormatError:
        return FormatError(
            f"the manifest is not as it should be: '{place}' {what}.", path=self._path, remedy=_REMEDY
        )

    def check(self, value: Any, form: Any, place: str) -> None:
        """Check that a value is of a form: a type, a list of one form, or an object."""
        if isinstance(form, _Form):
            self._check_object(value, form, place)
        elif isinstance(form, list):
            self.check(value, list[Any], place)
            for k, item in enumerate(value):
                self.check(item, form[0], f"{place}[{k}]")
        elif not _is_of(value, form):
            raise self.wrong(place, f"must be {_in_words(form)}, not {_shown(value)}")

    def _check_object(self, value: Any, form: _Form, place: str) -> None:
        self.check(value, Mapping[str, Any], place)
        for key, inner in form.needed.items():
            if key not in value:
                raise self.wrong(place, f"has no '{key}'")
            self.check(value[key], inner, f"{place}.{key}")
        for key, inner in form.optional.items():
            if key in value:
                self.check(value[key], inner, f"{place}.{key}")
        more = [key for key in value if key not in form.needed and key not in form.optional]
        if form.closed and more:
            raise self.wrong(place, f"has '{more[0]}', which nothing reads")


def _is_of(value: Any, hint: Any) -> bool:
    """Return whether a value of JSON is of a type; lists stand for tuples, and whole numbers for numbers."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        return any(_is_of(value, one) for one in args)
    if origin in (list, tuple):
        return isinstance(value, list) and all(_is_of(item, args[0]) for item in value)
    if origin is collections.abc.Mapping:
        return isinstance(value, dict) and all(
            _is_of(key, str) and _is_of(item, args[1]) for key, item in value.items()
        )
    return _is_scalar_of(value, hint)


def _is_scalar_of(value: Any, hint: Any) -> bool:
    if isinstance(value, str):
        return hint in (str, Any) and _is_unicode(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return hint in (int, float, Any) and abs(value) < LARGEST
    if isinstance(value, float):
        return hint in (float, Any) and math.isfinite(value)
    return hint is Any or isinstance(value, hint)


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _in_words(hint: Any) -> str:
    if isinstance(hint, _Form):
        return "an object"
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        return " or ".join(map(_in_words, args))
    if origin in (list, tuple):
        return "a list" if args[0] is Any else f"a list, each {_in_words(args[0])}"
    if origin is collections.abc.Mapping:
        return "an object" if args[1] is Any else f"an object, each value {_in_words(args[1])}"
    return _WORDS.get(hint, "what it was")


def _shown(value: Any) -> str:
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    if isinstance(value, int) and abs(value) >= LARGEST:
        return "a whole number of hundreds of digits"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"
