"""From one table or two to the outputs of two batches, side by side."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.errors import ArgumentError, DataError, UnsupportedMethodError, listing, unknown_name
from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.studies.drift.settings import DriftSelection
from trueness.study.score_sizes import check_sizes
from trueness.study.selection import choose_people

ANCHOR_WORDS = frozenset({"yes", "true", "1", "anchor", "y", "t"})
"""What a grouping column says of an input that is an anchor, in any case."""


class Batches(NamedTuple):
    """Two batches of the same judges over the union of their outputs, one row each.

    Attributes
    ----------
    names : tuple of two str
    judges : tuple of str
    before, after : dict of str to array of shape (n,)
        Scores by judge, larger is better, NaN where a batch has none.
    labels : dict of str to int
        How many labels a judge gives; 0 of scores.
    human : array of shape (n,) or None
    human_labels : int
        0 where some lie between two labels, as means of annotators do.
    systems : array of shape (n,)
        Names.
    strata : array of shape (n,)
        Numbers: outputs of one system, and of one label of the inputs where a mix is named, have the same.
    clusters : array of shape (n,)
    declared : array of shape (n,) or None
        Whether an output is declared an anchor.
    """

    names: tuple[str, str]
    judges: tuple[str, ...]
    before: dict[str, FloatArray]
    after: dict[str, FloatArray]
    labels: dict[str, int]
    human: FloatArray | None
    human_labels: int
    systems: np.ndarray
    strata: IntArray
    clusters: IntArray
    declared: BoolArray | None

    def anchors(self, judge: str) -> BoolArray:
        """Return which outputs are anchors of a judge.

        Raises
        ------
        DataError
            If none is.
        """
        both = ~(np.isnan(self.before[judge]) | np.isnan(self.after[judge]))
        found = both if self.declared is None else both & self.declared
        if not found.any():
            raise DataError(
                f"'{judge}' judged no {'output' if self.declared is None else 'anchor'} in both batches, "
                "and a judge that moved looks like systems that did. Have some outputs of the earlier "
                "batch judged again."
            )
        return np.asarray(found)


class _Batch(NamedTuple):
    """One batch: scores by judge as matrices, on its own systems and inputs."""

    systems: tuple[str, ...]
    inputs: tuple[str, ...]
    scores: dict[str, FloatArray]


def two_batches(table: ScoreTable, later: ScoreTable | None, selection: DriftSelection) -> Batches:
    """Return two batches side by side.

    Parameters
    ----------
    table : ScoreTable
        The earlier batch, or both: then what stands after the ``@`` of a judge's columns names the batch.
    later : ScoreTable, optional
    selection : DriftSelection

    Raises
    ------
    ArgumentError
        If batches are named, and there are two tables.
    UnknownNameError
        If a scorer, batch or grouping column does not exist.
    DataError
        If there are no two batches, no judge is in both, or scores are of a size that cannot be computed with (see
        `check_sizes`).
    UnsupportedMethodError
        If a judge gives labels in one table and other ones in the other, or more is better in one only.
    """
    tables = (table,) if later is None else (table, later)
    human = _named_human(tables, selection.human)
    if later is not None:
        if selection.batches is not None:
            raise ArgumentError("`batches` names those of one table; here are two.")
        names = (table.name, later.name) if table.name != later.name else ("before", "after")
        both = _in_both(table, later, selection)
        people = {one.name for part in tables for one in part.scorers if one.role == "human"}
        judges = _judges(table, selection, human, both, people)
        first, second = (
            _Batch(one.systems, one.inputs, {name: one.matrix(name) for name in judges}) for one in tables
        )
    else:
        names = _batch_names(table, selection)
        inside = [
            name
            for name, part in table.annotations.items()
            if all(batch in part.annotators for batch in names)
        ]
        # here annotators are batches: what has some is a judge, whatever its role
        judges = _judges(table, selection, human, inside, set())
        first, second = (
            _Batch(
                table.systems,
                table.inputs,
                {name: _of_batch(table, name, batch) for name in judges},
            )
            for batch in names
        )
    for one in tables:
        check_sizes(one, (*judges, *([human] if human in one.scorer_names else [])))
    labels = {}
    for name in judges if human is None else (*judges, human):
        if len({one.scorer(name).higher_is_better for one in tables if name in one.scorer_names}) > 1:
            raise UnsupportedMethodError(
                f"of '{name}' more is better in one batch and less in the other. If lower is better, say so of both: "
                f"--lower-is-better {shlex.quote(name)}."
            )
    for name in judges:
        declared = {one.scorer(name).labels for one in tables}
        if len(declared) > 1:
            raise UnsupportedMethodError(
                f"'{name}' gives the labels {' and '.join(str(list(one)) for one in sorted(declared))} in the two "
                "batches: say one order for both (--labels)."
            )
        labels[name] = len(declared.pop()) or _binary(first.scores[name], second.scores[name])
    systems = tuple(sorted({*first.systems, *second.systems}))
    inputs = tuple(sorted({*first.inputs, *second.inputs}))
    shape = (len(systems), len(inputs))
    clusters = np.unique(_labels_of(tables, inputs, selection.clusters), return_inverse=True)[1]
    declared_anchor = None
    if selection.anchors is not None:
        said = [
            label.strip().casefold() in ANCHOR_WORDS
            for label in _labels_of(tables, inputs, selection.anchors)
        ]
        declared_anchor = np.broadcast_to(np.array(said), shape).ravel()
    truth, human_labels = _human(tables, human, systems, inputs)
    return Batches(
        names=names,
        judges=judges,
        before=_oriented(table, first, labels, systems, inputs),
        after=_oriented(table, second, labels, systems, inputs),
        labels=labels,
        human=truth,
        human_labels=human_labels,
        systems=np.broadcast_to(np.array(systems, dtype=object)[:, None], shape).ravel(),
        strata=_strata(tables, systems, inputs, selection.mix),
        clusters=np.broadcast_to(clusters, shape).ravel(),
        declared=declared_anchor,
    )


def _named_human(tables: Sequence[ScoreTable], human: str | None) -> str | None:
    """Return the human scorer, which some table has; None where none is named."""
    if human is None:
        return None
    return choose_people(next((one for one in tables if human in one.scorer_names), tables[0]), human)


def _batch_names(table: ScoreTable, selection: DriftSelection) -> tuple[str, str]:
    known = sorted({who for part in table.annotations.values() for who in part.annotators})
    if selection.batches is not None:
        for name in selection.batches:
            if name not in known:
                raise unknown_name("batch", name, tuple(known))
        return selection.batches[0], selection.batches[1]
    if len(known) != 2:
        what = "names no batches" if not known else f"has {len(known)} batches, {listing(known)}"
        remedy = (
            "Give two tables, or name the column that says to which batch a row belongs (--batch-column)"
            if not known
            else "Say which two, the earlier first (--batches)"
        )
        raise DataError(f"'{table.name}' {what}. {remedy}.")
    return known[0], known[1]


def _in_both(table: ScoreTable, later: ScoreTable, selection: DriftSelection) -> list[str]:
    """Return the scorers of both tables; where no judge is named, without columns that hold no score in one."""
    both = [name for name in table.scorer_names if name in later.scorer_names]
    if selection.judges is not None:
        return both
    known = [name for name in both if all((~np.isnan(one.matrix(name))).any() for one in (table, later))]
    return known or both


def _judges(
    table: ScoreTable, selection: DriftSelection, human: str | None, both: list[str], people: set[str]
) -> tuple[str, ...]:
    if selection.judges is not None:
        named = [name for name in table.names_matching(selection.judges) if name != human]
        missing = [name for name in named if name not in both]
        if missing:
            raise DataError(f"{listing(missing)} judged in one of the two batches only.")
        return tuple(named)
    found = tuple(name for name in both if name != human and name not in people)
    if not found:
        raise DataError(
            f"no judge is in both batches; '{table.name}' has {listing(table.scorer_names)}. Judges have the same "
            "name in both, or columns such as 'judge@march' and 'judge@june'."
        )
    return found


def _of_batch(table: ScoreTable, name: str, batch: str) -> FloatArray:
    part = table.annotations[name]
    values: FloatArray = part.values[part.annotators.index(batch)]
    return values


def _oriented(
    table: ScoreTable,
    part: _Batch,
    labels: Mapping[str, int],
    systems: tuple[str, ...],
    inputs: tuple[str, ...],
) -> dict[str, FloatArray]:
    """Return the scores of each judge on all outputs, more is better."""
    return {
        name: _placed(part, _turned(table, name, part.scores[name], size), systems, inputs)
        for name, size in labels.items()
    }


def _turned(table: ScoreTable, name: str, values: FloatArray, n_labels: int) -> FloatArray:
    """Return scores of which more is better, labels and 0/1 as what they are."""
    table.check_ordered(name)
    if table.scorer(name).higher_is_better:
        return values
    return n_labels - 1 - values if n_labels else -values


def _binary(*parts: FloatArray) -> int:
    return 2 if all(np.isin(one[~np.isnan(one)], (0.0, 1.0)).all() for one in parts) else 0


def _placed(
    part: _Batch, values: FloatArray, systems: tuple[str, ...], inputs: tuple[str, ...]
) -> FloatArray:
    found = np.full((len(systems), len(inputs)), np.nan)
    i = [systems.index(name) for name in part.systems]
    place = {name: k for k, name in enumerate(inputs)}
    found[np.ix_(i, [place[name] for name in part.inputs])] = values
    return found.ravel()


def _labels_of(tables: tuple[ScoreTable, ...], inputs: tuple[str, ...], column: str | None) -> list[str]:
    """Return the label of every input in a grouping column of either table; its own name where none is named."""
    if column is None:
        return list(inputs)
    known = [one for one in tables if column in one.input_groups]
    if not known:
        raise unknown_name(
            "grouping column", column, tuple({name: 0 for one in tables for name in one.input_groups})
        )
    found: dict[str, str] = {}
    for one in known:
        found |= {
            name: label for name, label in zip(one.inputs, one.input_groups[column], strict=True) if label
        }
    return [found.get(name, f"({name})") for name in inputs]


def _strata(
    tables: tuple[ScoreTable, ...], systems: tuple[str, ...], inputs: tuple[str, ...], mix: str | None
) -> IntArray:
    """Return a number per output: of its system and, where a column is named, of the label of its input."""
    labels = [""] * len(inputs) if mix is None else _labels_of(tables, inputs, mix)
    kinds = np.unique(labels, return_inverse=True)[1]
    numbers = np.arange(len(systems))[:, None] * (int(kinds.max(initial=0)) + 1) + kinds
    return np.asarray(numbers.ravel(), dtype=np.intp)


def _human(
    tables: tuple[ScoreTable, ...], human: str | None, systems: tuple[str, ...], inputs: tuple[str, ...]
) -> tuple[FloatArray | None, int]:
    if human is None:
        return None, 0
    found = np.full(len(systems) * len(inputs), np.nan)
    like = tables[0]
    for one in tables:
        if human in one.scorer_names:
            one.check_ordered(human)
            values = _placed(_Batch(one.systems, one.inputs, {}), one.matrix(human), systems, inputs)
            found = np.where(np.isnan(found), values, found)
            like = one
    size = len(like.scorer(human).labels) or _binary(found)
    turned = _turned(like, human, found, size)
    return turned, size if np.isin(found[~np.isnan(found)], np.arange(size)).all() else 0
