"""From the words on the command line to scores, and where they came from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from trueness.cli.options import OUTPUT, TABLES, TO_FORMATS, words
from trueness.data.score_table import ScoreTable
from trueness.data.texts import Texts
from trueness.reporting.source import Source
from trueness.reporting.terminal import TextProgress


def read_given(
    given: dict[str, Any], progress: TextProgress | None = None
) -> tuple[ScoreTable, list[Source], dict[str, Any]]:
    """Read the scores a command names, taking its source options out of `given`.

    Returns
    -------
    tuple
        The table, its sources and the arguments of `read_scores`, as a manifest records them.
    """
    from trueness.data.duplicate_systems import drop_duplicate_systems
    from trueness.data.read import read_scores
    from trueness.errors import DataError, listing, suggest

    names, mirror = given.pop("scores"), given.pop("mirror")
    reading = {key: given.pop(key) for key in ("format", "columns", "join", "keep")}
    lower, drop = words(given.pop("lower_is_better")), given.pop("drop_duplicates")
    opened: list[Any] = []
    for name in names:
        check_readable(name)
        if Path(name).exists():
            opened.append(name)
            continue
        from trueness.data.datasets.registry import read_registry
        from trueness.studies.dataset_scores import dataset_scores

        known = read_registry()
        if name not in known:
            raise DataError(
                f"there is no file '{name}', and no data set of that name.{suggest(name, known)} "
                f"Data sets: {listing(known)}."
            )
        opened.append(dataset_scores(name, mirror=mirror, progress=progress))
    one = opened[0] if len(opened) == 1 and isinstance(opened[0], ScoreTable) else None
    table = one or read_scores(*opened, **reading)
    # hashed only now: a folder that cannot be read as scores may hold anything, and any amount of it
    sources = [
        Source.dataset(name) if isinstance(source, ScoreTable) else Source.file(name)
        for name, source in zip(names, opened, strict=True)
    ]
    if lower:
        table = table.with_orientation(lower_is_better=table.names_matching(lower))
    return drop_duplicate_systems(table) if drop else table, sources, reading


def check_readable(name: str) -> None:
    """Check that a name on the command line can be that of a file or a data set.

    Raises
    ------
    FormatError
        If it is empty, or is standard input, a pipe or a device: these can be read once only, and nobody could
        repeat what was computed from them.
    """
    from trueness.errors import FormatError

    remedy = "Save the data as a file and give its name."
    if not name.strip():
        raise FormatError("a name of a file or data set is empty.", remedy=remedy)
    path = Path(name)
    if name == "-" and not path.exists():
        raise FormatError("standard input is not read.", path=name, remedy=remedy)
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise FormatError("this is a pipe or a device, not a file.", path=name, remedy=remedy)


def printing_of(given: dict[str, Any]) -> dict[str, Any]:
    """Return the output options, taken out of `given`, checked before any work is done.

    Raises
    ------
    ArgumentError
        If there is no such form of output or no such table.
    """
    from trueness.errors import check_choice

    printing = {key: given.pop(key) for key in OUTPUT}
    check_choice("to", printing["to"], TO_FORMATS)
    if printing["table"] is not None:
        check_choice("table", printing["table"], TABLES)
    return printing


def question(given: dict[str, Any]) -> dict[str, Any]:
    """Return the keyword arguments of `compare` among the options of a command."""
    several = ("metrics", "level", "coefficient", "beside")
    arguments = {key: words(value) if key in several else value for key, value in given.items()}
    arguments["rng"] = arguments.pop("seed")
    if arguments.get("beside") == ["none"]:
        arguments["beside"] = ()
    return arguments


def read_given_texts(given: dict[str, Any], progress: TextProgress | None = None) -> Texts:
    """Read the texts that a command names: a file, or a data set that holds texts."""
    from trueness.data.datasets.load import load_dataset_texts
    from trueness.data.datasets.registry import read_registry
    from trueness.data.read_texts import read_texts

    name = given["texts"]
    check_readable(name)
    if not Path(name).exists() and name in read_registry():
        return load_dataset_texts(name, mirror=given["mirror"], progress=progress)
    return read_texts(name, format=given["format"], columns=given["columns"])
