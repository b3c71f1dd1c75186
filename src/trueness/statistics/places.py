"""Places of outputs in the order that a scorer gives them, and how far two orders are apart."""

from __future__ import annotations

import dataclasses

import numpy as np

from trueness.statistics.alike_units import alike_units
from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.certain import Certain

ROUNDING = 1e-12
"""A standard error of shares that is no larger is none."""


def places(scores: FloatArray, cells: BoolArray) -> FloatArray:
    """Return the place of each output among those of its input: 1 for the best, ties share the mean of their places.

    Parameters
    ----------
    scores : array of shape (N, M)
        More is better.
    cells : array of shape (N, M)
        Outputs that are placed; they have a score.

    Returns
    -------
    array of shape (N, M)
        In [1, n] for n placed outputs of an input; NaN elsewhere.
    """
    found = np.full(scores.shape, np.nan)
    for k in range(scores.shape[1]):
        placed = -scores[cells[:, k], k]
        ordered = np.sort(placed)
        before = np.searchsorted(ordered, placed, "left")
        found[cells[:, k], k] = (before + np.searchsorted(ordered, placed, "right") + 1) / 2
    return found


def place_gaps(one: FloatArray, other: FloatArray) -> FloatArray:
    """Return how many places further up the first order has an output, as a share of the longest way.

    Parameters
    ----------
    one, other : array of shape (N, M)
        Places of the same outputs (see `places`).

    Returns
    -------
    array of shape (N, M)
        (place by the other - place by the first) / (n - 1), in [-1, 1]; NaN for outputs that are not placed, and of
        inputs with a single one.
    """
    n = np.sum(~np.isnan(one), axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(n > 1, (other - one) / (n - 1), np.nan)


def chance_distances(one: FloatArray, other: FloatArray) -> FloatArray:
    """Return the mean distance of two orders of each input if one were put in random order.

    Each place of one meets each of the other equally often, so that it is the mean over all pairs of them: without ties
    (n + 1) / 3n of the longest way, a third for many outputs.

    Parameters
    ----------
    one, other : array of shape (N, M)
        Places of the same outputs (see `places`).

    Returns
    -------
    array of shape (M,)
        In [0, 1]; NaN for inputs with fewer than two outputs.
    """
    found = np.full(one.shape[1], np.nan)
    for k in range(one.shape[1]):
        first, second = (part[:, k][~np.isnan(part[:, k])] for part in (one, other))
        if len(first) > 1:
            found[k] = np.abs(first[:, None] - second[None, :]).mean() / (len(first) - 1)
    return found


def clustered_mean(
    values: FloatArray, clusters: IntArray, confidence: float, *, lowest: float = -1.0
) -> Certain:
    """Return the mean of values with Student's t interval, clusters of them taken as the units.

    The variance is G / (G - 1) times the sum of squares of the clusters' residual totals over n squared (Liang & Zeger
    1986), with G - 1 degrees of freedom; where every value is its own cluster, that of the usual t interval. Where
    clusters are all alike it is that of `alike_units`.

    Parameters
    ----------
    values : array of shape (n,)
        In [-1, 1]; NaN is left out.
    clusters : array of shape (n,)
        Numbers of clusters.
    confidence : float
        In (0, 1).
    lowest : float
        The least that a value can be.
    """
    there = ~np.isnan(values)
    n = int(there.sum())
    if not n:
        return Certain.unknown()
    mean = float(values[there].mean())
    numbers = np.unique(clusters[there], return_inverse=True)[1]
    totals = np.bincount(numbers, values[there] - mean)
    size = len(totals)
    if size < 2:
        return Certain.unknown(mean)
    error = float(np.sqrt(size / (size - 1) * np.sum(totals**2)) / n)
    if error <= ROUNDING:
        return alike_units(mean, lowest, 1.0, size, confidence)
    found = Certain.measured(mean, error, size - 1, confidence)
    # what lies beyond can be no mean
    return dataclasses.replace(found, low=max(lowest, found.low), high=min(1.0, found.high))
