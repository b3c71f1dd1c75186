"""Leave systems out of a table by name or pattern."""

from __future__ import annotations

import dataclasses
import fnmatch
import re
import shlex
from collections.abc import Iterable, Sequence

from trueness.data.scores.braces import alternatives
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import DataError, counted, listing, unknown_name

OPTION = "--without"


def systems_matching(systems: Sequence[str], patterns: Iterable[str]) -> tuple[str, ...]:
    """Return the systems whose names match any of the patterns, in their order.

    A name is itself; other patterns are the shell's: ``* ? [...] {a,b}``.

    Parameters
    ----------
    systems : sequence of str
    patterns : iterable of str

    Raises
    ------
    UnknownNameError
        If a pattern matches no system.
    ArgumentError
        If a brace in a pattern is not closed.
    """
    found: set[str] = set()
    for pattern in patterns:
        for one in [pattern] if pattern in systems else alternatives(pattern):
            hits = {name for name in systems if name == one}
            hits = hits or {name for name in systems if fnmatch.fnmatchcase(name, one)}
            if not hits:
                raise unknown_name("system", one, systems)
            found |= hits
    return tuple(name for name in systems if name in found)


def without_systems(table: ScoreTable, patterns: Iterable[str]) -> ScoreTable:
    """Return the table without the systems that match any of the patterns, and a note that names them.

    Parameters
    ----------
    table : ScoreTable
    patterns : iterable of str
        As in `systems_matching`.

    Raises
    ------
    UnknownNameError, ArgumentError
        As `systems_matching`.
    DataError
        If no system is left.
    """
    gone = systems_matching(table.systems, patterns)
    if not gone:
        return table
    left = [name for name in table.systems if name not in gone]
    if not left:
        raise DataError(f"{OPTION} leaves no system: there are {listing(table.systems)}.")
    note = f"{counted(len(gone), 'system')} left out as asked: {listing(gone)}"
    part = table.select(systems=left)
    return dataclasses.replace(part, notes=(*part.notes, note))


def without_words(systems: Iterable[str]) -> str:
    """Return the option that leaves systems out, as a shell takes it."""
    names = [
        re.sub(r"[,\[\]*{}()]", "?", name.strip()) for name in systems
    ]  # commas separate, and ? is any letter
    return f"{OPTION} {shlex.quote(','.join(names))}"
