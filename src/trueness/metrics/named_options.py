"""Options behind the colon of a metric's name: ``bertscore_f:model=PATH,layer=5``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from trueness.errors import ArgumentError, listing, suggest

Reader = Callable[[str], Any]
"""Turns the text of an option into its value, or raises ArgumentError."""


def read_options(name: str, readers: Mapping[str, Reader]) -> dict[str, Any]:
    """Return the options of a name.

    Parameters
    ----------
    name : str
        With or without options, which commas separate. A value may hold colons and equal signs, but no comma.
    readers : mapping of str to callable
        The options that there are.

    Raises
    ------
    ArgumentError
        If one is no option, is given twice, has no value, or one that makes no sense.
    """
    base, colon, rest = name.partition(":")
    given: dict[str, str] = {}
    for option in rest.split(",") if colon else ():
        key, equals, value = option.partition("=")
        if not equals or not value:
            raise ArgumentError(
                f"metric '{base}': '{option}' must be an option key=value (commas separate options)."
            )
        if key in given:
            raise ArgumentError(f"metric '{base}': the option '{key}' is given twice.")
        given[key] = value
    return read_values(base, given, readers)


def read_values(base: str, given: Mapping[str, str], readers: Mapping[str, Reader]) -> dict[str, Any]:
    """Return the values of options that are given as texts.

    Parameters
    ----------
    base : str
        The part of the metric's name before the colon.
    given : mapping of str to str
    readers : mapping of str to callable
        The options that there are.

    Raises
    ------
    ArgumentError
        If one is no option, or its value makes no sense.
    """
    found: dict[str, Any] = {}
    for key, value in given.items():
        if key not in readers:
            known = listing(readers, 20)
            raise ArgumentError(
                f"metric '{base}': no option is called '{key}'; there are {known}.{suggest(key, readers)}"
            )
        try:
            found[key] = readers[key](value)
        except ArgumentError as error:
            raise ArgumentError(f"metric '{base}': '{key}' {error}") from None
    return found


def canonical_name(base: str, given: Mapping[str, object], defaults: Mapping[str, object]) -> str:
    """Return the name with those options that are not the defaults, in the order of these."""
    shown = ",".join(f"{key}={shown_value(given[key])}" for key in defaults if given[key] != defaults[key])
    return f"{base}:{shown}" if shown else base


def shown_value(value: object) -> str:
    """Return the value of an option as names have it: whole numbers without a point."""
    return repr(value).removesuffix(".0") if isinstance(value, float) else str(value)


def one_of(*choices: str) -> Reader:
    """Return what reads an option that has these values."""

    def read(value: str) -> str:
        if value not in choices:
            raise ArgumentError(
                f"must be one of {listing(choices)}; it is '{value}'.{suggest(value, choices)}"
            )
        return value

    return read


def number() -> Reader:
    """Return what reads an option that is a number of at least 0, in plain decimals."""

    def read(value: str) -> float:
        if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", value):
            raise ArgumentError(f"must be a number such as 0.5; it is '{value}'.")
        return float(value)

    return read


def whole(minimum: int = 0) -> Reader:
    """Return what reads an option that is a whole number, not smaller than the minimum."""

    def read(value: str) -> int:
        if not (value.isascii() and value.isdigit() and len(value) < 10) or int(value) < minimum:
            raise ArgumentError(f"must be a whole number of at least {minimum}; it is '{value}'.")
        return int(value)

    return read
