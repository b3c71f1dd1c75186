"""A function of sums over clusters, with an interval from leaving out one cluster at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from trueness.statistics.array_types import FloatArray
from trueness.statistics.judging.label_agreement import kurtosis_freedom


class SummedValue(NamedTuple):
    """A function of sums.

    Attributes
    ----------
    estimate, low, high : float
        The limits are NaN where the function is undefined without one of the clusters.
    pvalue : float
        Two-sided, of the value being 0.
    """

    estimate: float
    low: float
    high: float
    pvalue: float


def _itself(values: FloatArray) -> FloatArray:
    return values


def summed_value(
    totals: FloatArray,
    measure: Callable[[FloatArray], FloatArray],
    confidence: float,
    *,
    forth: Callable[[FloatArray], FloatArray] = _itself,
    back: Callable[[FloatArray], FloatArray] = _itself,
) -> SummedValue:
    """Return a function of sums with a delete-one jackknife interval (Tukey 1958; Miller 1974, Biometrika 61).

    Student's t with the degrees of freedom of `kurtosis_freedom`: few where few clusters carry the variance.

    Parameters
    ----------
    totals : array of shape (G, C)
        The sums of each cluster.
    measure : callable
        From sums of shape (B, C) to values of shape (B,).
    confidence : float
    forth, back : callable
        To a scale on which the value is nearly normal, increasing, and back.
    """
    from scipy.special import stdtr, stdtrit

    clusters = len(totals)
    whole = totals.sum(axis=0)
    undefined = SummedValue(np.nan, np.nan, np.nan, np.nan)
    if not clusters:
        return undefined
    value = float(measure(whole[None])[0])
    if np.isnan(value):
        return undefined
    if clusters < 2:
        return undefined._replace(estimate=value)
    with np.errstate(invalid="ignore", divide="ignore"):
        center = float(forth(np.array([value]))[0])
        left_out = forth(measure(whole - totals))
    if not (np.isfinite(center) and np.isfinite(left_out).all()):
        return undefined._replace(estimate=value)
    influence = left_out - left_out.mean()
    squares = influence**2
    error = float(np.sqrt(squares.sum() * (clusters - 1) / clusters))
    if not error > 0:
        return SummedValue(value, value, value, 1.0 if center == 0 else np.nan)
    freedom = kurtosis_freedom(squares, clusters)
    half = float(stdtrit(freedom, (1 + confidence) / 2)) * error
    low, high = back(np.array([center - half, center + half])).tolist()
    return SummedValue(value, low, high, float(2 * stdtr(freedom, -abs(center) / error)))
