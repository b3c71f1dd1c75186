"""What a judge may have said of outputs on which it is silent: the labels that make a measure least, and most."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from trueness.statistics.array_types import FloatArray, IntArray

WITHIN = 1e-12
"""Values that differ by less are equal."""


class Extremes(NamedTuple):
    """Labels of silent outputs, shape (S,), with which a measure is least, and most."""

    least: IntArray
    most: IntArray


def silent_extremes(
    counts: FloatArray, silent: FloatArray, measure: Callable[[FloatArray], FloatArray]
) -> Extremes:
    """Return which labels of silent outputs make a measure of a confusion matrix least and most (bounds of Manski).

    Outputs of which people say the same are alike, so that a kind of them gives one label in either extreme: measures
    that are ratios of linear functions of the counts (all of `label_agreement.LABEL_MEASURES` but ``mcc``, for which
    it is an approximation with more than two labels) take their extremes over a product of simplices in its corners,
    and a corner whose neighbours are all less extreme is the most extreme one. Neighbours differ in one kind.

    Parameters
    ----------
    counts : array of shape (K²,)
        Of the outputs that the judge labelled: people's label by the judge's.
    silent : array of shape (S, K)
        For each silent output which share of people give each label.
    measure : callable
        From counts of shape (B, K²) to values of shape (B,).

    References
    ----------
    Horowitz and Manski (2000), Journal of the American Statistical Association 95; Martos (1975), Nonlinear
    Programming (pseudolinear functions on polytopes).
    """
    size = silent.shape[1]
    if not len(silent):
        return Extremes(np.empty(0, dtype=np.intp), np.empty(0, dtype=np.intp))
    kinds, place, number = np.unique(silent, axis=0, return_inverse=True, return_counts=True)
    # what a kind adds to the counts if it gets a label, (kinds, K, K²)
    added = np.einsum("ui,ab->uaib", kinds * number[:, None], np.eye(size)).reshape(len(kinds), size, -1)
    found = []
    for sign in (1.0, -1.0):

        def value(sums: FloatArray, sign: float = sign) -> FloatArray:
            values = sign * measure(sums)
            return np.where(np.isnan(values), np.inf, values)

        starts = [kinds.argmin(axis=1), kinds.argmax(axis=1), *(np.full(len(kinds), k) for k in range(size))]
        ends = [_descended(counts, added, start, value) for start in starts]
        found.append(min(ends, key=lambda end: end[1])[0][place.ravel()])
    return Extremes(*found)


def _descended(
    counts: FloatArray, added: FloatArray, start: IntArray, value: Callable[[FloatArray], FloatArray]
) -> tuple[IntArray, float]:
    """Return labels of kinds, and the value, from which no other label of one kind leads further down."""
    labels = np.array(start, dtype=np.intp)
    kinds = np.arange(len(labels))
    best = float(value((counts + added[kinds, labels].sum(axis=0))[None])[0])
    moved = True
    while moved:
        moved = False
        for kind in kinds:
            rest = counts + added[kinds, labels].sum(axis=0) - added[kind, labels[kind]]
            values = value(rest + added[kind])
            if values.min() < best - WITHIN:
                labels[kind], best, moved = int(values.argmin()), float(values.min()), True
    return labels, best
