"""Join score tables by system and input."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import numpy as np

from trueness.data.scores.alike_names import alike_names
from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.data.scores.score_table import Annotations, FloatArray, Scorer, ScoreTable, check_table
from trueness.data.scores.table_notes import BY_ROW_NUMBER, with_notes_of_now
from trueness.errors import DataError, KeyMismatchError, check_choice, counted, listing

Join = Literal["exact", "alike", "outer", "inner"]
JOINS = ("exact", "alike", "outer", "inner")


def merge(first: ScoreTable, *others: ScoreTable, join: Join = "exact") -> ScoreTable:
    """Join score tables by their systems and inputs.

    A scorer that two tables share must have the same scores in both, exactly; a score that one of them lacks
    is taken from the other with ``join='outer'`` and a difference otherwise. Where scores are means of annotators in
    both, they become the means of all of these. Annotations, groups and sufficient statistics are carried; where both
    tables have statistics of a scorer, they must agree as its scores must.

    Parameters
    ----------
    first : ScoreTable
        Gives the order of systems and inputs, and the name.
    *others : ScoreTable
        The tables to join to it, one after the other.
    join : {'exact', 'alike', 'outer', 'inner'}
        ``'exact'`` demands the same systems and inputs, but that people may have judged a part, which is noted: beside
        a table without human scores another may lack some whose scores are all declared human, or that declares no
        metrics as the first does; ``'alike'`` takes names for the same that differ in a way of writing alone
        (`alike_names`), with a note of it; ``'outer'`` keeps all, with missing scores; ``'inner'`` keeps those that all
        tables have, with a note of what is left out.

    Returns
    -------
    ScoreTable
        S scorers in the order in which they first occur.

    Raises
    ------
    KeyMismatchError
        If systems or inputs differ and `join` is ``'exact'`` or ``'alike'``, or nothing is common to all; or if only
        one of two tables names systems, and more than one.
    DataError
        If two tables disagree about a score, a role, an orientation, a group label or a sufficient statistic, or
        one has scores for which only the other has sufficient statistics.
    ArgumentError
        If `join` is not one of these.
    """
    for table in (first, *others):
        check_table(table)
    check_choice("join", join, JOINS)
    merged = first
    for other in others:
        merged = _merge_two(merged, other, join)
    return merged


def _merge_two(one: ScoreTable, two: ScoreTable, join: Join) -> ScoreTable:
    notes: list[str] = []
    one, two = _of_the_one_system(one, two, notes)
    if join == "alike":
        two = _written_alike(one, two, notes)
    join = _join_of_a_part(one, two, join, notes)
    systems = _names("system", one.systems, two.systems, one, two, join, notes)
    inputs = _names("input", one.inputs, two.inputs, one, two, join, notes)
    place_one = _placer(one, systems, inputs)
    place_two = _placer(two, systems, inputs)
    scorers: list[Scorer] = []
    values: list[FloatArray] = []
    annotations: dict[str, Annotations] = {}
    corpus: dict[str, CorpusStatistics] = {}
    for name in dict.fromkeys([*one.scorer_names, *two.scorer_names]):
        sides = [(t, place) for t, place in ((one, place_one), (two, place_two)) if name in t.scorer_names]
        matrices = [place(table.matrix(name)) for table, place in sides]
        if len(sides) == 1:
            scorers.append(sides[0][0].scorer(name))
            values.append(matrices[0])
        else:
            scorers.append(_same_scorer(one.scorer(name), two.scorer(name)))
            if not all(_is_mean(table, name) for table, _ in sides):  # of more people it is another
                what = f"scorer '{name}'"
                matrices[0] = _same_values(what, matrices[0], matrices[1], one, two, systems, inputs, join)
            values.append(matrices[0])
        people = [
            {who: place(ratings) for who, ratings in zip(known.annotators, known.values, strict=True)}
            for table, place in sides
            if (known := table.annotations.get(name)) is not None
        ]
        if people:
            ratings = dict(people[0])
            for who, matrix in (people[1] if len(people) > 1 else {}).items():
                what = f"annotator '{who}' of '{name}'"
                ratings[who] = (
                    _same_values(what, ratings[who], matrix, one, two, systems, inputs, join)
                    if who in ratings
                    else matrix
                )
            annotations[name] = Annotations(tuple(ratings), np.stack(list(ratings.values())))
            if len(sides) == len(people) == 2 and all(_is_mean(table, name) for table, _ in sides):
                values[-1] = annotations[name].mean()
        parts = [(table.corpus[name], place) for table, place in sides if name in table.corpus]
        if parts:
            placed = [[place(part.values[:, :, k]) for k in range(part.size)] for part, place in parts]
            if len(parts) > 1:
                _check_same_formula(name, parts[0][0], parts[1][0], one, two)
                placed[0] = [
                    _same_values(
                        f"statistic {k + 1} of '{name}'", mine, theirs, one, two, systems, inputs, join
                    )
                    for k, (mine, theirs) in enumerate(zip(*placed, strict=True))
                ]
            corpus[name] = CorpusStatistics(parts[0][0].formula, np.stack(placed[0], axis=-1))
            _check_whole(name, values[-1], corpus[name], one if name in two.corpus else two)
    shape = (0, len(systems), len(inputs))
    merged = ScoreTable(
        scorers=tuple(scorers),
        systems=systems,
        inputs=inputs,
        values=np.stack(values) if values else np.empty(shape),
        annotations=annotations,
        input_groups=_groups("input", one.input_groups, two.input_groups, one.inputs, two.inputs, inputs),
        system_groups=_groups(
            "system", one.system_groups, two.system_groups, one.systems, two.systems, systems
        ),
        has_systems=one.has_systems,
        name=one.name,
        notes=tuple(dict.fromkeys([*one.notes, *two.notes, *notes])),
        corpus=corpus,
        own_references={
            system: share
            for system, share in {**two.own_references, **one.own_references}.items()
            if system in systems
        },
        left_out={**two.left_out, **one.left_out},
    )
    return with_notes_of_now(merged, one, two)


def _join_of_a_part(one: ScoreTable, two: ScoreTable, join: Join, notes: list[str]) -> Join:
    """Return how tables are joined: all is kept where people judged a part of what metrics scored."""
    if join not in ("exact", "alike") or any(BY_ROW_NUMBER in table.notes for table in (one, two)):
        return join
    for scored, judged in ((one, two), (two, one)):
        kinds = (("system", scored.systems, judged.systems), ("input", scored.inputs, judged.inputs))
        if not _may_be_judged_in_part(scored, judged) or any(
            set(few) - set(every) for _, every, few in kinds
        ):
            continue
        fewer = [
            f"{len(few)} of {counted(len(every), kind)}"
            for kind, every, few in kinds
            if len(few) < len(every)
        ]
        if fewer:
            notes.append(
                f"'{judged.name}' has {' and '.join(fewer)} of '{scored.name}'; the others lack its scores"
            )
            return "outer"
    return join


def _may_be_judged_in_part(scored: ScoreTable, judged: ScoreTable) -> bool:
    """Return whether declarations make one table metrics' scores, and the other people's."""
    metrics, people = (
        [[scorer.role == role for scorer in table.scorers] for table in (scored, judged)]
        for role in ("metric", "human")
    )
    if not people[0] or not people[1]:
        return False
    return not any(people[0]) and (all(people[1]) or (any(metrics[0]) and not any(metrics[1])))


def _of_the_one_system(one: ScoreTable, two: ScoreTable, notes: list[str]) -> tuple[ScoreTable, ScoreTable]:
    """Return tables of which one names systems, and the other none, with the systems in both.

    Raises
    ------
    KeyMismatchError
        If it names several, and has outputs of several for an input.
    """
    if one.has_systems == two.has_systems:
        return one, two
    named, bare = (one, two) if one.has_systems else (two, one)
    placed = _of_single_outputs(named, bare) if len(named.systems) > 1 else None
    if len(named.systems) > 1 and placed is None:
        raise KeyMismatchError(
            f"'{bare.name}' lacks a column of systems, and '{named.name}' has {len(named.systems)}: "
            f"{listing(named.systems, 3)}. Add a column 'system' to '{bare.name}', or say which column "
            "it is: --columns system=COL."
        )
    if placed is not None:
        notes.append(
            f"'{bare.name}' names no system: its rows are taken for those of the only system that '{named.name}' has "
            "for each input"
        )
    else:
        notes.append(
            f"'{bare.name}' names no system: its rows are taken for those of '{named.systems[0]}', the only one of "
            f"'{named.name}'"
        )
        placed = dataclasses.replace(bare, systems=named.systems, has_systems=True)
    return (named, placed) if named is one else (placed, named)


def _of_single_outputs(named: ScoreTable, bare: ScoreTable) -> ScoreTable | None:
    """Return a table without systems with those of another, where each input is one system's alone; else None.

    All of its inputs have to be known there. What has sufficient statistics is scored with its systems.
    """
    scored = named.scored()
    places = {name: k for k, name in enumerate(named.inputs)}
    if np.any(scored.sum(axis=0) != 1) or bare.corpus or not set(bare.inputs) <= places.keys():
        return None
    system = np.argmax(scored, axis=0)[[places[name] for name in bare.inputs]]
    at = np.arange(len(bare.inputs))

    def spread(matrix: FloatArray) -> FloatArray:
        found = np.full((len(named.systems), len(bare.inputs)), np.nan)
        found[system, at] = matrix[0]
        return found

    return dataclasses.replace(
        bare,
        systems=named.systems,
        has_systems=True,
        values=np.stack([spread(matrix) for matrix in bare.values]),
        annotations={
            name: Annotations(known.annotators, np.stack([spread(matrix) for matrix in known.values]))
            for name, known in bare.annotations.items()
        },
    )


def _written_alike(one: ScoreTable, two: ScoreTable, notes: list[str]) -> ScoreTable:
    """Return the second table with the names of the first, where these differ in a way of writing alone."""
    changed: dict[str, tuple[str, ...]] = {}
    for kind, mine, theirs in (("system", one.systems, two.systems), ("input", one.inputs, two.inputs)):
        alike = alike_names(mine, theirs)
        changed[kind] = tuple(alike.pairs.get(name, name) for name in theirs)
        if alike.pairs:
            notes.append(f"taken for the same in joining: {alike.said(kind)}")
    renamed = dict(zip(two.systems, changed["system"], strict=True))
    return dataclasses.replace(
        two,
        systems=changed["system"],
        inputs=changed["input"],
        own_references={renamed.get(name, name): share for name, share in two.own_references.items()},
    )


def _names(
    kind: str,
    mine: tuple[str, ...],
    theirs: tuple[str, ...],
    one: ScoreTable,
    two: ScoreTable,
    join: Join,
    notes: list[str],
) -> tuple[str, ...]:
    """Return the joined names, in the order of the first table."""
    known_to_one, known_to_two = set(mine), set(theirs)
    only_mine = [name for name in mine if name not in known_to_two]
    only_theirs = [name for name in theirs if name not in known_to_one]
    if not only_mine and not only_theirs:
        return mine
    parts = [
        f"{counted(len(only), kind)} only in '{table.name}': {listing(only, 3)}"
        for only, table in ((only_mine, one), (only_theirs, two))
        if only
    ]
    common = tuple(name for name in mine if name in known_to_two)
    if join in ("exact", "alike") or (join == "inner" and not common):
        alike = alike_names(mine, theirs)
        remedy = (
            f"{alike.said(kind)}. --join alike (in Python: join='alike') takes them for the same."
            if alike.pairs and join != "alike"
            else "--join outer (in Python: join='outer') keeps all, with missing scores; --join inner "
            "(join='inner') keeps the common ones."
            if common
            else f"No {kind} is common to both: are the names spelled alike? If each has {kind}s of its own, as where "
            "every system has a file: --join outer (in Python: join='outer')."
        )
        raise KeyMismatchError(f"the tables cover different {kind}s: {'; '.join(parts)}. {remedy}")
    if join == "inner":
        notes.append(f"left out in joining: {'; '.join(parts)}")
        return common
    notes.append(f"without scores from the other table: {'; '.join(parts)}")
    return (*mine, *only_theirs)


def _placer(
    table: ScoreTable, systems: Sequence[str], inputs: Sequence[str]
) -> Callable[[FloatArray], FloatArray]:
    """Return a function that arranges a table's (N, M) matrices by the joined names, NaN elsewhere."""
    row = {name: k for k, name in enumerate(table.systems)}
    column = {name: k for k, name in enumerate(table.inputs)}
    to_i = [i for i, name in enumerate(systems) if name in row]
    to_j = [j for j, name in enumerate(inputs) if name in column]
    from_i = [row[systems[i]] for i in to_i]
    from_j = [column[inputs[j]] for j in to_j]

    def place(matrix: FloatArray) -> FloatArray:
        placed = np.full((len(systems), len(inputs)), np.nan)
        placed[np.ix_(to_i, to_j)] = matrix[np.ix_(from_i, from_j)]
        return placed

    return place


