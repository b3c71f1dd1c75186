"""The best non-decreasing fit: what a judge's score means in human scores if only its order can be trusted."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError
from trueness.statistics.array_types import FloatArray
from trueness.statistics.given_numbers import given_numbers
from trueness.statistics.judging.equal_vectors import equal_vectors
from trueness.statistics.pooled_violators import pooled_violators


class Isotonic(NamedTuple):
    """A non-decreasing step function.

    Attributes
    ----------
    at : array of shape (U,)
        The different values of x, ascending.
    fitted : array of shape (U,)
        The fit there.
    """

    at: FloatArray
    fitted: FloatArray

    def __call__(self, x: ArrayLike) -> FloatArray:
        """Return the fit at any x: linear between known values, constant beyond the outermost; NaN for NaN."""
        values = given_numbers(x)
        if not self.at.size:
            return np.full(values.shape, np.nan)
        return np.asarray(np.where(np.isnan(values), np.nan, np.interp(values, self.at, self.fitted)))


def isotonic(x: ArrayLike, y: ArrayLike, weights: ArrayLike | None = None) -> Isotonic:
    """Return the non-decreasing function of x that is closest to y in least squares.

    Pool adjacent violators (Ayer et al. 1955; Barlow et al. 1972): O(n log n) for sorting, then linear. Equal x have
    one fitted value, the fit to their weighted mean.

    Parameters
    ----------
    x, y : arrays of shape (n,)
        Pairs with a NaN are left out.
    weights : array of shape (n,), optional
        Positive; default all 1.

    Raises
    ------
    ArgumentError
        If shapes do not agree or a weight is not positive.
    """
    ones = np.ones_like(x, dtype=np.float64)
    one, other, given = equal_vectors(x=x, y=y, weights=ones if weights is None else weights)
    if not np.all(given > 0):
        raise ArgumentError("`weights` must all be positive.")
    known = ~(np.isnan(one) | np.isnan(other))
    if known.all() and np.all(one[1:] > one[:-1]):  # nothing to sort, and nothing to gather
        return Isotonic(one, pooled_violators(other, given))
    at, place = np.unique(one[known], return_inverse=True)
    total = np.bincount(place, given[known], len(at)).astype(
        np.float64, copy=False
    )  # whole numbers of no pairs
    means = np.bincount(place, given[known] * other[known], len(at)) / total
    return Isotonic(at, pooled_violators(means, total))
