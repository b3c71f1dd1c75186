"""Options in the name of a metric of an encoder: ``bertscore_f:model=PATH,layer=5``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from trueness.errors import ArgumentError, listing, suggest

Reader = Callable[[str], Any]
"""Turns the text of an option into its value, or raises ArgumentError."""


def read_options(name: str, options: Mapping[str, Reader]) -> dict[str, Any]:
    """Return the options in a name.

    Parameters
    ----------
    name : str
        With options after a colon, separated by commas. A value that is a path may hold colons, but no comma.
    options : mapping of str to callable
        What there is, in the order of the canonical name.

    Raises
    ------
    ArgumentError
        If an option is unknown, is given twice, has no value, or a value makes no sense.
    """
    found: dict[str, Any] = {}
    _, colon, given = name.partition(":")
    for option in given.split(",") if colon else ():
        key, equals, value = option.partition("=")
        if not equals or not value:
            raise ArgumentError(
                f"metric name '{name}': '{option}' after the colon must be an option key=value."
            )
        if key not in options:
            known = listing(options, 20)
            raise ArgumentError(
                f"metric name '{name}': no option is called '{key}'; there are {known}.{suggest(key, options)}"
            )
        if key in found:
            raise ArgumentError(f"metric name '{name}': the option '{key}' is given twice.")
        try:
            found[key] = options[key](value)
        except ArgumentError as error:
            raise ArgumentError(f"metric name '{name}': {error}") from None
    return found


def named_options(base: str, given: Mapping[str, Any], defaults: Mapping[str, Any]) -> str:
    """Return the canonical name: those options that are not at their default, in the order of the defaults."""
    said = [f"{key}={given[key]}" for key, default in defaults.items() if given[key] != default]
    return f"{base}:{','.join(said)}" if said else base


def one_of(key: str, *choices: str) -> Reader:
    """Return what reads an option that has these values."""

    def read(value: str) -> str:
        if value not in choices:
            raise ArgumentError(
                f"'{key}' must be one of {listing(choices)}, not '{value}'.{suggest(value, choices)}"
            )
        return value

    return read


def whole(key: str) -> Reader:
    """Return what reads an option that is a whole number, 0 or more."""

    def read(value: str) -> int:
        if not (value.isascii() and value.isdigit() and len(value) < 10):
            raise ArgumentError(f"'{key}' must be a whole number, not '{value}'.")
        return int(value)

    return read
