"""Fields of a file of JSON or TOML, asked for one by one: one that is missing, unknown or of another kind is named."""

from __future__ import annotations

import collections.abc
import json
import math
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from trueness.errors import FormatError, suggest

LARGEST = 10**300
"""A whole number beyond this is no setting of anything, and no number to compute with."""

NEEDED: Any = object()
"""In place of a default: the field has to be there."""

_WORDS: dict[Any, str] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    type(None): "null",
}


class Fields:
    """An object in a file, whose fields are asked for by name and kind.

    Parameters
    ----------
    given : object
        What stands there, as `json` or `tomllib` give it.
    source : str
        The file, for messages.
    problem : str
        What messages begin with, such as ``the manifest is not as it should be:``.
    remedy : str
        What messages end with.
    place : str
        Where in the file; empty for the whole.
    called : str
        What an object is called in such a file.

    Raises
    ------
    FormatError
        If it is no object.
    """

    def __init__(
        self,
        given: Any,
        source: str,
        *,
        problem: str = "",
        remedy: str = "",
        place: str = "",
        called: str = "an object",
    ) -> None:
        self.source, self.place = source, place
        self._said, self._remedy, self._called = problem, remedy, called
        self._taken: set[str] = set()
        self._fields: Mapping[str, Any] = {}
        if not isinstance(given, dict) or not all(is_of(key, str) for key in given):
            raise self.problem("", f"must be {called}; it is {shown(given)}")
        self._fields = given

    def __contains__(self, key: str) -> bool:
        return key in self._fields

    def __iter__(self) -> Iterator[str]:
        """Give the names of all fields."""
        return iter(self._fields)

    def take(self, key: str, kind: Any, default: Any = NEEDED) -> Any:
        """Return the value of a field, which is of a kind, such as ``str | None`` or ``list[str]``.

        Lists stand for tuples too, and whole numbers for numbers.

        Raises
        ------
        FormatError
            If it is of another kind, or missing and has no default.
        """
        given = self._take(key, default)
        if key in self._fields and not is_of(given, kind):
            raise self.error(key, in_words(kind), given)
        return given

    def fields(self, key: str, *, optional: bool = False) -> Fields:
        """Return an object in this one; an empty one where it is optional and not there."""
        return self._inside(self._take(key, {} if optional else NEEDED), key)

    def each(self, key: str) -> list[Fields]:
        """Return the objects of a list."""
        return [self._inside(one, f"{key}[{k}]") for k, one in enumerate(self.take(key, list[Any]))]

    def text(self, key: str, default: str = NEEDED, *, empty: bool = False) -> str:
        """Return a text, which is not empty unless that is said, or is the default."""
        given = self._take(key, default)
        if not is_of(given, str) or (key in self._fields and not empty and not given.strip()):
            raise self.error(key, "a text" if empty else "a text that is not empty", given)
        return str(given)

    def choice(self, key: str, options: Sequence[str], default: str = NEEDED) -> Any:
        """Return one of several words."""
        given = self._take(key, default)
        if given not in options:
            near = suggest(given, options) if isinstance(given, str) else ""
            raise self.problem(key, f"must be one of {', '.join(options)}; it is {shown(given)}", near)
        return given

    def takes(self, key: str, word: str) -> bool:
        """Return whether a field holds a certain word in place of a number, and take it then."""
        if self._fields.get(key) != word:
            return False
        self._taken.add(key)
        return True

    def flag(self, key: str, *, default: bool = NEEDED) -> bool:
        """Return true or false."""
        return bool(self.take(key, bool, default))

    def number(
        self, key: str, default: float = NEEDED, lower: float = -math.inf, upper: float = math.inf
    ) -> float:
        """Return a finite number between bounds."""
        given = self._take(key, default)
        free = math.isinf(lower) and math.isinf(upper)
        if not is_of(given, float) or not lower <= given <= upper:
            raise self.error(key, "a number" if free else f"a number from {lower:g} to {upper:g}", given)
        return float(given)

    def numbers(self, key: str) -> tuple[float | None, ...]:
        """Return a list of finite numbers, or null where one is undefined."""
        given: list[float | None] = self.take(key, list[float | None])
        return tuple(None if one is None else float(one) for one in given)

    def whole(self, key: str, default: int, lower: int, upper: int) -> int:
        """Return a whole number between bounds."""
        given = self._take(key, default)
        if not is_of(given, int) or not lower <= given <= upper:
            raise self.error(key, f"a whole number from {lower} to {upper}", given)
        return int(given)

    def plain(self) -> dict[str, Any]:
        """Return all fields as they are, if JSON can hold them."""
        try:
            found: dict[str, Any] = json.loads(json.dumps(dict(self._fields), allow_nan=False))
        except (TypeError, ValueError) as error:
            raise self.problem("", f"holds what JSON cannot ({error})") from error
        return found

    def done(self) -> None:
        """Check that no field is left.

        Raises
        ------
        FormatError
            If there is one; the message names the nearest that is known.
        """
        for key in self._fields:
            if key not in self._taken:
                raise self.problem(key, "is unknown here", suggest(key, sorted(self._taken)))

    def error(self, key: str, wanted: str, given: object) -> FormatError:
        """Build the error for a field that is not what is wanted."""
        return self.problem(key, f"must be {wanted}; it is {shown(given)}")

    def problem(self, key: str, what: str, more: str = "") -> FormatError:
        """Build the error for a field; empty for the object as a whole."""
        place = self._place_of(key)
        named = f"'{place}' {what}" if place else f"it {what}"
        return FormatError(
            f"{self._said} {named}.{more}".lstrip(), path=self.source, remedy=self._remedy or None
        )

    def _place_of(self, key: str) -> str:
        return f"{self.place}.{key}".strip(".")

    def _inside(self, given: Any, key: str) -> Fields:
        return Fields(
            given,
            self.source,
            problem=self._said,
            remedy=self._remedy,
            place=self._place_of(key),
            called=self._called,
        )

    def _take(self, key: str, default: Any) -> Any:
        self._taken.add(key)
        given = self._fields.get(key, default)
        if given is NEEDED:
            raise self.problem(key, "is missing")
        return given


