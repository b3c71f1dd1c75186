"""Whether one judge agrees better with single people than another, on the outputs that both judged."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.certain import Certain, student_pvalue
from trueness.statistics.judging.bias_with_people import judge_cells
from trueness.statistics.judging.cluster_totals import cluster_numbers
from trueness.statistics.judging.label_agreement import (
    difference_scale,
    label_measures,
    linearised_value,
    unit_totals,
)
from trueness.statistics.judging.summed_value import summed_value


def judges_apart(
    annotators: ArrayLike,
    one: ArrayLike,
    other: ArrayLike,
    *,
    measure: str,
    n_labels: int = 0,
    clusters: ArrayLike | None = None,
    systems: ArrayLike | None = None,
    confidence: float = 0.95,
) -> Certain:
    """Return by how much a judge agrees better with single people than another does.

    Agreement of a judge is as in `people_and_judge` and `people_and_judge_scores`: over all pairs of it and one person,
    each output counting once. Of labels the difference is linearised (`linearised_value`, both confusion matrices side
    by side), of scores clusters are left out one at a time (`summed_value`), with three systems or more each of these,
    too (`two_way_value`). NaN where it is undefined.

    Parameters
    ----------
    annotators : array of shape (A, n)
        Numbers of labels, or scores; NaN where one gave none. One annotator or more.
    one, other : arrays of shape (n,)
    measure : str
        ``pearson``, or of `LABEL_MEASURES` one that does not depend on which label is positive.
    n_labels : int
        Of labels their number; 0 of scores.
    clusters, systems : arrays of shape (n,), optional
        As `label_agreement`.
    confidence : float

    Raises
    ------
    ArgumentError
        If shapes do not agree.
    """
    given = np.asarray(annotators, dtype=np.float64)
    first, second = np.asarray(one, dtype=np.float64), np.asarray(other, dtype=np.float64)
    if given.ndim != 2 or not given.shape[1:] == first.shape == second.shape:
        raise ArgumentError(
            f"`annotators` must have shape (A, n), `one` and `other` (n,); they have {given.shape}, "
            f"{first.shape} and {second.shape}."
        )
    known = ~(np.isnan(given).all(axis=0) | np.isnan(first) | np.isnan(second))
    if not known.any():
        return Certain.unknown()
    people, judges = given[:, known], np.stack([first[known], second[known]])
    units = (
        cluster_numbers(clusters, len(first))[known],
        None if systems is None else cluster_numbers(systems, len(first))[known],
    )
    if not n_labels:
        return correlations_apart(people, judges, *units, confidence)
    sides = [judge_cells(people, judge, n_labels) for judge in judges]
    size = n_labels**2

    def apart(rows: FloatArray) -> FloatArray:
        values = [label_measures(rows[:, part], 0)[measure] for part in (slice(size), slice(size, None))]
        return values[0] - values[1]

    totals = unit_totals(np.concatenate(sides, axis=1), *units)
    found = linearised_value(totals, apart, confidence, blocks=2, scale=difference_scale(measure))
    return Certain.unknown() if found is None else found


def better_judge(
    annotators: ArrayLike,
    one: ArrayLike,
    other: ArrayLike,
    *,
    measure: str,
    n_labels: int = 0,
    clusters: ArrayLike | None = None,
    systems: ArrayLike | None = None,
) -> float:
    """Return the one-sided p-value that a judge agrees better with single people than another does.

    Parameters
    ----------
    annotators, one, other, measure, n_labels, clusters, systems
        As `judges_apart`.

    Raises
    ------
    ArgumentError
        If shapes do not agree.
    """
    found = judges_apart(
        annotators, one, other, measure=measure, n_labels=n_labels, clusters=clusters, systems=systems
    )
    if n_labels:
        if np.isnan(found.value):
            return float("nan")
        if not found.error > 0:
            return 0.5
        return student_pvalue(found.value / found.error, found.degrees, "greater")
    if np.isnan(found.pvalue):
        return 0.5 if found.value == 0 else float("nan")
    return found.pvalue / 2 if found.value > 0 else 1 - found.pvalue / 2


def correlations_apart(
    people: FloatArray,
    judges: FloatArray,
    clusters: IntArray,
    systems: IntArray | None,
    confidence: float = 0.95,
) -> Certain:
    """Return how much higher the first of two judges correlates with single people than the second (Pearson's r).

    Parameters
    ----------
    people : array of shape (A, n)
        NaN where one gave no score; each output has one.
    judges : array of shape (2, n)
        Without NaN.
    clusters : array of shape (n,)
    systems : array of shape (n,) or None
        Of three or more, the error is over these, too (see `two_way_totals`).
    confidence : float
    """
    return summed_value(unit_totals(_moments(people, judges), clusters, systems), _r_apart, confidence)


def _moments(people: FloatArray, judges: FloatArray) -> FloatArray:
    here = people - np.nanmean(people)
    x, xx = np.nanmean(here, axis=0), np.nanmean(here**2, axis=0)
    sums = np.empty(
        (len(x), 3 + 3 * len(judges))
    )  # filled column by column: of many outputs all at once are much
    sums[:, 0], sums[:, 1], sums[:, 2] = 1.0, x, xx
    for k, judge in enumerate(judges, start=1):
        f = judge - judge.mean()
        sums[:, 3 * k], sums[:, 3 * k + 1], sums[:, 3 * k + 2] = f, f**2, f * x
    return sums


def _r_apart(sums: FloatArray) -> FloatArray:
    with np.errstate(invalid="ignore", divide="ignore"):
        x, xx = sums[:, 1] / sums[:, 0], sums[:, 2] / sums[:, 0]
        values = []
        for k in (3, 6):
            f, ff, fx = (sums[:, j] / sums[:, 0] for j in range(k, k + 3))
            spread = (xx - x**2) * (ff - f**2)
            values.append(np.where(spread > 0, (fx - f * x) / np.sqrt(spread), np.nan))
    return np.asarray(values[0] - values[1])
