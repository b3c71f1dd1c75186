"""Agreement on labels by groups of outputs: which slice a judge is worse on than on the rest."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.data.scores.score_table import ScoreTable
from trueness.errors import unknown_name
from trueness.statistics.array_types import FloatArray
from trueness.statistics.jackknife.two_way_jackknife import FEWEST_SYSTEMS
from trueness.statistics.judging.cluster_totals import renumbered
from trueness.statistics.judging.label_agreement import (
    agreement_of_totals,
    difference_scale,
    label_cells,
    label_measures,
    linearised_interval,
    unit_totals,
)
from trueness.statistics.judging.two_way_totals import CrossedTotals, crossed_totals
from trueness.studies.judge.applies_to import applies_to
from trueness.studies.judge.judge_labels import COMPARED_MEASURES, JudgeLabels
from trueness.studies.judge.label_rows import SliceRow
from trueness.studies.judge.settings import JudgeSettings
from trueness.study.facets.groups import group_labels

MOST_GROUPS = 20
"""A column of more groups, such as one of documents, is looked at only where it is asked for."""


SYSTEM = "system"
"""Stands for a grouping column in which every system is a group, where systems have names."""


class Slices(NamedTuple):
    """What `slice_rows` returns.

    Attributes
    ----------
    rows : list of SliceRow
    n_small : int
        Groups, counted once per judge, with fewer outputs than are asked for.
    """

    rows: list[SliceRow]
    n_small: int


def slice_rows(
    table: ScoreTable, labels: JudgeLabels, columns: tuple[str, ...] | None, settings: JudgeSettings
) -> Slices:
    """Return every measure of every judge in every group of the columns that is large enough.

    Intervals of differences hold together for the groups of a column; of columns that nobody named, for those of all.

    Parameters
    ----------
    table : ScoreTable
    labels : JudgeLabels
    columns : tuple of str or None
        Grouping columns of inputs or of systems, or `SYSTEM`; None for all that have from two to `MOST_GROUPS` large
        groups.
    settings : JudgeSettings

    Raises
    ------
    UnknownNameError
        If there is no such column.
    """
    rows: list[SliceRow] = []
    small = 0
    known_groups = _groupings(table)
    for column in columns or ():
        if column not in known_groups:
            raise unknown_name("grouping column", column, tuple(known_groups))
    groups = {column: known_groups[column].ravel() for column in columns or known_groups}
    for name, verdicts in labels.judges.items():
        cells, known = label_cells(labels.human.ravel(), verdicts.ravel(), len(labels.names))
        systems = labels.systems.ravel()[known]
        numbers = renumbered(labels.clusters.ravel()[known])
        large: dict[str, list[str]] = {}
        for column, of in groups.items():
            names, counts = np.unique(of[known][of[known] != ""], return_counts=True)
            found = [str(one) for one, n in zip(names, counts, strict=True) if n >= settings.smallest_slice]
            if columns is None and not 2 <= len(found) <= MOST_GROUPS:
                continue
            large[column] = found
            small += (len(names) - len(found)) if columns else 0
        whole = sum(map(len, large.values()))
        for column, found in large.items():
            there = groups[column][known]
            for group in found:
                inside = (there == group)[:, None]
                both = np.concatenate([cells[known] * inside, cells[known] * ~inside], axis=1)
                # of others than these can be spoken where both sides have enough of them
                enough = min(len(np.unique(systems[side])) for side in (there == group, there != group))
                totals = unit_totals(both, numbers, systems if enough >= FEWEST_SYSTEMS else None)
                n_groups = len(found) if columns else whole
                rows += _rows(name, column, group, totals, labels, n_groups, settings)
    places = {column: k for k, column in enumerate(groups)}
    return Slices(sorted(rows, key=lambda row: places[row.by]), small)


def _groupings(table: ScoreTable) -> dict[str, NDArray[Any]]:
    """Return the label of every output, shape (N, M), by each grouping column, and by the systems themselves."""
    found = {column: group_labels(table, column) for column in (*table.input_groups, *table.system_groups)}
    if table.has_systems:
        names = np.array(table.systems, dtype=object)[:, None]
        found.setdefault(SYSTEM, np.broadcast_to(names, table.shape[1:]))
    return found


def _rows(
    name: str,
    column: str,
    group: str,
    totals: FloatArray | CrossedTotals,
    labels: JudgeLabels,
    n_groups: int,
    settings: JudgeSettings,
) -> list[SliceRow]:
    crossed = isinstance(totals, CrossedTotals)
    values = totals.values if isinstance(totals, CrossedTotals) else totals
    size, positive = values.shape[1] // 2, labels.positive
    here = values[:, :size].any(axis=1)
    mine = (
        crossed_totals(values[here, :size], totals.systems[here], totals.inputs[here])
        if isinstance(totals, CrossedTotals)
        else values[here, :size]
    )
    found = agreement_of_totals(mine, positive, settings.confidence, COMPARED_MEASURES)
    corrected = 1 - (1 - settings.confidence) / n_groups
    rows = []
    for measure in (one for one in COMPARED_MEASURES if one in labels.measures):

        def difference(counts: FloatArray, measure: str = measure) -> FloatArray:
            one, other = (
                label_measures(part, positive)[measure] for part in (counts[:, :size], counts[:, size:])
            )
            return one - other

        value = float(difference(values.sum(axis=0)[None])[0]) if values[:, size:].any() else float("nan")
        low = high = float("nan")
        if not np.isnan(value):
            low, high = map(
                float,
                linearised_interval(totals, difference, corrected, blocks=2, scale=difference_scale(measure)),
            )
        limits = found.intervals[measure]
        rows.append(
            SliceRow(
                metric=name,
                by=column,
                group=group,
                measure=measure,
                estimate=found.estimates[measure],
                low=float(limits.low),
                high=float(limits.high),
                difference=value,
                difference_low=low,
                difference_high=high,
                n_outputs=found.n_outputs,
                applies_to=applies_to(over_systems=crossed, has_systems=labels.has_systems),
            )
        )
    return rows
