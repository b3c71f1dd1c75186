"""Scores under other conditions, as ``NAME=SOURCE`` on the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trueness.cli.study_command import StudyCommand
    from trueness.data.scores.score_table import ScoreTable


def read_conditions(
    command: StudyCommand, option: str, sources: Iterable[str] | None, part_name: Callable[[str], str]
) -> dict[str, ScoreTable]:
    """Read other conditions as the reference is read, which is still to be read, and note where they came from.

    Parameters
    ----------
    command : StudyCommand
    option : str
        That names them.
    sources : iterable of str or None
        ``NAME=SOURCE``, or ``SOURCE`` alone.
    part_name : callable
        From a condition's name to that of its part in a manifest.

    Raises
    ------
    ArgumentError
        If two conditions have one name, or a name is empty.
    """
    from trueness.cli.reading import read_given
    from trueness.errors import ArgumentError
    from trueness.sources.origin import Origin

    tables: dict[str, ScoreTable] = {}
    for word in sources or ():
        name, source = _named(word)
        if not name.strip():
            raise ArgumentError(f"{option} '{name}={source}' lacks a name before the '='.")
        if name in tables:
            raise ArgumentError(f"two conditions are called '{name}': write {option} NAME=SOURCE.")
        given = {**command.given, "scores": [source]}
        tables[name], read, reading = read_given(given, command.progress, texts=True)
        command.data[part_name(name)] = Origin.of(read, reading)
    return tables


def file_of(word: str) -> str:
    """Return the source of ``NAME=SOURCE``."""
    return _named(word)[1]


def _named(word: str) -> tuple[str, str]:
    """Return name and source: of ``SOURCE`` alone, the name is that of the file.

    A file whose name holds ``=`` needs a name before it only if what stands before its first ``=`` is not a folder of
    it.
    """
    name, sign, path = word.partition("=")
    if sign and not Path(word).exists():
        return name, path
    return Path(word).name.split(".")[0] or word, word