def _same_scorer(mine: Scorer, theirs: Scorer) -> Scorer:
    if None not in (mine.role, theirs.role) and mine.role != theirs.role:
        raise DataError(
            f"scorer '{mine.name}' is declared {mine.role} in one table and {theirs.role} in the other."
        )
    if mine.higher_is_better != theirs.higher_is_better:
        raise DataError(f"the tables declare opposite orientations of scorer '{mine.name}'.")
    if mine.aggregate != theirs.aggregate:
        raise DataError(f"the tables make scores of systems of '{mine.name}' in different ways.")
    if mine.labels and theirs.labels and (mine.labels, mine.nominal) != (theirs.labels, theirs.nominal):
        raise DataError(
            f"the tables have the labels of scorer '{mine.name}' in different orders: {listing(mine.labels)}, and "
            f"{listing(theirs.labels)}. Say one for both (--labels)."
        )
    return dataclasses.replace(
        mine,
        role=mine.role or theirs.role,
        labels=mine.labels or theirs.labels,
        nominal=mine.nominal or theirs.nominal,
    )


def _is_mean(table: ScoreTable, name: str) -> bool:
    """Return whether a scorer's scores are the means of what its annotators gave."""
    known = table.annotations.get(name)
    return known is not None and np.array_equal(known.mean(), table.matrix(name), equal_nan=True)


