"""Systems, inputs and annotators of one table that are written in several ways: which these are, and as one."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.data.scores.alike_names import Spelling, spellings
from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.data.scores.score_table import Annotations, FloatArray, ScoreTable
from trueness.data.scores.table_notes import with_notes_of_now
from trueness.errors import counted


class AlikeInTable(NamedTuple):
    """Names of one kind that look like one name each.

    Attributes
    ----------
    kind : str
        ``system``, ``input`` or ``annotator``.
    spellings : tuple of Spelling
    can_be_one : bool
        Whether no score stands under two of the names.
    """

    kind: str
    spellings: tuple[Spelling, ...]
    can_be_one: bool = True

    @property
    def words(self) -> str:
        """How many there are, with two examples, and in what they differ."""
        shown = "; ".join(one.words for one in self.spellings[:2])
        more = f"; and {len(self.spellings) - 2} more" if len(self.spellings) > 2 else ""
        return f"{counted(len(self.spellings), self.kind)} written in several ways: {shown}{more}"


def alike_in_table(table: ScoreTable) -> tuple[AlikeInTable, ...]:
    """Return names of a table that look like one, for each kind those that can be one and those that cannot.

    Where one scorer scored one output under both names, and of annotators where both rated it, they cannot; nor can
    those with different labels of a group. Of inputs these are not returned: keys may differ in capital letters alone.

    Parameters
    ----------
    table : ScoreTable
    """
    found: dict[tuple[str, bool], list[Spelling]] = {}
    for axis, (kind, names) in enumerate((("system", table.systems), ("input", table.inputs))):
        for one in spellings(names):
            places = [names.index(name) for name in one.names]
            groups = table.input_groups if axis else table.system_groups
            apart = _meet(_planes(table), places, axis) or _labels_differ(groups, places)
            if not (apart and kind == "input"):
                found.setdefault((kind, not apart), []).append(one)
    people = table.annotations.values()
    for one in spellings(list(dict.fromkeys(who for given in people for who in given.annotators))):
        mine = [
            given.values[[k for k, who in enumerate(given.annotators) if who in one.names]]
            for given in people
        ]
        found.setdefault(("annotator", not any(map(_overlap, mine))), []).append(one)
    return tuple(AlikeInTable(kind, tuple(some), joins) for (kind, joins), some in found.items())


def join_alike(table: ScoreTable) -> ScoreTable:
    """Return the table with the names that `alike_in_table` finds as one each, and a note of it.

    Parameters
    ----------
    table : ScoreTable
        As it is where no names are alike.
    """
    joined, notes = table, list(table.notes)
    for kind in ("system", "input", "annotator"):
        # a kind at a time: what one join fills another has to see
        found = next((one for one in alike_in_table(joined) if one.kind == kind and one.can_be_one), None)
        if found is None:
            continue
        new = {name: one.name for one in found.spellings for name in one.names}
        joined = _with_people(joined, new) if kind == "annotator" else _with_names(joined, kind, new)
        notes.append(f"taken for the same: {found.words}")
    if joined is table:
        return table
    return with_notes_of_now(dataclasses.replace(joined, notes=tuple(notes)), table)


def _planes(table: ScoreTable) -> list[FloatArray]:
    """Return what was given one by one, each (N, M): ratings where there are annotators, scores elsewhere."""
    found = []
    for name in table.scorer_names:
        people = table.annotations.get(name)
        found += [table.matrix(name)] if people is None else list(people.values)
    return found


def _meet(planes: Iterable[FloatArray], places: Sequence[int], axis: int) -> bool:
    """Return whether something was scored twice under the names at these places."""
    return any(_overlap(np.moveaxis(plane.take(places, axis=axis), axis, 0)) for plane in planes)


def _overlap(values: FloatArray) -> bool:
    """Return whether two of several arrays have a value in one place."""
    return bool(((~np.isnan(values)).sum(axis=0) > 1).any())


def _labels_differ(groups: Mapping[str, Sequence[str]], places: Sequence[int]) -> bool:
    return any(len({labels[k] for k in places} - {""}) > 1 for labels in groups.values())


def _with_names(table: ScoreTable, kind: str, new: Mapping[str, str]) -> ScoreTable:
    names, axis = (table.systems, 1) if kind == "system" else (table.inputs, 2)
    kept, places = _places(names, new)
    annotations = {
        name: Annotations(people.annotators, _first_of(people.values, places, axis))
        for name, people in table.annotations.items()
    }
    values = _first_of(table.values, places, axis)
    for name, people in annotations.items():
        # where annotators met under two names, the score is their mean
        twice = _times(table.annotations[name].values, places, axis) > 1
        values[table.index(name)][twice] = people.mean()[twice]
    values.flags.writeable = False

    def label(labels: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(next((labels[k] for k in group if labels[k]), "") for group in places)

    of_systems, of_inputs = table.system_groups, table.input_groups
    return dataclasses.replace(
        table,
        systems=kept if kind == "system" else table.systems,
        inputs=kept if kind == "input" else table.inputs,
        values=values,
        annotations=annotations,
        system_groups={key: label(given) for key, given in of_systems.items()}
        if kind == "system"
        else of_systems,
        input_groups={key: label(given) for key, given in of_inputs.items()}
        if kind == "input"
        else of_inputs,
        corpus={
            name: CorpusStatistics(one.formula, _first_of(one.values, places, axis - 1))
            for name, one in table.corpus.items()
        },
        own_references={new.get(name, name): share for name, share in table.own_references.items()}
        if kind == "system"
        else table.own_references,
    )


def _with_people(table: ScoreTable, new: Mapping[str, str]) -> ScoreTable:
    annotations = {}
    for name, people in table.annotations.items():
        kept, places = _places(people.annotators, new)
        annotations[name] = Annotations(kept, _first_of(people.values, places, 0))
    return dataclasses.replace(table, annotations=annotations)


def _places(names: Sequence[str], new: Mapping[str, str]) -> tuple[tuple[str, ...], list[list[int]]]:
    """Return the names there are in the end, in the order of the first of each, and where each stood."""
    found: dict[str, list[int]] = {}
    for k, name in enumerate(names):
        found.setdefault(new.get(name, name), []).append(k)
    return tuple(found), list(found.values())


def _first_of(values: FloatArray, places: Sequence[Sequence[int]], axis: int) -> FloatArray:
    """Return values with those at each group of places as one: the first that is there."""
    found = values.take([group[0] for group in places], axis=axis)
    for k, group in enumerate(places):
        for place in group[1:]:
            here = (slice(None),) * axis + (k,)
            other = values.take(place, axis=axis)
            found[here] = np.where(np.isnan(found[here]), other, found[here])
    return found


def _times(values: FloatArray, places: Sequence[Sequence[int]], axis: int) -> NDArray[np.int64]:
    """Return under how many names of each group an output was rated, values (A, N, M), shape of the joined outputs."""
    there = (~np.isnan(values)).any(axis=0)
    times = [there.take(list(group), axis=axis - 1).sum(axis=axis - 1) for group in places]
    return np.stack(times, axis=axis - 1)
