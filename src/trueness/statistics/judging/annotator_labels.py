"""Labels of several annotators: the label of most, and a judge beside one of them as they are beside each other."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError
from trueness.statistics.array_types import FloatArray
from trueness.statistics.certain import WITHIN_ONE, Certain, Scale
from trueness.statistics.judging.cluster_totals import cluster_numbers
from trueness.statistics.judging.label_agreement import (
    difference_scale,
    label_measures,
    linearised_interval,
    unit_totals,
)
from trueness.statistics.judging.two_way_totals import CrossedTotals


class PeopleAndJudge(NamedTuple):
    """A measure of agreement among annotators, and of a judge with one of them, on the same outputs.

    Attributes
    ----------
    people : Certain
        Of an annotator with another: the human ceiling.
    judge : Certain
        Of an annotator with the judge.
    difference : Certain
        Judge minus people.
    n_outputs : int
        Outputs with two annotators or more and a label of the judge.
    """

    people: Certain
    judge: Certain
    difference: Certain
    n_outputs: int


def majority_label(annotators: FloatArray) -> FloatArray:
    """Return the label that most annotators give, NaN where none does or two are as frequent.

    Parameters
    ----------
    annotators : array of shape (A, ...)
        Numbers of labels, NaN where one gave none.
    """
    counts = np.stack([np.sum(annotators == label, axis=0) for label in range(_size(annotators))])
    best = counts.max(axis=0)
    single = (np.sum(counts == best, axis=0) == 1) & (best > 0)
    return np.where(single, np.argmax(counts, axis=0).astype(np.float64), np.nan)


def _size(labels: FloatArray) -> int:
    return int(np.nanmax(labels, initial=0)) + 1


def people_and_judge(
    annotators: ArrayLike,
    judge: ArrayLike,
    *,
    measure: str,
    n_labels: int,
    positive: int,
    clusters: ArrayLike | None = None,
    systems: ArrayLike | None = None,
    confidence: float = 0.95,
) -> PeopleAndJudge:
    """Compare a judge's agreement with single annotators to theirs with each other.

    Annotators are exchangeable: a confusion matrix holds all pairs of two of them for an output, in both orders,
    another all pairs of one of them and the judge; each output counts once, however many annotators it has. A judge
    that is as good as one more annotator has a difference of 0. Intervals as `linearised_interval`.

    Parameters
    ----------
    annotators : array of shape (A, n)
        Numbers of labels, NaN where one gave none.
    judge : array of shape (n,)
    measure : str
        Of `LABEL_MEASURES`.
    n_labels, positive, clusters, systems, confidence
        As `label_agreement`.

    Raises
    ------
    ArgumentError
        If shapes do not agree.
    """
    given, verdicts = np.asarray(annotators, dtype=np.float64), np.asarray(judge, dtype=np.float64)
    if given.ndim != 2 or given.shape[1:] != verdicts.shape:
        raise ArgumentError(
            f"`annotators` must have shape (A, n) and `judge` (n,); they have {given.shape} and "
            f"{verdicts.shape}."
        )
    counts = np.stack([np.sum(given == label, axis=0) for label in range(n_labels)], axis=1).astype(
        np.float64
    )
    several = (counts.sum(axis=1) > 1) & ~np.isnan(verdicts)
    counts, said = counts[several], verdicts[several]
    n = counts.sum(axis=1)[:, None, None]
    pairs = counts[:, :, None] * counts[:, None, :] - counts[:, :, None] * np.eye(n_labels)
    beside = counts[:, :, None] * (said[:, None, None] == np.arange(n_labels))
    cells = np.concatenate(
        [
            (pairs / (n * np.maximum(n - 1, 1))).reshape(-1, n_labels**2),
            (beside / n).reshape(-1, n_labels**2),
        ],
        axis=1,
    )
    totals = unit_totals(
        cells,
        cluster_numbers(clusters, len(verdicts))[several],
        None if systems is None else cluster_numbers(systems, len(verdicts))[several],
    )
    size = n_labels**2

    def people(rows: FloatArray) -> FloatArray:
        return label_measures(rows[:, :size], positive)[measure]

    def machine(rows: FloatArray) -> FloatArray:
        return label_measures(rows[:, -size:], positive)[measure]

    def difference(rows: FloatArray) -> FloatArray:
        return machine(rows) - people(rows)

    def asked(
        measured: Callable[[FloatArray], FloatArray], part: slice, blocks: int, scale: Scale = WITHIN_ONE
    ) -> Certain:
        here = (
            dataclasses.replace(totals, values=totals.values[:, part])
            if isinstance(totals, CrossedTotals)
            else totals[:, part]
        )
        value = float(measured(cells[:, part].sum(axis=0)[None])[0]) if len(cells) else float("nan")
        if np.isnan(value):
            return Certain.unknown()
        return Certain.between(
            value, linearised_interval(here, measured, confidence, blocks=blocks, scale=scale)
        )

    return PeopleAndJudge(
        asked(people, slice(size), 1),
        asked(machine, slice(size, None), 1),
        asked(difference, slice(None), 2, difference_scale(measure)),
        len(said),
    )
