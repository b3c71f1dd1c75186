"""From the words of `trueness equivalence` to conditions and arguments."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from trueness.cli.options import words
from trueness.data.score_table import ScoreTable
from trueness.errors import ArgumentError
from trueness.parallel import TextProgress


def equivalence_question(given: dict[str, Any]) -> dict[str, Any]:
    """Return keyword arguments of `equivalence` for options of the command.

    Raises
    ------
    ArgumentError
        If the margin is neither a number nor one of those taken from annotators.
    """
    arguments = dict(given)
    for key in ("level", "coefficient"):
        if key in arguments:
            arguments[key] = words(arguments[key])
    if "human" in arguments and arguments["human"] is not None:
        arguments["human"] = words([arguments["human"]])
    if "seed" in arguments:
        arguments["rng"] = arguments.pop("seed")
    if "margin" in arguments:
        arguments["margin"] = _margin(arguments["margin"])
        arguments["matched"] = not arguments.pop("unmatched")
        arguments["as_published"] = arguments["as_published"] or None
    return arguments


def _margin(given: str | None) -> float | str | None:
    if given is None:
        return None
    try:
        return float(given)
    except ValueError:
        return given  # checked where all settings are


def conditions_given(
    sources: list[str] | None, given: Mapping[str, Any], progress: TextProgress | None
) -> dict[str, ScoreTable] | None:
    """Return the tables of the conditions by name, read as the reference is read; None where there are none.

    Parameters
    ----------
    sources : list of str, optional
        ``NAME=SOURCE``, or ``SOURCE``, which is then called after the file. A file whose name holds ``=`` needs a name
        before it only if what stands before its first ``=`` is not a folder of it.
    given : mapping
        The options of the command; the source options serve for every condition.
    progress : callable, optional

    Raises
    ------
    ArgumentError
        If two conditions have one name, or a name is empty.
    DataError
        As `read_given`.
    """
    from trueness.cli.reading import read_given

    if not sources:
        return None
    found: dict[str, ScoreTable] = {}
    for source in sources:
        name, path = _named(source)
        if not name.strip():
            raise ArgumentError(f"--against '{source}' has no name before the '='.")
        if name in found:
            raise ArgumentError(f"two conditions are called '{name}': write --against NAME=SOURCE.")
        found[name] = read_given({**given, "scores": [path]}, progress, texts=True)[0]
    return found


def _named(source: str) -> tuple[str, str]:
    name, sign, path = source.partition("=")
    if sign and not Path(source).exists():
        return name, path
    return Path(source).name.split(".")[0] or source, source
