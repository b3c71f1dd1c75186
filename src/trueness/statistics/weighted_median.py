"""Medians of systems' scores under counts of inputs: the median of the list in which every score stands so often.

A system's scores are sorted once, since a resample only changes how often each counts; the median is then found by
walking through the counts in that order (compiled), and is exactly that of the repeated list.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.compiled import compiled


def weighted_medians(values: FloatArray, cells: BoolArray, input_weights: FloatArray | None) -> FloatArray:
    """Return the median of each system's scores over its cells, shape (B, K, N); NaN where it has none.

    The median of an even number of scores is the mean of the two in the middle. Time is O(B K N M), memory O(N M +
    B K N).

    Parameters
    ----------
    values : array of shape (K, N, M)
        Scores of K metrics.
    cells : array of shape (N, M)
        Cells that every metric has, and that are used.
    input_weights : array of shape (B, M), optional
        Counts of inputs (default one each: B = 1).
    """
    n_metrics, n_systems, n_inputs = values.shape
    sorted_cells = [_sorted(matrix, cells) for matrix in values]
    if input_weights is None:  # without weights places are known, and nothing has to be compiled
        sizes = cells.sum(axis=1)
        result = np.full((1, n_metrics, n_systems), np.nan)
        some = np.flatnonzero(sizes)
        for k, (ordered, _) in enumerate(sorted_cells):
            low, high = ordered[some, (sizes[some] - 1) // 2], ordered[some, sizes[some] // 2]
            result[0, k, some] = _middle(low, high)
        return result
    counts = np.ascontiguousarray(input_weights, dtype=np.int64)
    totals = counts @ cells.T.astype(np.int64) if n_inputs else np.zeros((len(counts), n_systems), np.int64)
    medians = np.empty((n_metrics, len(counts), n_systems))
    for k, (ordered, order) in enumerate(sorted_cells):
        compiled(_fill_medians)(ordered, order, counts, np.ascontiguousarray(totals), medians[k])
    return medians.transpose(1, 0, 2)


def _sorted(matrix: FloatArray, cells: BoolArray) -> tuple[FloatArray, IntArray]:
    """Return each system's scores in ascending order and the inputs they belong to; cells not used come last."""
    usable = np.where(cells, matrix, np.inf)
    order = np.argsort(usable, axis=1, kind="stable")
    return np.take_along_axis(usable, order, axis=1), order


def _middle(low: FloatArray, high: FloatArray) -> FloatArray:
    return np.where(low == high, low, (low + high) / 2)


def _fill_medians(
    ordered: FloatArray,
    order: IntArray,
    counts: NDArray[np.int64],
    totals: NDArray[np.int64],
    medians: FloatArray,
) -> None:
    """Fill the medians (B, N) of sorted scores (N, M) under counts (B, M) that sum to `totals` (B, N) over cells."""
    for i in range(ordered.shape[0]):
        for b in range(counts.shape[0]):
            total = totals[b, i]
            if total == 0:
                medians[b, i] = np.nan
                continue
            place = 0
            passed = counts[b, order[i, 0]]
            while passed <= (total - 1) // 2:
                place += 1
                passed += counts[b, order[i, place]]
            low = ordered[i, place]
            while passed <= total // 2:
                place += 1
                passed += counts[b, order[i, place]]
            high = ordered[i, place]
            medians[b, i] = low if low == high else (low + high) / 2
