"""From a score table to panels: the runs of each judge, and all judges together."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.errors import DataError, UnsupportedMethodError, listing
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.jackknife.two_way_jackknife import FEWEST_SYSTEMS
from trueness.statistics.judging.annotator_labels import majority_label
from trueness.statistics.judging.panel import Panel
from trueness.statistics.ties import common_denominator
from trueness.studies.panel.settings import PanelSelection
from trueness.study.score_sizes import check_sizes
from trueness.study.selection import choose_metrics, choose_people

HUMAN_NAMES = frozenset(
    {"human", "humans", "people", "gold", "truth", "ground_truth", "expert", "experts", "label"}
)
"""Names of scorers that are likely people's, where nobody said."""

NUMBERS = ("0", "1")


class Judges(NamedTuple):
    """Judges and people as arrays, outputs in one row each.

    Attributes
    ----------
    names : tuple of str
    runs : dict of str to array of shape (R, n)
        Of judges that judged more than once; larger is better.
    scores : array of shape (k, n)
        One score of each judge: the label of most runs (NaN where several are as frequent), or their mean.
    human : array of shape (n,) or None
    clusters, systems : arrays of shape (n,)
        Numbers.
    label_names : tuple of str
        Empty of scores.
    """

    names: tuple[str, ...]
    runs: dict[str, FloatArray]
    scores: FloatArray
    human: FloatArray | None
    clusters: IntArray
    systems: IntArray
    label_names: tuple[str, ...]

    @property
    def applies_to(self) -> str:
        """What intervals are of."""
        n = int(self.systems.max(initial=-1)) + 1
        if n >= FEWEST_SYSTEMS:
            return "other systems and other inputs"
        return "other inputs of these systems" if n > 1 else "other inputs"

    def panel(self, members: FloatArray) -> Panel | None:
        """Return members beside people, on the outputs that all judged; None without such an output."""
        human = np.full(members.shape[1], 0.0) if self.human is None else self.human
        known = ~(np.isnan(members).any(axis=0) | np.isnan(human))
        if self.human is None or not known.any():
            return None
        numbers = np.unique(self.clusters[known], return_inverse=True)[1]
        return Panel(
            members=members[:, known],
            human=human[known],
            clusters=np.asarray(numbers, dtype=np.intp),
            n_labels=len(self.label_names),
            systems=self.systems[known],
        )


def chosen(table: ScoreTable, selection: PanelSelection) -> tuple[str | None, tuple[str, ...]]:
    """Return the human scorer, None where there is none, and the judges.

    Raises
    ------
    UnknownNameError
        If there is no such scorer.
    DataError
        If several are declared human, one has a name as if it were, or no judge is left.
    """
    human = selection.human
    if human is None and any(scorer.role == "human" for scorer in table.scorers):
        human = choose_people(table, None)
    if human is not None:
        human = choose_people(table, human)
        return human, choose_metrics(table, selection.judges, human)
    if selection.judges is not None:
        return None, table.names_matching(selection.judges)
    likely = [name for name in table.scorer_names if name.casefold() in HUMAN_NAMES]
    if likely:
        raise DataError(
            f"is {listing(likely)} the human scorer? Say so (--human {likely[0]}), or name the judges (--judge)."
        )
    return None, table.scorer_names


