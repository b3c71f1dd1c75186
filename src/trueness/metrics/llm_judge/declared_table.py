"""A table of TOML, taken field by field: what is missing, unknown or of another type is an error that names it."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from trueness.errors import FormatError, suggest

_REMEDY = "The page on LLM judges has all fields (docs/llm_judges.md)."


class DeclaredTable:
    """Fields of a table, each asked for by name and type.

    Parameters
    ----------
    fields : mapping
        As `tomllib` gives them.
    where : str
        The file, for messages.
    name : str
        The table; empty for the whole file.
    """

    def __init__(self, fields: Mapping[str, Any], where: str, name: str = "") -> None:
        self._fields, self._where, self._name = fields, where, name
        self._taken: set[str] = set()

    def has(self, key: str) -> bool:
        """Return whether there is such a field."""
        return key in self._fields

    def keys(self) -> list[str]:
        """Return the names of all fields."""
        return list(self._fields)

    def error(self, key: str, wanted: str, given: object) -> FormatError:
        """Build the error for a field that is not what is wanted."""
        return self._problem(key, f"must be {wanted}, not {given!r:.80}.")

    def table(self, key: str, *, optional: bool = False) -> DeclaredTable:
        """Return a table in this one; an empty one where it is optional and not there."""
        given = self._take(key, {} if optional else None)
        if not isinstance(given, Mapping):
            raise self.error(key, "a table", given)
        return DeclaredTable(given, self._where, f"{self._name}.{key}".removeprefix("."))

    def text(self, key: str, default: str | None = None, *, empty: bool = False) -> str:
        """Return a text, which is not empty unless that is said, or is the default."""
        given = self._take(key, default)
        if not isinstance(given, str) or (key in self._fields and not empty and not given.strip()):
            raise self.error(key, "a text" if empty else "a text that is not empty", given)
        return given

    def choice(self, key: str, options: Sequence[str], default: str | None = None) -> Any:
        """Return one of several words."""
        given = self._take(key, default)
        if given not in options:
            near = suggest(given, options) if isinstance(given, str) else ""
            raise self._problem(key, f"must be one of {', '.join(options)}, not {given!r:.80}.{near}")
        return given

    def takes(self, key: str, word: str) -> bool:
        """Return whether a field holds a certain word in place of a number, and take it then."""
        if self._fields.get(key) != word:
            return False
        self._taken.add(key)
        return True

    def flag(self, key: str, *, default: bool) -> bool:
        """Return true or false."""
        given = self._take(key, default)
        if not isinstance(given, bool):
            raise self.error(key, "true or false", given)
        return given

    def number(
        self, key: str, default: float | None = None, lower: float = -math.inf, upper: float = math.inf
    ) -> float:
        """Return a finite number between bounds."""
        given = self._take(key, default)
        wanted = (
            "a number" if math.isinf(lower) and math.isinf(upper) else f"a number from {lower:g} to {upper:g}"
        )
        if isinstance(given, bool) or not isinstance(given, (int, float)):
            raise self.error(key, wanted, given)
        try:
            value = float(given)
        except OverflowError:
            value = math.inf
        if not math.isfinite(value) or not lower <= value <= upper:
            raise self.error(key, wanted, given)
        return value

    def whole(self, key: str, default: int, lower: int, upper: int) -> int:
        """Return a whole number between bounds."""
        given = self._take(key, default)
        if isinstance(given, bool) or not isinstance(given, int) or not lower <= given <= upper:
            raise self.error(key, f"a whole number from {lower} to {upper}", given)
        return given

    def plain(self) -> dict[str, Any]:
        """Return all fields as they are, if JSON can hold them."""
        try:
            found: dict[str, Any] = json.loads(json.dumps(dict(self._fields), allow_nan=False))
        except (TypeError, ValueError) as error:
            raise FormatError(
                f"the table '{self._name}' holds what JSON cannot ({error}).", path=self._where
            ) from error
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
                known = sorted(self._taken)
                raise self._problem(key, f"is unknown here.{suggest(key, known)}")

    def _take(self, key: str, default: object) -> Any:
        self._taken.add(key)
        given = self._fields.get(key, default)
        if given is None:
            raise self._problem(key, "is missing.")
        return given

    def _problem(self, key: str, problem: str) -> FormatError:
        place = f"{self._name}.{key}".strip(".")
        return FormatError(f"'{place}' {problem}", path=self._where, remedy=_REMEDY)