def _same_values(
    what: str,
    mine: FloatArray,
    theirs: FloatArray,
    one: ScoreTable,
    two: ScoreTable,
    systems: Sequence[str],
    inputs: Sequence[str],
    join: Join,
) -> FloatArray:
    """Return the scores both tables agree on."""
    gone_mine, gone_theirs = np.isnan(mine), np.isnan(theirs)
    differ = (mine != theirs) & ~(gone_mine & gone_theirs)
    if join == "outer":
        differ &= ~(gone_mine | gone_theirs)
    if differ.any():
        i, j = np.argwhere(differ)[0]
        raise DataError(
            f"{what} is in both tables with different scores in {counted(int(differ.sum()), 'cell')}, first for "
            f"system '{systems[i]}', input '{inputs[j]}': "
            f"{mine[i, j]:.6g} in '{one.name}', {theirs[i, j]:.6g} in '{two.name}'. "
            "Rename or leave out one of the two."
        )
    return np.where(gone_mine, theirs, mine)


def _check_same_formula(
    name: str, mine: CorpusStatistics, theirs: CorpusStatistics, one: ScoreTable, two: ScoreTable
) -> None:
    if (mine.formula, mine.size) != (theirs.formula, theirs.size):
        raise DataError(
            f"the tables hold statistics of scorer '{name}' for different formulas: '{mine.formula}' "
            f"({mine.size} of them) in '{one.name}', '{theirs.formula}' ({theirs.size}) in '{two.name}'. "
            "Rename or leave out one of the two."
        )


