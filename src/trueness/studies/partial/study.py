"""Whether metrics agree with people because both go with something else."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from trueness.data.cells.lengths import LENGTH, length_unit
from trueness.data.reading.read import Scores, read_table
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import ArgumentError, UnknownNameError, listing, unknown_name
from trueness.parallel import step
from trueness.statistics.array_types import FloatArray
from trueness.statistics.corrections import adjust
from trueness.statistics.jackknife.two_way_jackknife import FEWEST_SYSTEMS
from trueness.statistics.judging.partial_agreement import partial_agreement
from trueness.studies.partial.decided import explains, partial_decisions
from trueness.studies.partial.rows import PartialResult, PartialRow
from trueness.studies.partial.said import partial_cautions, partial_conclusions
from trueness.studies.partial.settings import INPUT, SYSTEM, PartialSelection, PartialSettings
from trueness.study.selection import choose_human, choose_metrics, judged_part, noted_roles
from trueness.study.study import Study, entry
from trueness.study.words import OVER_WORDS


class Partial(Study[ScoreTable, PartialSelection, PartialSettings, PartialResult]):
    """Agreement over outputs beside what is left of it given length, the system, the input, a group."""

    def answer(
        self, data: ScoreTable, selection: PartialSelection, settings: PartialSettings
    ) -> PartialResult:
        """Take what is given out of people's scores and every metric's."""
        human = choose_human(data, selection.human)
        names = choose_metrics(data, selection.metrics, human)
        asked = selection.given or _usual(data, human)
        if selection.metrics is None and set(names) - set(asked):
            names = tuple(name for name in names if name not in asked)
        table = data if selection.metrics is not None else noted_roles(data, [human], names)
        table = judged_part(table, human, "judged").sorted_by_name()
        rows = []
        for name in names:
            with step(f"agreement by {name}"):
                rows += [
                    _row(table, human, name, given, selection, settings) for given in asked if given != name
                ]
        adjusted = adjust([row.pvalue for row in rows], settings.correction)
        rows = [
            dataclasses.replace(row, pvalue_adjusted=float(p)) for row, p in zip(rows, adjusted, strict=True)
        ]
        decisions = partial_decisions(rows, settings, _applies_to(table, selection.system_clusters))
        rows = [dataclasses.replace(row, explains=explains(row, decisions)) for row in rows]
        return self.answered(
            table.select(scorers=[human, *dict.fromkeys((*names, *(set(asked) & set(table.scorer_names))))]),
            dataclasses.replace(selection, human=human, metrics=names, given=tuple(asked)),
            settings,
            cautions=tuple(partial_cautions(rows)),
            conclusions=partial_conclusions(rows, human),
            partial=tuple(rows),
            decisions=decisions,
        )


@entry(Partial)
def partial(table: Scores, **options: Any) -> PartialResult:
    """Say how much of a metric's agreement with people is left where something is given.

    Pearson's r over all outputs stands beside that of what is left of both scores once the straight line on a scorer
    such as length, or the means of systems, inputs or groups, are taken out. Intervals leave out systems, inputs and
    both.

    Raises
    ------
    UnknownNameError
        If a scorer or grouping column does not exist.
    ArgumentError
        If the human scorer is given.

    References
    ----------
    Yule (1907), On the theory of correlation for any number of variables, Proceedings of the Royal Society A 79.
    """
    return Partial().run(read_table(table), **options)


def _usual(table: ScoreTable, human: str) -> tuple[str, ...]:
    """Return systems and inputs, where there are several outputs of several, and lengths.

    Raises
    ------
    ArgumentError
        If there is none of them.
    """
    groups = (SYSTEM, INPUT) if min(len(table.systems), len(table.inputs)) > 1 else ()
    lengths = [
        one.name
        for one in table.scorers
        if length_unit(one.name) is not None and one.role != "human" and one.name != human and not one.labels
    ]
    found = (*groups, *lengths)
    if not found:
        others = [name for name in table.scorer_names if name != human]
        raise ArgumentError(
            f"say what is given (`given`): a scorer, such as {listing(others, 3)}, or a group. Systems and inputs "
            "cannot be given here: each has one output."
        )
    return found


class _Given(NamedTuple):
    """What is given, per output.

    Attributes
    ----------
    values : array of shape (N, M)
        Numbers, or numbers of groups.
    groups : bool
    """

    values: FloatArray
    groups: bool


def _given(table: ScoreTable, name: str, human: str) -> _Given:
    shape = (len(table.systems), len(table.inputs))
    if name == human:
        raise ArgumentError(f"`given` names '{name}', the human score itself.")
    if name in table.scorer_names:
        return _Given(table.matrix(name), groups=False)
    system, input = np.indices(shape).astype(np.float64)
    for labels, places in ((table.system_groups, system), (table.input_groups, input)):
        if name in labels:
            numbers = np.unique(np.array(labels[name]), return_inverse=True)[1]
            return _Given(numbers[places.astype(np.intp)].astype(np.float64), groups=True)
    if name in (SYSTEM, INPUT):
        return _Given(system if name == SYSTEM else input, groups=True)
    known = (*table.scorer_names, SYSTEM, INPUT, *table.system_groups, *table.input_groups)
    error = unknown_name("scorer or group", name, known)
    if name != LENGTH:
        raise error
    raise UnknownNameError(
        f"{error} To have outputs' words counted: trueness score FILE --columns output=COL --metrics {LENGTH} --out "
        "lengths.csv; then ask this of lengths.csv, which has the scores of FILE, too."
    )


def _units(size: int, groups: Sequence[str] | None) -> np.ndarray:
    return np.arange(size) if groups is None else np.unique(np.array(groups), return_inverse=True)[1]


def _row(
    table: ScoreTable,
    human: str,
    metric: str,
    given: str,
    selection: PartialSelection,
    settings: PartialSettings,
) -> PartialRow:
    system, input = np.indices((len(table.systems), len(table.inputs)))
    systems = _units(len(table.systems), _labels(table.system_groups, selection.system_clusters))
    inputs = _units(len(table.inputs), _labels(table.input_groups, selection.clusters))
    said = _given(table, given, human)
    found = partial_agreement(
        table.oriented(metric).ravel(),
        table.oriented(human).ravel(),
        said.values.ravel(),
        groups=said.groups,
        systems=systems[system.ravel()],
        clusters=inputs[input.ravel()],
        confidence=settings.confidence,
    )
    return PartialRow(
        metric=metric,
        given=given,
        before=found.plain.value,
        before_low=found.plain.low,
        before_high=found.plain.high,
        **found.given.shown(),
        lost=found.drop.value,
        lost_low=found.drop.low,
        lost_high=found.drop.high,
        pvalue=found.drop.pvalue,
        pvalue_adjusted=found.drop.pvalue,
        metric_with=found.metric_with,
        human_with=found.human_with,
        explains="",
        n_outputs=found.n_outputs,
    )


def _applies_to(table: ScoreTable, system_clusters: str | None) -> str:
    """Return what intervals are of: with few systems of other inputs alone."""
    systems = _units(len(table.systems), _labels(table.system_groups, system_clusters))
    return OVER_WORDS["both" if len(np.unique(systems)) >= FEWEST_SYSTEMS else "inputs"]


def _labels(groups: Any, name: str | None) -> Sequence[str] | None:
    if name is None:
        return None
    if name not in groups:
        raise unknown_name("grouping column", name, groups)
    labels: Sequence[str] = groups[name]
    return labels
