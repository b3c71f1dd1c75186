"""What a correlation would be if the ratings it is measured against were without noise."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, check_proportion
from trueness.statistics.array_types import FloatArray
from trueness.statistics.given_numbers import given_numbers

ATTENUATED = ("pearson", "spearman")
"""Coefficients that the correction is for: products of scores, or of ranks. Shares of pairs (tau, gamma) shrink by
other rules."""


class Disattenuated(NamedTuple):
    """A correlation corrected for noise.

    Attributes
    ----------
    estimate, low, high : float
        In [-1, 1]; NaN where the reliability is not positive, or there is no interval.
    uncapped : float
        The estimate before it was cut at 1 (or -1).
    capped : bool
        Whether it was: then the reliability is underestimated, or scores and ratings share noise.
    n_undefined : int
        Resamples without a positive reliability, or without a correlation.
    """

    estimate: float
    low: float
    high: float
    uncapped: float
    capped: bool
    n_undefined: int


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


def disattenuate(
    correlation: float,
    reliability: float,
    *,
    metric_reliability: float = 1.0,
    samples: ArrayLike | None = None,
    reliability_samples: ArrayLike | None = None,
    confidence: float = 0.95,
) -> Disattenuated:
    """Return r / sqrt(reliability of the ratings times that of the metric), cut at 1 (Spearman 1904).

    Parameters
    ----------
    correlation : float
        Of the metric with the human scores, `ATTENUATED` coefficients only.
    reliability : float
        Of the human scores, at the same level.
    metric_reliability : float
        Of the metric's: 1 where it gives the same scores again; less for a judge that samples its answers.
    samples, reliability_samples : arrays of shape (B,), optional
        Bootstrap values of both from the same resamples: their uncertainties are then taken together.
    confidence : float

    Returns
    -------
    Disattenuated
        With a percentile interval where there are samples.

    Raises
    ------
    ArgumentError
        If `metric_reliability` is not in (0, 1], samples come without their partner or differ in number, or
        `confidence` is not between 0 and 1.

    References
    ----------
    Spearman (1904), The proof and measurement of association between two things, American Journal of Psychology 15.
    """
    if not 0 < metric_reliability <= 1:
        raise ArgumentError(f"`metric_reliability` must be in (0, 1]; it is {metric_reliability!r}.")
    tail = (1 - check_proportion("confidence", confidence)) / 2
    if (samples is None) != (reliability_samples is None):
        raise ArgumentError(
            "`samples` and `reliability_samples` come from the same resamples: give both, or leave both out."
        )
    value = float(_corrected(np.asarray(correlation), np.asarray(reliability), metric_reliability))
    low = high = np.nan
    n_undefined = 0
    if samples is not None and reliability_samples is not None:
        drawn, reliable = given_numbers(samples), given_numbers(reliability_samples)
        if drawn.shape != reliable.shape:
            raise ArgumentError(
                f"`samples` and `reliability_samples` differ: {drawn.shape} and {reliable.shape}."
            )
        corrected = _corrected(drawn, reliable, metric_reliability)
        known = corrected[~np.isnan(corrected)]
        n_undefined = len(corrected) - len(known)
        if len(known) and not np.isnan(value):
            low, high = np.clip(np.quantile(known, [tail, 1 - tail]), -1, 1)
    return Disattenuated(
        estimate=float(np.clip(value, -1, 1)),
        low=float(low),
        high=float(high),
        uncapped=value,
        capped=abs(value) > 1,
        n_undefined=n_undefined,
    )


def _corrected(correlation: FloatArray, reliability: FloatArray, metric_reliability: float) -> FloatArray:
    positive = reliability > 0
    return np.where(
        positive, correlation / np.sqrt(np.where(positive, reliability, 1.0) * metric_reliability), np.nan
    )