def _check_whole(name: str, scores: FloatArray, statistics: CorpusStatistics, without: ScoreTable) -> None:
    """Check that no score was joined to which the other table's statistics do not belong."""
    bare = int(np.sum(~np.isnan(scores) & ~statistics.present))
    if bare:
        raise DataError(
            f"scorer '{name}' has sufficient statistics in one table, but '{without.name}' holds "
            f"{counted(bare, 'score')} that lack them. Score both in one way, or rename or leave out one "
            "of the two."
        )


def _groups(
    kind: str,
    mine: Mapping[str, tuple[str, ...]],
    theirs: Mapping[str, tuple[str, ...]],
    my_names: Sequence[str],
    their_names: Sequence[str],
    names: Sequence[str],
) -> dict[str, tuple[str, ...]]:
    """Join grouping columns; a label that neither table knows is empty."""
    joined: dict[str, tuple[str, ...]] = {}
    for group in dict.fromkeys([*mine, *theirs]):
        first = dict(zip(my_names, mine[group], strict=True)) if group in mine else {}
        second = dict(zip(their_names, theirs[group], strict=True)) if group in theirs else {}
        for name in names:
            if first.get(name) and second.get(name) and first[name] != second[name]:
                raise DataError(
                    f"the tables give {kind} '{name}' different labels in grouping column '{group}': "
                    f"'{first[name]}' and '{second[name]}'."
                )
        joined[group] = tuple(first.get(name) or second.get(name) or "" for name in names)
    return joined
