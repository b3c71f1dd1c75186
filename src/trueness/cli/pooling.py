"""From the words of `trueness pool` to tables and to the arguments of `compare_tables`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from trueness.cli.options import words
from trueness.cli.reading import check_readable
from trueness.data.patterns import split_patterns
from trueness.data.score_table import ScoreTable
from trueness.parallel import TextProgress


def read_pool(given: dict[str, Any], progress: TextProgress | None = None) -> dict[str, ScoreTable]:
    """Read the tables a command names, taking its source options out of `given`.

    Parameters
    ----------
    given : dict
        The options of the command.
    progress : callable, optional
        Called with what is worked on, how much of it is done, and how much there is.

    Raises
    ------
    DataError
        If there is no such file or data set; else as `read_tables`.
    UnknownNameError
        If a metric that is declared lower-is-better is in no table.
    """
    from trueness.data.read_tables import read_tables
    from trueness.errors import UnknownNameError, unknown_name

    names, mirror = given.pop("scores"), given.pop("mirror")
    parts, lower = split_patterns(given.pop("part")), split_patterns(given.pop("lower_is_better"))
    reading = {key: given.pop(key) for key in ("format", "columns", "join", "keep", "by", "base_names")}
    sources = [_source(name, mirror, progress) for name in names]
    tables = read_tables(*sources, parts=parts, **reading)
    for pattern in lower or ():
        found = False
        for name, table in tables.items():
            try:
                matching = table.names_matching([pattern])
            except UnknownNameError:
                continue
            tables[name], found = table.with_orientation(lower_is_better=matching), True
        if not found:
            raise unknown_name(
                "scorer", pattern, [name for table in tables.values() for name in table.scorer_names]
            )
    return tables


def _source(name: str, mirror: str | None, progress: TextProgress | None) -> Any:
    """Return what a word stands for: a path, a data set's table, or a mapping of a table's name to its files."""
    from trueness.data.datasets.registry import read_registry
    from trueness.errors import DataError, listing, suggest
    from trueness.sources.dataset_scores import dataset_scores

    check_readable(name)
    if Path(name).exists():
        return name
    table, sign, files = name.partition("=")
    if sign and table and files:
        return {table: [_source(file, mirror, progress) for file in files.split(",") if file]}
    known = read_registry()
    if name in known:
        return dataset_scores(name, mirror=mirror, progress=progress)
    raise DataError(
        f"there is no file '{name}', and no data set of that name.{suggest(name, known)} Data sets: {listing(known)}."
    )


def pool_question(given: dict[str, Any]) -> dict[str, Any]:
    """Return the keyword arguments of `compare_tables` among the options of a command, whose tables have been read."""
    arguments: dict[str, Any] = {
        key: words(value) if key in ("level", "coefficient") else value for key, value in given.items()
    }
    arguments["metrics"] = split_patterns(arguments["metrics"])
    arguments["rng"] = arguments.pop("seed")
    arguments["human"] = _by_table("human", arguments["human"], str)
    arguments["weights"] = _by_table("weights", arguments["weights"], _number)
    return arguments


def _by_table(option: str, value: str | None, kind: Callable[[str], Any]) -> Any:
    """Return ``TABLE=VALUE,TABLE=VALUE`` as a mapping, another text as it is."""
    from trueness.errors import ArgumentError

    if value is None or "=" not in value:
        return value
    found: dict[str, Any] = {}
    for part in value.split(","):
        name, sign, text = (piece.strip() for piece in part.partition("="))
        if not (name and sign and text):
            raise ArgumentError(f"`{option}` must be one value or TABLE=VALUE,TABLE=VALUE, not {value!r}.")
        found[name] = kind(text)
    return found


def _number(text: str) -> float | str:
    """Return a number, or the text where it is none: the analysis names it."""
    try:
        return float(text)
    except ValueError:
        return text
