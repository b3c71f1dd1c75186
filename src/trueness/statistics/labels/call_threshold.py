"""The score from which on a metric's outputs are called positive, chosen on other inputs than those it is used for."""

from __future__ import annotations

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.compiled import compiled
from trueness.statistics.engine.resample import Weights

BLOCK = 2_000_000
"""Numbers held at a time by one step, some tens of megabytes."""

COMPILED_FROM = 100_000
"""Entries times folds times resamples from which on a compiled walk is worth its compiling."""


def best_call_thresholds(ordered: FloatArray, positive: FloatArray, negative: FloatArray) -> FloatArray:
    """Return the thresholds with the highest balanced accuracy, half way between two neighbouring scores.

    Outputs whose score reaches it are called positive. Of thresholds that do equally well it is the one in the middle
    of their order, the lower of two. Below all scores it is -inf, above all of them inf.

    Parameters
    ----------
    ordered : array of shape (E,)
        Scores, the lowest first.
    positive, negative : arrays of shape (B, E)
        How often each counts as a positive and as a negative output; those that count as neither do not matter.

    Returns
    -------
    array of shape (B,)
        NaN without an output of each label.

    Examples
    --------
    >>> labels = np.array([[0.0, 0, 1, 1]])
    >>> best_call_thresholds(np.array([1.0, 2, 4, 8]), labels, 1 - labels)
    array([3.])
    """
    live = positive + negative > 0
    reached = np.maximum.accumulate(np.where(live, ordered, -np.inf), axis=1)
    before = np.concatenate([np.full((len(live), 1), -np.inf), reached], axis=1)
    above = np.concatenate([np.broadcast_to(ordered, live.shape), np.full((len(live), 1), np.inf)], axis=1)
    # below every score that is higher than those before it, and above all
    between = np.concatenate([live & (ordered > before[:, :-1]), np.ones((len(live), 1), dtype=bool)], axis=1)
    n_positive, n_negative = positive.sum(axis=1, keepdims=True), negative.sum(axis=1, keepdims=True)
    lost = np.concatenate([np.cumsum(positive, axis=1) - positive, n_positive], axis=1)
    right = np.concatenate([np.cumsum(negative, axis=1) - negative, n_negative], axis=1)
    # whole numbers, so that equal ones are equal
    accuracy = np.where(between, right * n_positive - lost * n_negative, -np.inf)
    best = np.cumsum(accuracy == accuracy.max(axis=1, keepdims=True), axis=1)
    place = np.argmax(best >= (best[:, -1:] + 1) // 2, axis=1)[:, None]
    low, high = (np.take_along_axis(side, place, axis=1)[:, 0] for side in (before, above))
    middle = low / 2.0 + high / 2.0
    found = np.where(middle > low, middle, high)
    found = np.where(np.isinf(low), -np.inf, np.where(np.isinf(high), np.inf, found))
    return np.where((n_positive * n_negative)[:, 0] > 0, found, np.nan)


def cross_fitted_thresholds(
    scores: FloatArray, labels: FloatArray, cells: BoolArray, fold: IntArray, weights: Weights
) -> FloatArray:
    """Return for every input the best threshold of the inputs that are in other folds, in every resample.

    An input that is drawn more than once stays in its fold.

    Parameters
    ----------
    scores, labels : arrays of shape (N, M)
        A metric's scores, and 1 for positive outputs, 0 for others.
    cells : array of shape (N, M)
        Which outputs count.
    fold : array of shape (M,)
        The fold of every input, from 0.
    weights : Weights
        B resamples.

    Returns
    -------
    array of shape (B, M)
        NaN where the other folds lack a label.
    """
    rows, columns = np.nonzero(cells)
    order = np.argsort(scores[rows, columns], kind="stable")
    rows, columns = rows[order], columns[order]
    ordered, positive = scores[rows, columns], labels[rows, columns]
    n_folds = int(fold.max(initial=-1)) + 1
    found = np.empty((weights.size, n_folds))
    many = weights.size * len(ordered) * n_folds >= COMPILED_FROM
    step = max(1, BLOCK // max(1, len(ordered)))
    for start in range(0, weights.size, step):
        draws = slice(start, min(start + step, weights.size))
        counts = np.ones((draws.stop - draws.start, len(ordered)))
        for of, places in ((weights.systems, rows), (weights.inputs, columns)):
            if of is not None:
                counts = counts * (of[draws] if len(of) > 1 else of)[:, places]
        if many:
            compiled(fill_thresholds)(ordered, positive > 0, fold[columns], counts, found[draws])
            continue
        for k in range(n_folds):
            others = counts * (fold[columns] != k)
            found[draws, k] = best_call_thresholds(ordered, others * positive, others * (1.0 - positive))
    return found[:, fold]


def fill_thresholds(  # noqa: C901, PLR0912 - compiled as one nest of loops
    ordered: FloatArray, positive: BoolArray, fold: IntArray, counts: FloatArray, found: FloatArray
) -> None:
    """Fill what `best_call_thresholds` finds without each fold, (B, F), in one walk per resample; for compilation.

    Scores `ordered`, their labels and their folds have shape (E,), `counts` (B, E).
    """
    n_draws, n_folds = found.shape
    n_entries = len(ordered)
    candidates = np.empty((n_folds, n_entries + 1))
    for b in range(n_draws):
        n_positive = np.zeros(n_folds)
        n_negative = np.zeros(n_folds)
        for e in range(n_entries):
            for k in range(n_folds):
                if fold[e] != k:
                    if positive[e]:
                        n_positive[k] += counts[b, e]
                    else:
                        n_negative[k] += counts[b, e]
        lost = np.zeros(n_folds)
        right = np.zeros(n_folds)
        best = np.full(n_folds, -np.inf)
        tied = np.zeros(n_folds, dtype=np.int64)
        last = np.full(n_folds, -np.inf)
        for e in range(n_entries):
            if counts[b, e] == 0.0:
                continue
            for k in range(n_folds):
                if fold[e] == k:
                    continue
                if ordered[e] > last[k]:
                    accuracy = right[k] * n_positive[k] - lost[k] * n_negative[k]
                    if accuracy > best[k]:
                        best[k] = accuracy
                        tied[k] = 0
                    if accuracy == best[k]:
                        middle = last[k] / 2.0 + ordered[e] / 2.0
                        candidates[k, tied[k]] = (
                            middle if middle > last[k] or last[k] == -np.inf else ordered[e]
                        )
                        tied[k] += 1
                    last[k] = ordered[e]
                if positive[e]:
                    lost[k] += counts[b, e]
                else:
                    right[k] += counts[b, e]
        for k in range(n_folds):
            if n_positive[k] == 0.0 or n_negative[k] == 0.0:
                found[b, k] = np.nan
                continue
            if best[k] == 0.0:  # above all scores is as good as below all
                candidates[k, tied[k]] = np.inf
                tied[k] += 1
            found[b, k] = candidates[k, (tied[k] - 1) // 2]
