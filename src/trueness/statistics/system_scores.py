"""Scores of whole systems: means, medians, or corpus scores from summed sufficient statistics."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trueness.data.scores.corpus_formulas import corpus_score
from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.statistics.array_types import BoolArray, FloatArray
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.ties import tie_close
from trueness.statistics.weighted_median import weighted_medians
from trueness.statistics.without_each import InputCounts, WithoutEach, input_sums


def system_scores(
    arrays: ScoreArrays,
    metrics: Sequence[int],
    cells: BoolArray,
    input_weights: InputCounts | None,
    *,
    exact: bool = True,
    close: bool = True,
) -> FloatArray:
    """Return the systems' scores by some metrics, each in its own way, shape (B, K, N).

    NaN where a system has no cell, and where a corpus score is undefined.

    Parameters
    ----------
    arrays : ScoreArrays
        Says of each metric how its system scores come about (`ScoreArrays.aggregation`).
    metrics : sequence of int
        Positions of K metrics.
    cells : array of shape (N, M)
        The cells used.
    input_weights : array of shape (B, M) or WithoutEach, optional
        Counts of inputs (default one each: B = 1).
    exact : bool
        Whether means and medians are of the scores whose sums are exact (`ScoreArrays.exact`), on a scale of their
        own, or of the scores as given.
    close : bool
        Whether means within 1e-12 of the largest are made equal; False where that is done later.
    """
    values = arrays.exact_metrics(metrics) if exact else arrays.metrics[list(metrics)]
    kinds = [arrays.aggregation(k) for k in metrics]
    if set(kinds) == {"mean"}:
        return system_means(values, cells, input_weights, close=close)
    result = np.empty((1 if input_weights is None else len(input_weights), *values.shape[:2]))
    for kind, of in (("mean", system_means), ("median", system_medians)):
        places = [place for place, found in enumerate(kinds) if found == kind]
        if places:
            result[:, places] = of(values[places], cells, input_weights)
    for place, metric in enumerate(metrics):
        if kinds[place] == "corpus":
            scores = corpus_scores(arrays.corpus[metric], cells, input_weights)
            result[:, place] = -scores if metric in arrays.negated else scores
    return result


def system_means(
    values: FloatArray, cells: BoolArray, input_weights: InputCounts | None, *, close: bool = True
) -> FloatArray:
    """Return the mean of each system's scores over its cells, shape (B, K, N); NaN where it has none.

    Sums of whole numbers are exact, and a quotient is rounded correctly, so their equal means are equal;
    other means tie within 1e-12 of the largest.

    Parameters
    ----------
    values : array of shape (K, N, M)
    cells : array of shape (N, M) or (K, N, M)
        Of all, or of each.
    input_weights : array of shape (B, M) or WithoutEach, optional
        Counts of inputs (default one each: B = 1).
    close : bool
        Whether means within 1e-12 of the largest are made equal; False where that is done later.
    """
    n_metrics, n_systems, n_inputs = values.shape
    counts = np.ones((1, n_inputs)) if input_weights is None else input_weights
    complete = cells.all()
    filled = (values if complete else np.where(cells, values, 0.0)).reshape(-1, n_inputs)
    totals = (counts @ filled.T).reshape(-1, n_metrics, n_systems)
    if complete:  # the same size for every system
        sizes = input_sums(counts)[:, None, None]
        if np.all(sizes > 0):
            means = totals / sizes
            return tie_close(means) if close else means
    sizes = counts @ cells.reshape(-1, n_inputs).T.astype(np.float64)
    sizes = sizes.reshape(len(counts), 1 if cells.ndim == 2 else n_metrics, n_systems)
    means = np.divide(totals, sizes, out=np.full(totals.shape, np.nan), where=sizes > 0)
    return tie_close(means) if close else means


def system_medians(values: FloatArray, cells: BoolArray, input_weights: InputCounts | None) -> FloatArray:
    """Return the median of each system's scores over its cells, shape (B, K, N); NaN where it has none.

    Medians of whole numbers are exact; other medians tie within 1e-12 of the largest, as means do.

    Parameters
    ----------
    values, cells, input_weights
        As in `system_means`.
    """
    counts = input_weights.matrix() if isinstance(input_weights, WithoutEach) else input_weights
    return tie_close(weighted_medians(values, cells, counts))


def corpus_scores(
    statistics: CorpusStatistics, cells: BoolArray, input_weights: InputCounts | None
) -> FloatArray:
    """Return each system's corpus score: the formula of its summed statistics, shape (B, N).

    NaN where a system has no cell and where the formula is undefined. Sums of counts are exact; scores tie within
    1e-12 of the largest, as means do.

    Parameters
    ----------
    statistics : CorpusStatistics
        Values of shape (N, M, s), present in every cell used.
    cells : array of shape (N, M)
        The cells used.
    input_weights : array of shape (B, M) or WithoutEach, optional
        Counts of inputs (default one each: B = 1).
    """
    counts = np.ones((1, cells.shape[1])) if input_weights is None else input_weights
    sums = np.stack(
        [counts @ np.where(cells, statistics.values[:, :, k], 0.0).T for k in range(statistics.size)], axis=-1
    )
    scores = corpus_score(statistics.formula, sums)
    return tie_close(np.where(with_outputs(cells, input_weights), scores, np.nan))


def with_outputs(cells: BoolArray, input_weights: InputCounts | None) -> BoolArray:
    """Return which systems have an output among the inputs drawn, shape (B, N).

    Parameters
    ----------
    cells : array of shape (N, M)
    input_weights : array of shape (B, M) or WithoutEach, optional
    """
    if input_weights is None:
        return np.asarray(cells.any(axis=1)).reshape(1, -1)
    if cells.all():
        return np.repeat(input_sums(input_weights)[:, None] > 0, len(cells), axis=1)
    return np.asarray(input_weights @ cells.T.astype(np.float64) > 0)
