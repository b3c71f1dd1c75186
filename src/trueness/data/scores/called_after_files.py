"""Files that call their only scores alike, as ``label`` in one of people's and one of a judge's: these get its name."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.errors import listing


def called_after_files(tables: Sequence[ScoreTable], sources: Sequence[object] = ()) -> list[ScoreTable]:
    """Return tables as they are, or those with one scorer called after them where some call it alike and scores differ.

    Scores of an output have to differ: files with systems of their own that have one scorer are parts of one table.
    What has annotators or sufficient statistics stays as it is called.

    Parameters
    ----------
    tables : sequence of ScoreTable
        Of a file each, called after it.
    sources : sequence
        The last of them were read from these; a path tells files of one name apart by its folder.
    """
    found, names = list(tables), _names(tables, sources)
    places: dict[str, list[int]] = {}
    for k, table in enumerate(tables):
        if len(table.scorer_names) == 1 and not table.annotations and not table.corpus:
            places.setdefault(table.scorer_names[0], []).append(k)
    for scorer, some in places.items():
        called = [names[k] for k in some]
        pairs = itertools.combinations([tables[k] for k in some], 2)
        if len(set(called)) < len(called) or not any(_differ(scorer, one, two) for one, two in pairs):
            continue
        every = "every file" if len(some) == len(tables) else f"{len(some)} files"
        note = f"'{scorer}' is in {every}, with other scores: it is called after each, {listing(called)}"
        for k in some:
            table = tables[k]
            scorers = (dataclasses.replace(table.scorer(scorer), name=names[k]),)
            found[k] = dataclasses.replace(table, scorers=scorers, notes=(*table.notes, note))
    return found


def _names(tables: Sequence[ScoreTable], sources: Sequence[object]) -> list[str]:
    """Return what tables are called, those that share a name with their folders."""
    names = [table.name for table in tables]
    shared = {name for name in names if names.count(name) > 1}
    for k, source in enumerate(sources, start=len(tables) - len(sources)):
        if names[k] in shared and isinstance(source, str | Path):
            names[k] = f"{Path(source).resolve().parent.name}/{names[k]}"
    return names


def _differ(scorer: str, one: ScoreTable, two: ScoreTable) -> bool:
    """Return whether two tables have other scores of an output that both have."""
    (mine_at, theirs_at), (mine_of, theirs_of) = (
        _common(one.systems, two.systems),
        _common(one.inputs, two.inputs),
    )
    mine = one.matrix(scorer)[np.ix_(mine_at, mine_of)]
    theirs = two.matrix(scorer)[np.ix_(theirs_at, theirs_of)]
    return bool(np.any((mine != theirs) & ~np.isnan(mine) & ~np.isnan(theirs)))


def _common(mine: Sequence[str], theirs: Sequence[str]) -> tuple[list[int], list[int]]:
    """Return where names that both have are in each."""
    places = {name: k for k, name in enumerate(theirs)}
    common = [k for k, name in enumerate(mine) if name in places]
    return common, [places[mine[k]] for k in common]
