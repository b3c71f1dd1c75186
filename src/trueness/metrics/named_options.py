"""Options behind the colon of a metric's name."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from trueness.errors import ArgumentError, listing, suggest


def named_options(name: str, keys: Collection[str]) -> dict[str, str]:
    """Return the options of a name such as ``estime_soft:model=PATH,layer=5``.

    Parameters
    ----------
    name : str
        With or without options.
    keys : collection of str
        The options that there are.

    Raises
    ------
    ArgumentError
        If one is no option, is given twice, or has no value.
    """
    base, colon, rest = name.partition(":")
    found: dict[str, str] = {}
    for option in rest.split(",") if colon else ():
        key, equals, value = option.partition("=")
        if not equals or not value or key in found:
            raise ArgumentError(f"metric '{name}': '{option}' is no option key=value, or is given twice.")
        if key not in keys:
            raise ArgumentError(
                f"metric '{base}': no option is called '{key}'; there are {listing(keys)}.{suggest(key, keys)}"
            )
        found[key] = value
    return found


def name_with_options(base: str, given: Mapping[str, object], defaults: Mapping[str, object]) -> str:
    """Return the canonical name: the options that are not the defaults, in the order of these."""
    shown = ",".join(f"{key}={given[key]}" for key in defaults if given[key] != defaults[key])
    return f"{base}:{shown}" if shown else base


def whole_number(name: str, key: str, value: str, minimum: int) -> int:
    """Return the value of an option as a whole number.

    Raises
    ------
    ArgumentError
        If it is none, or smaller than the minimum.
    """
    if not value.isascii() or not value.isdigit() or int(value) < minimum:
        raise ArgumentError(
            f"metric '{name}': '{key}' must be a whole number of at least {minimum}, not '{value}'."
        )
    return int(value)
