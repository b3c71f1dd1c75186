"""Bootstrap confidence intervals: percentile, basic and BCa."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, check_choice, check_proportion
from trueness.statistics.array_types import FloatArray
from trueness.statistics.interval import Interval
from trueness.statistics.ties import RELATIVE_TOLERANCE

BOOTSTRAP_INTERVALS = ("percentile", "basic", "bca")


def error_of_samples(samples: FloatArray) -> float:
    """Return the standard deviation of bootstrap values; NaN where fewer than two are known, or one is infinite."""
    known = samples[~np.isnan(samples)]
    return float(known.std(ddof=1)) if known.size > 1 and np.isfinite(known).all() else float("nan")


def bootstrap_interval(
    samples: ArrayLike,
    estimate: float,
    *,
    method: str = "percentile",
    confidence: float = 0.95,
    jackknife: Sequence[ArrayLike] | None = None,
) -> Interval:
    """Return a confidence interval from bootstrap values of an estimate.

    Parameters
    ----------
    samples : array of shape (B,)
        Bootstrap values; NaN where a resample has none (left out; report how many).
    estimate : float
        The value on the data.
    method : {'percentile', 'basic', 'bca'}
        Quantiles of the values; those reflected at the estimate; or quantiles corrected for bias and
        acceleration (Efron 1987, eq. 2.3).
    confidence : float
        Between 0 and 1.
    jackknife : sequence of arrays, optional
        For BCa: leave-one-out values per resampled axis. Influences of several axes are pooled, each divided
        by the size of its axis (Davison & Hinkley 1997, section 5.4).

    Returns
    -------
    Interval
        NaN bounds if the estimate or all samples are undefined, and for BCa if the values lie on one side of
        the estimate or no influence differs from zero.

    Raises
    ------
    ArgumentError
        If `method` is unknown or `confidence` is not between 0 and 1, or BCa has no jackknife values.

    Notes
    -----
    In simulations with 10 and 25 systems and 100 inputs (``docs/certified_intervals.md``), 95% percentile intervals
    over systems and inputs hold the population value in .89 to 1 at the input level; at the system level in .92 to 1
    with 10 systems and .87 to 1 with 25, but in .74 for Pearson's r of nearly perfect metrics with outliers. Basic ones
    at the system level hold it in as few as .60, BCa ones over both in as few as .69. Resampling systems alone is too
    narrow at the input level, resampling inputs alone everywhere: that applies to these systems only.
    """
    check_choice("interval", method, BOOTSTRAP_INTERVALS)
    tail = (1 - check_proportion("confidence", confidence)) / 2
    values = np.asarray(samples, dtype=np.float64)
    values = values[~np.isnan(values)]
    if not values.size or np.isnan(estimate):
        return Interval(np.nan, np.nan)
    if method == "bca":
        if jackknife is None:
            raise ArgumentError("`interval`='bca' needs leave-one-out values (`jackknife`).")
        tails = _bca_tails(values, estimate, tail, [np.asarray(axis, dtype=np.float64) for axis in jackknife])
        if tails is None:
            return Interval(np.nan, np.nan)
        low, high = _quantiles(values, tails)
        return Interval(float(low), float(high))
    low, high = _quantiles(values, [tail, 1 - tail])
    if method == "basic":
        low, high = 2 * estimate - high, 2 * estimate - low
    return Interval(float(low), float(high))


def _quantiles(values: FloatArray, tails: Sequence[float] | FloatArray) -> FloatArray:
    """Return quantiles; of values some of which are infinite, such as reliabilities, without going between two."""
    if np.isfinite(values).all():
        return np.asarray(np.quantile(values, tails))
    return np.asarray(np.quantile(values, tails, method="inverted_cdf"))


def acceleration(jackknife: Sequence[FloatArray]) -> float:
    """Return BCa's acceleration from leave-one-out values of one or more axes; NaN if it is undefined."""
    cubes = squares = 0.0
    for values in jackknife:
        known = values[~np.isnan(values)]
        if not known.size:
            continue
        influence = (known.mean() - known) * (len(known) - 1) / len(known)
        cubes += float(np.sum(influence**3))
        squares += float(np.sum(influence**2))
    return cubes / (6 * squares**1.5) if squares > 0 else float("nan")


def _bca_tails(
    values: FloatArray, estimate: float, tail: float, jackknife: Sequence[FloatArray]
) -> FloatArray | None:
    """Return the two corrected tail probabilities, or None where they are undefined."""
    from scipy.special import ndtr, ndtri

    # values equal to the estimate count half, or discrete coefficients would be biased downwards; an average of
    # coefficients may be another sum of the same numbers
    same = np.abs(values - estimate) <= RELATIVE_TOLERANCE
    below = np.mean((values < estimate) & ~same) + np.mean(same) / 2
    curve = acceleration(jackknife)
    if not 0 < below < 1 or np.isnan(curve):
        return None
    bias = ndtri(below)
    shifted = bias + ndtri(np.array([tail, 1 - tail]))
    stretch = 1 - curve * shifted
    if np.any(stretch <= 0):
        return None
    return np.asarray(ndtr(bias + shifted / stretch))
