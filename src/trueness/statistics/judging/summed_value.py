"""A function of sums over clusters, with an interval from leaving out one cluster at a time."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from trueness.statistics.array_types import FloatArray
from trueness.statistics.certain import PLAIN, Certain, Scale
from trueness.statistics.judging.label_agreement import kurtosis_freedom
from trueness.statistics.judging.two_way_totals import CrossedTotals, two_way_value


def summed_value(
    totals: FloatArray | CrossedTotals,
    measure: Callable[[FloatArray], FloatArray],
    confidence: float = 0.95,
    *,
    scale: Scale = PLAIN,
) -> Certain:
    """Return a function of sums with a delete-one jackknife interval (Tukey 1958; Miller 1974, Biometrika 61).

    Student's t with the degrees of freedom of `kurtosis_freedom`: few where few clusters carry the variance. Of a
    single cluster, and where the function is undefined without one of them, limits are unknown.

    Parameters
    ----------
    totals : array of shape (G, C), or CrossedTotals
        The sums of each cluster. Of sums of systems and clusters the former are left out, too (see `two_way_value`).
    measure : callable
        From sums of shape (B, C) to values of shape (B,).
    confidence : float
    scale : Scale
        On which the value is nearly normal.
    """
    if isinstance(totals, CrossedTotals):
        return two_way_value(totals, measure, confidence, scale=scale)
    clusters = len(totals)
    whole = totals.sum(axis=0)
    value = float(measure(whole[None])[0]) if clusters else np.nan
    if clusters < 2 or np.isnan(value):
        return Certain.unknown(value)
    with np.errstate(invalid="ignore", divide="ignore"):
        center = float(scale.forth(np.array([value]))[0])
        left_out = scale.forth(measure(whole - totals))
    if not (np.isfinite(center) and np.isfinite(left_out).all()):
        return Certain.unknown(value)
    influence = left_out - left_out.mean()
    squares = influence**2
    error = float(np.sqrt(squares.sum() * (clusters - 1) / clusters))
    freedom = kurtosis_freedom(squares, clusters) if error > 0 else clusters - 1.0
    return Certain.measured(value, error, freedom, confidence, scale=scale)
