"""Scores of several annotators: Pearson's r of a judge with one of them, beside theirs with each other."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError
from trueness.statistics.array_types import FloatArray
from trueness.statistics.certain import FISHER, PLAIN, Certain
from trueness.statistics.judging.annotator_labels import PeopleAndJudge
from trueness.statistics.judging.cluster_totals import cluster_numbers
from trueness.statistics.judging.label_agreement import unit_totals
from trueness.statistics.judging.summed_value import summed_value
from trueness.statistics.judging.two_way_totals import CrossedTotals, Measure

_COUNT, _X, _XX, _OTHER, _F, _FF, _FX = range(7)
"""What is summed over outputs: 1, the mean of annotators' scores, of their squares, of the products of two of them, and
the judge's score, its square, and its product with the annotators' mean."""


def people_and_judge_scores(
    annotators: ArrayLike,
    judge: ArrayLike,
    *,
    clusters: ArrayLike | None = None,
    systems: ArrayLike | None = None,
    confidence: float = 0.95,
) -> PeopleAndJudge:
    """Compare a judge's correlation with single annotators to theirs with each other.

    Annotators are exchangeable, as in `people_and_judge`: Pearson's r is over all pairs of two of them for an output,
    in both orders, with one mean and one variance (the intraclass correlation of Fisher 1925, §38), and over all pairs
    of one of them and the judge; each output counts once, however many annotators it has. Intervals leave out one
    cluster at a time (`summed_value`), with three systems or more each of these, too (`two_way_value`); those of
    correlations are on Fisher's scale.

    Parameters
    ----------
    annotators : array of shape (A, n)
        NaN where one gave no score.
    judge : array of shape (n,)
    clusters : array of shape (n,), optional
        A label per output; outputs with the same one are not independent.
    systems : array of shape (n,), optional
        A label per output: its system.
    confidence : float

    Raises
    ------
    ArgumentError
        If shapes do not agree.
    """
    totals, n_outputs = _totals(annotators, judge, clusters, systems, fewest=2)

    def asked(measured: Measure, *, correlation: bool = True) -> Certain:
        return summed_value(totals, measured, confidence, scale=FISHER if correlation else PLAIN)

    def difference(rows: FloatArray) -> FloatArray:
        return _judge(rows) - _people(rows)

    return PeopleAndJudge(asked(_people), asked(_judge), asked(difference, correlation=False), n_outputs)


def person_and_judge_scores(
    person: ArrayLike,
    judge: ArrayLike,
    *,
    clusters: ArrayLike | None = None,
    systems: ArrayLike | None = None,
    confidence: float = 0.95,
) -> Certain:
    """Return a judge's correlation with one person, as `people_and_judge_scores` has it with several.

    Parameters
    ----------
    person, judge : arrays of shape (n,)
        NaN where there is no score.
    clusters, systems, confidence
        As there.

    Raises
    ------
    ArgumentError
        If shapes do not agree.
    """
    totals, _ = _totals(np.asarray(person)[None], judge, clusters, systems, fewest=1)
    return summed_value(totals, _judge, confidence, scale=FISHER)


def _totals(
    annotators: ArrayLike,
    judge: ArrayLike,
    clusters: ArrayLike | None,
    systems: ArrayLike | None,
    *,
    fewest: int,
) -> tuple[FloatArray | CrossedTotals, int]:
    """Return sums over units of outputs that so many people and the judge scored, and the number of these outputs."""
    given, scores = np.asarray(annotators, dtype=np.float64), np.asarray(judge, dtype=np.float64)
    if given.ndim != 2 or given.shape[1:] != scores.shape:
        raise ArgumentError(
            f"`annotators` must have shape (A, n) and `judge` (n,); they have {given.shape} and "
            f"{scores.shape}."
        )
    known = (np.sum(~np.isnan(given), axis=0) >= fewest) & ~np.isnan(scores)
    totals = unit_totals(
        _sums(given[:, known], scores[known]),
        cluster_numbers(clusters, len(scores))[known],
        None if systems is None else cluster_numbers(systems, len(scores))[known],
    )
    return totals, int(known.sum())


def _sums(here: FloatArray, f: FloatArray) -> FloatArray:
    """Return what is summed over outputs: of annotators, shape (A, n), and the judge, (n,)."""
    here, f = here - (np.nanmean(here) if here.size else 0.0), f - (f.mean() if f.size else 0.0)
    n = np.sum(~np.isnan(here), axis=0)
    whole, squares = np.nansum(here, axis=0), np.nansum(here**2, axis=0)
    sums = np.empty((len(f), 7))  # filled column by column: of many outputs all at once are much
    sums[:, _COUNT] = 1.0
    sums[:, _X], sums[:, _XX] = whole / n, squares / n
    sums[:, _OTHER] = (whole**2 - squares) / np.maximum(n * (n - 1), 1)
    sums[:, _F], sums[:, _FF], sums[:, _FX] = f, f**2, f * whole / n
    return sums


def _people(sums: FloatArray) -> FloatArray:
    with np.errstate(invalid="ignore", divide="ignore"):
        x, xx, other = (sums[:, k] / sums[:, _COUNT] for k in (_X, _XX, _OTHER))
        spread = xx - x**2
        return np.where(spread > 0, (other - x**2) / spread, np.nan)


def _judge(sums: FloatArray) -> FloatArray:
    with np.errstate(invalid="ignore", divide="ignore"):
        x, xx, f, ff, fx = (sums[:, k] / sums[:, _COUNT] for k in (_X, _XX, _F, _FF, _FX))
        spread = (xx - x**2) * (ff - f**2)
        return np.where(spread > 0, (fx - f * x) / np.sqrt(spread), np.nan)
