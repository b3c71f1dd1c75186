"""Coefficients without one system and without every two: what influence of few systems is seen by.

The closed forms are those of `left_out_matrices`; here are the means over columns, as a list of the systems left out.
"""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np

from trueness.errors import ArgumentError, check_choice
from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.engine.left_out_matrices import left_out_coefficients

COEFFICIENTS = ("pearson", "spearman", "kendall")
"""What there are closed forms of."""

EVERY_PAIR = 100
"""Up to so many systems every two of them are left out; of more, single ones only."""

MOST_WORK = 6_000_000
"""Metrics times inputs times squared systems up to which every two systems are left out: a second or two."""

CONSTANT = 1e-12
"""Share of the sum of squares below which values are one value."""


class LeftOut(NamedTuple):
    """Coefficients without some systems, the mean over the columns that have one.

    Attributes
    ----------
    whole : array of shape (K,)
        With all systems.
    sets : array of shape (P, 2)
        The systems left out; the second is -1 where it is one alone. All single ones come first.
    values : array of shape (K, P)
        Without them; NaN where no column has a coefficient.
    complete : bool
        Whether every two systems are among the sets.
    """

    whole: FloatArray
    sets: IntArray
    values: FloatArray
    complete: bool


def left_out_sets(x: FloatArray, z: FloatArray, present: BoolArray, coefficient: str) -> LeftOut:
    """Return the mean coefficient over columns without each system and without every two.

    Parameters
    ----------
    x : array of shape (K, N, C)
        Scores of K metrics; at the system level C = 1. Equal ones tie, and are what is equal as a number.
    z : array of shape (N, C)
        Human scores.
    present : array of shape (N, C)
        Which entries count.
    coefficient : {'pearson', 'spearman', 'kendall'}

    Raises
    ------
    ArgumentError
        If shapes do not agree, or there is no closed form of the coefficient.

    Examples
    --------
    >>> x, z = np.array([1.0, 2, 3, 9]), np.array([2.0, 1, 2, 9])
    >>> found = left_out_sets(x[None, :, None], z[:, None], np.ones((4, 1), dtype=bool), "pearson")
    >>> np.round(found.whole, 2), np.round(found.values[:, 3], 2)
    (array([0.97]), array([0.]))
    """
    check_choice("coefficient", coefficient, COEFFICIENTS)
    if x.ndim != 3 or x.shape[1:] != z.shape or present.shape != z.shape:
        raise ArgumentError(
            f"`x` of shape {x.shape}, `z` {z.shape} and `present` {present.shape} must have one shape."
        )
    n = len(z)
    complete = n <= EVERY_PAIR and x.size * n <= MOST_WORK
    both = (coefficient,) if complete else ()
    found = left_out_coefficients(x, z, present, np.arange(n), n, (coefficient,), two=both)[coefficient]
    single = np.array([(i, -1) for i in range(n)], dtype=np.intp).reshape(n, 2)
    pairs = list(itertools.combinations(range(n), 2)) if complete else []
    two = np.array(pairs, dtype=np.intp).reshape(-1, 2)
    without_two = found.two[:, two[:, 0], two[:, 1]] if complete else np.empty((len(x), 0))
    values = np.concatenate([np.stack([_mean(one) for one in found.one]), without_two], axis=1)
    return LeftOut(
        np.array([_mean(one) for one in found.whole]), np.concatenate([single, two]), values, complete
    )


def _mean(values: FloatArray) -> FloatArray:
    """Return the mean over columns, the first axis, of those that have a value."""
    known = ~np.isnan(values)
    count = known.sum(axis=0)
    mean: FloatArray = np.full(count.shape, np.nan)
    np.divide(np.where(known, values, 0.0).sum(axis=0), count, out=mean, where=count > 0)
    return mean


def mean_correlations(x: FloatArray, present: BoolArray) -> FloatArray:
    """Return the mean over columns of Pearson's r of every two metrics, shape (K, K); shapes as in `left_out_sets`.

    NaN where no column has one.
    """
    counts = np.maximum(present.sum(axis=0), 1)
    kept = np.where(present, x, 0.0)
    centred = np.where(present, kept - (kept.sum(axis=1) / counts)[:, None, :], 0.0)
    size = np.sqrt((centred**2).sum(axis=1, keepdims=True))
    varies = size > CONSTANT**0.5 * np.sqrt((kept**2).sum(axis=1, keepdims=True))
    unit = np.divide(centred, size, out=np.zeros(centred.shape), where=varies).reshape(len(x), -1)
    defined = varies[:, 0, :].astype(np.float64)
    both = defined @ defined.T
    mean: FloatArray = np.full(both.shape, np.nan)
    np.divide(unit @ unit.T, both, out=mean, where=both > 0)
    return mean