def is_of(value: Any, kind: Any) -> bool:
    """Return whether a value of JSON is of a kind; lists stand for tuples, and whole numbers for numbers.

    No kind has half of a surrogate pair, an infinite number, or a whole one from `LARGEST`.

    Parameters
    ----------
    value : object
    kind : type hint
        Of texts, numbers, true or false, None, lists, and mappings of texts; a union, or Any.
    """
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        return any(is_of(value, one) for one in args)
    if origin in (list, tuple):
        return isinstance(value, list) and all(is_of(item, args[0]) for item in value)
    if origin is collections.abc.Mapping:
        return isinstance(value, dict) and all(
            is_of(key, str) and is_of(item, args[1]) for key, item in value.items()
        )
    return _is_scalar_of(value, kind)


def _is_scalar_of(value: Any, kind: Any) -> bool:
    if isinstance(value, str):
        return kind in (str, Any) and _is_unicode(value)
    if isinstance(value, bool):
        return kind in (bool, Any)
    if isinstance(value, int):
        return kind in (int, float, Any) and abs(value) < LARGEST
    if isinstance(value, float):
        return kind in (float, Any) and math.isfinite(value)
    return kind is Any or isinstance(value, kind)


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def in_words(kind: Any) -> str:
    """Return what a kind is called, such as ``a list, each a text``."""
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        return " or ".join(map(in_words, args))
    if origin in (list, tuple):
        return "a list" if args[0] is Any else f"a list, each {in_words(args[0])}"
    if origin is collections.abc.Mapping:
        return "an object" if args[1] is Any else f"an object, each value {in_words(args[1])}"
    return _WORDS.get(kind, "what it was")


def shown(value: Any) -> str:
    """Return a value as a message shows it."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    if isinstance(value, int) and abs(value) >= LARGEST:
        return "a whole number of hundreds of digits"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"