def judges_of(table: ScoreTable, human: str | None, names: tuple[str, ...], clusters: IntArray) -> Judges:
    """Return judges and people as arrays.

    Labels are taken for labels where all that are named give the same ones, or 0 and 1; otherwise all are scores.

    Parameters
    ----------
    table : ScoreTable
        Sorted by name.
    human : str or None
    names : tuple of str
    clusters : array of shape (M,)
        A number per input.

    Raises
    ------
    UnsupportedMethodError
        If there is one judge, and it judged once, or labels have no order.
    DataError
        If a judge judged nothing, or scores are of a size that cannot be computed with (see `check_sizes`).
    """
    for name in names if human is None else (human, *names):
        table.check_ordered(name)
    check_sizes(table, (*names, *([] if human is None else [human])))
    given = {name: _runs(table, name) for name in names}
    silent = [name for name, runs in given.items() if np.isnan(runs).all()]
    if silent:
        raise DataError(
            f"{listing(silent)} lack scores, and a panel takes outputs that all judged. Name the other "
            "judges (--judge)."
        )
    if len(names) == 1 and len(given[names[0]]) < 2:
        raise UnsupportedMethodError(
            f"'{names[0]}' is one judge that judged once; a panel takes more runs, or more judges. Give "
            f"its runs as columns such as '{names[0]}@run1' and '{names[0]}@run2', or name more judges "
            "(--judge). `trueness judge` compares one judge with people."
        )
    people = None if human is None else _runs(table, human)
    everybody = [*([human] if human else []), *names]
    label_names = _labels(table, everybody, [*given.values(), *([] if people is None else [people])])
    if label_names:
        given = {
            name: _alike(table, name, everybody[0], runs, len(label_names)) for name, runs in given.items()
        }
    else:
        given = {name: _oriented(table, name, runs) for name, runs in given.items()}
    truth = None
    if people is not None:
        truth = majority_label(people) if label_names else table.oriented(str(human)).ravel()
    one = np.stack([majority_label(runs) if label_names else _mean(runs) for runs in given.values()])
    return Judges(
        names=names,
        runs={name: runs for name, runs in given.items() if len(runs) > 1},
        scores=one,
        human=truth,
        clusters=np.broadcast_to(clusters, table.shape[1:]).ravel(),
        systems=np.broadcast_to(np.arange(table.shape[1])[:, None], table.shape[1:]).ravel(),
        label_names=label_names,
    )


def on_one_scale(scores: FloatArray, scale: str) -> bool:
    """Return whether scores of judges are averaged as they are (see `PanelSettings.scale`)."""
    if scale != "auto":
        return scale == "same"
    known = [row[~np.isnan(row)] for row in scores]
    if not all(row.size and common_denominator(row) is not None for row in known):
        return False
    return max(float(row.min()) for row in known) <= min(float(row.max()) for row in known)


def standardized(scores: FloatArray) -> FloatArray:
    """Return each row with mean 0 and standard deviation 1; a constant one with 0."""
    middle = np.nanmean(scores, axis=1, keepdims=True)
    spread = np.nanstd(scores, axis=1, keepdims=True)
    return np.asarray((scores - middle) / np.where(spread > 0, spread, 1.0))


def _runs(table: ScoreTable, name: str) -> FloatArray:
    """Return the runs of a judge, or the annotators of a human scorer, as given, shape (R, n)."""
    known = table.annotations.get(name)
    values = table.matrix(name)[None] if known is None else known.values
    flat = values.reshape(len(values), -1)
    there = ~np.isnan(flat).all(axis=1)
    return flat[there] if there.any() else flat[:1]


def _alike(table: ScoreTable, name: str, first: str, runs: FloatArray, n_labels: int) -> FloatArray:
    """Return labels that are better in the direction in which those of the first scorer are."""
    return n_labels - 1 - runs if table.opposite(name, first) else runs


def _oriented(table: ScoreTable, name: str, runs: FloatArray) -> FloatArray:
    return runs if table.scorer(name).higher_is_better else -runs


def _labels(table: ScoreTable, names: list[str], values: list[FloatArray]) -> tuple[str, ...]:
    declared = {table.scorer(name).labels for name in names}
    binary = all(np.isin(one[~np.isnan(one)], (0.0, 1.0)).all() for one in values)
    if len(declared) == 1 and declared != {()}:
        return declared.pop()
    if binary and all(len(one) in (0, 2) for one in declared):
        return next((one for one in declared if one), NUMBERS)
    return ()


def _mean(runs: FloatArray) -> FloatArray:
    known = ~np.isnan(runs)
    count = known.sum(axis=0)
    return np.where(count > 0, np.nansum(runs, axis=0) / np.maximum(count, 1), np.nan)
