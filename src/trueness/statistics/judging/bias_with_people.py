"""By how much a judge's share of a label, or its mean rating, is above people's on the same outputs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError
from trueness.statistics.array_types import FloatArray
from trueness.statistics.certain import Certain
from trueness.statistics.judging.cluster_totals import cluster_numbers
from trueness.statistics.judging.label_agreement import linearised_interval, unit_totals


class BiasWithPeople(NamedTuple):
    """Judge minus people.

    Attributes
    ----------
    bias : Certain
    n_outputs : int
        Outputs with a label of the judge and of one person or more.
    """

    bias: Certain
    n_outputs: int


def bias_with_people(
    annotators: ArrayLike,
    judge: ArrayLike,
    *,
    n_labels: int,
    positive: int | None = None,
    clusters: ArrayLike | None = None,
    systems: ArrayLike | None = None,
    confidence: float = 0.95,
) -> BiasWithPeople:
    """Return a judge's share of a label minus people's, or its mean minus theirs, on the outputs that both labelled.

    Every output counts once, with all of its annotators: also those on which they are evenly divided. The interval is
    that of `linearised_interval`, with two outputs added evenly, so that a judge that never errs has one, too.

    Parameters
    ----------
    annotators : array of shape (A, n)
        Numbers of labels, NaN where one gave none. One annotator or more.
    judge : array of shape (n,)
    n_labels : int
    positive : int, optional
        The label whose share it is; by default it is of the numbers themselves.
    clusters, systems : arrays of shape (n,), optional
        As `label_agreement`.
    confidence : float

    Raises
    ------
    ArgumentError
        If shapes do not agree.
    """
    given, said = np.asarray(annotators, dtype=np.float64), np.asarray(judge, dtype=np.float64)
    if given.ndim != 2 or given.shape[1:] != said.shape:
        raise ArgumentError(
            f"`annotators` must have shape (A, n) and `judge` (n,); they have {given.shape} and {said.shape}."
        )
    known = ~(np.isnan(given).all(axis=0) | np.isnan(said))
    if not known.any():
        return BiasWithPeople(Certain.unknown(), 0)
    cells = judge_cells(given[:, known], said[known], n_labels)
    totals = unit_totals(
        cells,
        cluster_numbers(clusters, len(said))[known],
        None if systems is None else cluster_numbers(systems, len(said))[known],
    )
    worth = np.arange(n_labels) if positive is None else (np.arange(n_labels) == positive)

    def bias(rows: FloatArray) -> FloatArray:
        table = rows.reshape(-1, n_labels, n_labels)
        return np.asarray((table.sum(axis=1) - table.sum(axis=2)) @ worth / table.sum(axis=(1, 2)))

    # the interval is cut at -1 and 1, the limits of a share
    span = float(worth.max())
    limits = linearised_interval(totals, lambda rows: bias(rows) / span, confidence)
    estimate = float(bias(cells.sum(axis=0)[None])[0])
    found = Certain.between(estimate, (float(limits.low) * span, float(limits.high) * span))
    return BiasWithPeople(found, int(known.sum()))


def judge_cells(annotators: FloatArray, judge: FloatArray, n_labels: int) -> FloatArray:
    """Return in which cells of the confusion matrix pairs of a person and a judge are, each output once, (n, K²).

    Parameters
    ----------
    annotators : array of shape (A, n)
        At least one label per output.
    judge : array of shape (n,)
        Without NaN.
    n_labels : int
        K.
    """
    counts = np.stack([np.sum(annotators == label, axis=0) for label in range(n_labels)], axis=1)
    shares = counts / counts.sum(axis=1, keepdims=True)
    said = judge[:, None] == np.arange(n_labels)
    return np.asarray((shares[:, :, None] * said[:, None, :]).reshape(len(judge), -1))
