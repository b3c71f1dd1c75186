"""Files that call their only scores alike, as ``label`` in one of people's and one of a judge's: these get its name."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.errors import listing


def called_after_files(tables: Sequence[ScoreTable]) -> list[ScoreTable]:
    """Return tables as they are, or their only scorers called after them, where all call it alike and scores differ.

    Scores of an output have to differ: files with systems of their own that have one scorer are parts of one table.
    What has annotators or sufficient statistics stays as it is called, and so does what two tables of one name hold.

    Parameters
    ----------
    tables : sequence of ScoreTable
        Of a file each, called after it.
    """
    names, stems = {table.scorer_names for table in tables}, [table.name for table in tables]
    alone = len(names) == 1 and len(tables[0].scorer_names) == 1
    if (
        not alone
        or len(set(stems)) < len(stems)
        or any(table.annotations or table.corpus for table in tables)
    ):
        return list(tables)
    (scorer,) = tables[0].scorer_names
    if not any(_differ(scorer, one, two) for one, two in itertools.combinations(tables, 2)):
        return list(tables)
    note = f"'{scorer}' is in every file, with other scores: it is called after each, {listing(stems)}"
    return [
        dataclasses.replace(
            table,
            scorers=(dataclasses.replace(table.scorer(scorer), name=table.name),),
            notes=(*table.notes, note),
        )
        for table in tables
    ]


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
