"""Exports of programs beside other files: by which ids these are joined, and what scores of one name are called."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from trueness.data.cells.raw_rows import source_stems
from trueness.data.layouts.export_ids import export_ids, place_of_ids
from trueness.data.recognising.recognise import Recognised
from trueness.data.scores.score_table import ScoreTable
from trueness.data.scores.table_notes import BY_ROW_NUMBER
from trueness.errors import KeyMismatchError, listing


class ReadExport(NamedTuple):
    """An export of a program among tables that are to be joined.

    Attributes
    ----------
    place : int
        Of its table among all.
    file : Recognised
        Where it was read from.
    """

    place: int
    file: Recognised


def beside_exports(
    tables: Sequence[ScoreTable], exports: Sequence[ReadExport], columns: Collection[str] = ()
) -> list[ScoreTable]:
    """Return tables as they can be joined: exports by the ids that the others use, scores of one name told apart.

    Parameters
    ----------
    tables : sequence of ScoreTable
    exports : sequence of ReadExport
        Those of them that are of formats of exports; one in which people gave everything is as any other table.
    columns : collection of str
        Of files beside them: a column called after an id tells that it holds these.

    Raises
    ------
    KeyMismatchError
        If a table beside them calls its rows by their numbers alone, or counts from 1 where an export counts from 0.
    """
    found = list(tables)
    exports = [one for one in exports if any(scorer.role == "metric" for scorer in tables[one.place].scorers)]
    places = {one.place for one in exports}
    others = [table for k, table in enumerate(found) if k not in places]
    if not exports or len(found) < 2:
        return found
    nameless = next((table for table in others if BY_ROW_NUMBER in table.notes), None)
    if nameless is not None:
        export = found[exports[0].place]
        raise KeyMismatchError(
            f"'{nameless.name}' lacks the ids of the outputs of '{export.name}' that its rows are about. Add a column "
            f"'input' with these ({listing(export.inputs, 3)}), or say which column has them: --columns input=COL."
        )
    if others:
        for place, table in _by_their_ids(found, exports, others, columns).items():
            found[place] = table
        for one in exports:
            _check_count_alike(found[one.place], others)
    return _told_apart(found, exports, others)


def _check_count_alike(export: ScoreTable, others: Sequence[ScoreTable]) -> None:
    """Refuse tables that count outputs from 1 where an export counts from 0: every row would be of the next output."""
    for table in others:
        if _first_counted(table.inputs) == 1 and _first_counted(export.inputs) == 0:
            raise KeyMismatchError(
                f"'{table.name}' counts its rows from 1, '{export.name}' its outputs from 0: is '{table.inputs[-1]}' "
                f"the same in both? If so, add an empty row '0' to '{table.name}'; otherwise count from 0 there."
            )


def _first_counted(names: Sequence[str]) -> int | None:
    """Return the number that names begin with which count without a gap; None for other names."""
    numbers = sorted(int(name) for name in names if name.isascii() and name.isdecimal())
    counted = len(numbers) == len(names) > 1 and numbers[-1] - numbers[0] == len(numbers) - 1
    return numbers[0] if counted else None


def _by_their_ids(
    tables: Sequence[ScoreTable],
    exports: Sequence[ReadExport],
    others: Sequence[ScoreTable],
    columns: Collection[str],
) -> dict[int, ScoreTable]:
    """Return the exports whose inputs are called by another id, under which more of the other tables' are found."""
    wanted = {name for table in others for name in table.inputs}
    known = {
        one.place: export_ids(one.file.format, one.file.content, str(one.file.source)) for one in exports
    }
    own = {name for one in exports for name in tables[one.place].inputs}
    best = place_of_ids(wanted, own, list(known.values()), columns)
    if not best:
        return {}
    return {k: _called(tables[k], ids[best], best, others) for k, ids in known.items()}


def _called(
    table: ScoreTable, ids: Mapping[str, str], place: str, others: Sequence[ScoreTable]
) -> ScoreTable:
    names = listing([one.name for one in others])
    note = f"inputs of '{table.name}' are called by their '{place}', as in {names}"
    # outputs without any score have ids, too, and are no inputs of the table
    return dataclasses.replace(
        table, inputs=tuple(ids[name] for name in table.inputs), notes=(*table.notes, note)
    )


def _told_apart(
    tables: Sequence[ScoreTable], exports: Sequence[ReadExport], others: Sequence[ScoreTable]
) -> list[ScoreTable]:
    """Return tables in which no two scores that differ have one name, where one of them is a program's."""
    found = list(tables)
    here = [one.place for one in exports]
    stems = source_stems([str(one.file.source) for one in exports])
    apart: dict[int, dict[str, str]] = {place: {} for place in here}
    for name in dict.fromkeys(name for place in here for name in tables[place].scorer_names):
        mine = [
            place for place in here if name in tables[place].scorer_names and _of_program(tables[place], name)
        ]
        if any(_differ(tables[a], tables[b], name) for k, a in enumerate(mine) for b in mine[:k]):
            for place in mine:
                apart[place][name] = f"{stems[here.index(place)]}.{name}"
        elif any(name in table.scorer_names for table in others):
            for place in mine:
                apart[place][name] = f"{exports[here.index(place)].file.format}.{name}"
    for place, new in apart.items():
        if new:
            found[place] = _renamed(tables[place], new)
    return found


def _of_program(table: ScoreTable, name: str) -> bool:
    return table.scorer(name).role == "metric"


def _differ(one: ScoreTable, two: ScoreTable, name: str) -> bool:
    """Return whether two tables have different scores by one name for an output that both have."""
    systems = [(one.systems.index(name), i) for i, name in enumerate(two.systems) if name in set(one.systems)]
    place = {name: j for j, name in enumerate(one.inputs)}
    inputs = [(place[name], j) for j, name in enumerate(two.inputs) if name in place]
    if not systems or not inputs:
        return False
    (i, of_i), (j, of_j) = (np.array(pairs).T for pairs in (systems, inputs))
    x, y = one.matrix(name)[np.ix_(i, j)], two.matrix(name)[np.ix_(of_i, of_j)]
    return bool(np.any((x != y) & ~np.isnan(x) & ~np.isnan(y)))


def _renamed(table: ScoreTable, new: Mapping[str, str]) -> ScoreTable:
    scorers = tuple(
        dataclasses.replace(scorer, name=new.get(scorer.name, scorer.name)) for scorer in table.scorers
    )
    called = ", ".join(f"'{name}' is '{to}'" for name, to in new.items())
    note = f"scores of '{table.name}' that share a name with others: {called}"
    return dataclasses.replace(
        table,
        scorers=scorers,
        annotations={new.get(name, name): one for name, one in table.annotations.items()},
        corpus={new.get(name, name): one for name, one in table.corpus.items()},
        notes=(*table.notes, note),
    )
