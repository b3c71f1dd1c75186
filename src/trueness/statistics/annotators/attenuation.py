"""What a correlation would be if the ratings it is measured against were without noise."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError
from trueness.statistics.array_types import FloatArray
from trueness.statistics.given_numbers import given_numbers

ATTENUATED = ("pearson", "spearman")
"""Coefficients that the correction is for: products of scores, or of ranks. Shares of pairs (tau, gamma) shrink by
other rules."""


class Disattenuated(NamedTuple):
    """A correlation corrected for noise.

    Attributes
    ----------
    estimate : float
        In [-1, 1]; NaN where the reliability is not positive.
    uncapped : float
        The estimate before it was cut at 1 (or -1).
    capped : bool
        Whether it was: then the reliability is underestimated, or scores and ratings share noise.
    """

    estimate: float
    uncapped: float
    capped: bool


def spearman_brown(correlation: ArrayLike, k: ArrayLike) -> FloatArray:
    """Return the reliability of the mean of k ratings from the correlation of two: k r / (1 + (k - 1) r).

    Parameters
    ----------
    correlation : array_like
        Between annotators (their mean over pairs).
    k : array_like
        Ratings whose mean is meant, at least 1; it need not be a whole number.

    Returns
    -------
    array
        NaN where the correlation is not positive: annotators who do not agree at all have no common true score.

    Raises
    ------
    ArgumentError
        If `k` is smaller than 1.

    References
    ----------
    Spearman (1910) and Brown (1910), British Journal of Psychology 3, pages 271 to 295 and 296 to 322.

    Examples
    --------
    >>> float(spearman_brown(0.5, 3))
    0.75
    """
    r, size = given_numbers(correlation), given_numbers(k)
    if np.any(size < 1):
        raise ArgumentError("`k` must be at least 1.")
    positive = r > 0
    return np.where(positive, size * r / np.where(positive, 1 + (size - 1) * r, 1.0), np.nan)


def disattenuate(correlation: float, reliability: float, *, metric_reliability: float = 1.0) -> Disattenuated:
    """Return r / sqrt(reliability of the ratings times that of the metric), cut at 1 (Spearman 1904).

    Parameters
    ----------
    correlation : float
        Of the metric with the human scores, `ATTENUATED` coefficients only.
    reliability : float
        Of the human scores, at the same level.
    metric_reliability : float
        Of the metric's: 1 where it gives the same scores again; less for a judge that samples its answers.

    Raises
    ------
    ArgumentError
        If `metric_reliability` is not in (0, 1].

    References
    ----------
    Spearman (1904), The proof and measurement of association between two things, American Journal of Psychology 15.
    """
    if not 0 < metric_reliability <= 1:
        raise ArgumentError(f"`metric_reliability` must be in (0, 1]; it is {metric_reliability!r}.")
    if not reliability > 0:
        return Disattenuated(float("nan"), float("nan"), capped=False)
    value = correlation / math.sqrt(reliability * metric_reliability)
    return Disattenuated(float(np.clip(value, -1, 1)), value, capped=abs(value) > 1)
