"""Cohen's kappa: agreement of two annotators beyond what their use of the scale gives by chance."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, check_choice
from trueness.statistics.annotators.rating_codes import RatingCodes, check_ordered, rating_codes
from trueness.statistics.array_types import FloatArray

KAPPA_WEIGHTS = ("none", "linear", "quadratic")
"""How much of a disagreement a difference is: all of it, its size, or the square of its size."""


class Kappa(NamedTuple):
    """Agreement of two annotators.

    Attributes
    ----------
    estimate : float
        At most 1, 0 as by chance; NaN where both use one and the same value, or nothing is common.
    n_units : int
        Units that both rated.
    """

    estimate: float
    n_units: int


def kappa(x: ArrayLike, y: ArrayLike, weighting: str = "none") -> Kappa:
    """Return Cohen's kappa of two annotators.

    kappa = 1 - (observed disagreement) / (disagreement expected from their shares of each value) (Cohen 1960; with
    weights: Cohen 1968). Weights grow with the distance of the ratings themselves; where the ratings are
    1, 2, 3, ... that is the distance of categories.

    Parameters
    ----------
    x, y : arrays of one shape
        Ratings, numbers or labels in words; units that either left out (NaN, None) are left out.
    weighting : {'none', 'linear', 'quadratic'}
        Labels in words have no order for a weighting: `agreement_beyond_chance` takes their order.

    Returns
    -------
    Kappa
        Without an interval: `agreement_beyond_chance` has one, and a test.

    Raises
    ------
    ArgumentError
        If shapes differ, a rating is infinite, the weighting is unknown, or labels have no order that it needs.

    Examples
    --------
    >>> kappa([1, 1, 2, 2], [1, 2, 2, 2]).estimate
    0.5
    """
    check_choice("weighting", weighting, KAPPA_WEIGHTS)
    first, second, codes = common_ratings(x, y)
    if weighting != "none":
        check_ordered(
            codes,
            f"`weighting`={weighting!r}",
            "Call agreement_beyond_chance([x, y], weighting=…, categories=…), the worst first.",
        )
    return Kappa(float(resampled_kappa(first, second, np.ones((1, len(first))), weighting)[0]), len(first))


class CommonRatings(NamedTuple):
    """Ratings of the units that two annotators rated.

    Attributes
    ----------
    x, y : arrays of shape (U,)
    codes : RatingCodes
        What the numbers stand for.
    """

    x: FloatArray
    y: FloatArray
    codes: RatingCodes


def common_ratings(x: ArrayLike, y: ArrayLike, categories: ArrayLike | None = None) -> CommonRatings:
    """Return the ratings of the units that both annotators rated.

    Raises
    ------
    ArgumentError
        If shapes differ, or as `rating_codes`.
    """
    first, second = np.shape(x), np.shape(y)
    if first != second:
        raise ArgumentError(f"`x` and `y` must have one shape; they have {first} and {second}.")
    pair = [np.asarray(one) for one in (x, y)]
    if any(one.dtype.kind not in "biuf" for one in pair):
        pair = [np.asarray(one, dtype=object) for one in (x, y)]
    codes = rating_codes(np.stack(pair), categories)
    both = ~np.isnan(codes.values).any(axis=0)
    return CommonRatings(codes.values[0][both], codes.values[1][both], codes)


def resampled_kappa(x: FloatArray, y: FloatArray, weights: FloatArray, weighting: str) -> FloatArray:
    """Return kappa under each of B weight vectors, shape (B,), from sums that are products of matrices.

    Parameters
    ----------
    x, y : arrays of shape (U,)
        Ratings without a gap.
    weights : array of shape (B, U)
        Counts of units.
    weighting : {'none', 'linear', 'quadratic'}

    Raises
    ------
    ArgumentError
        If the weighting is unknown.
    """
    check_choice("weighting", weighting, KAPPA_WEIGHTS)
    values = np.unique(np.concatenate([x, y]))
    p, q = weights @ (x[:, None] == values), weights @ (y[:, None] == values)
    n = weights.sum(axis=1)
    if weighting == "none":
        observed = weights @ (x != y).astype(np.float64)
        expected = n * n - np.sum(p * q, axis=1)
    elif weighting == "linear":
        observed = weights @ np.abs(x - y)
        distance = np.abs(values[:, None] - values[None, :])
        expected = np.einsum("bv,bv->b", p @ distance, q)
    else:
        observed = weights @ np.square(x - y)
        distance = np.square(values[:, None] - values[None, :])
        expected = np.einsum("bv,bv->b", p @ distance, q)
    # by counting: if only one value occurs nothing can be expected
    used = np.sum((p > 0) | (q > 0), axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where((n > 0) & (used >= 2), 1.0 - n * observed / expected, np.nan)
