"""What the highest of several correlations stands for in other samples, by inference on winners of Fisher's z."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, check_integer
from trueness.statistics.choosing.winner_inference import WinnerInference, winner_inference

NEAREST = 1 - 1e-4
"""Correlations of samples are cut to this, where Fisher's z is infinite."""


def winner_correlation(
    estimates: ArrayLike, samples: ArrayLike, units: int, *, confidence: float = 0.95
) -> WinnerInference:
    """Return what the highest of K correlations reaches elsewhere, and between which limits.

    The covariance of Fisher's z is that of bootstrap samples; limits are wider by the ratio of Student's t with
    ``units - 2`` degrees of freedom to the normal distribution, since it is estimated from so few.

    Parameters
    ----------
    estimates : array_like of shape (K,)
        NaN where undefined.
    samples : array_like of shape (R, K)
        Of bootstrap samples of what is drawn anew; those with an undefined value of a metric that has an estimate are
        left out.
    units : int
        Systems or inputs, whichever are fewer of those drawn anew.
    confidence : float

    Returns
    -------
    WinnerInference
        NaN where fewer than three units or samples are left.

    Raises
    ------
    ArgumentError
        If shapes do not agree or a number is out of range.

    References
    ----------
    Andrews, Kitagawa and McCloskey (2024), see `winner_inference`. Fisher (1921), Metron 1, 3-32, for z.
    """
    from scipy.special import ndtri, stdtrit

    check_integer("units", units, minimum=1)
    points, drawn = np.asarray(estimates, dtype=np.float64), np.asarray(samples, dtype=np.float64)
    if points.ndim != 1 or drawn.ndim != 2 or drawn.shape[1] != len(points):
        raise ArgumentError("`samples` must have a column for each of `estimates`.")
    known = np.flatnonzero(~np.isnan(points))
    drawn = drawn[:, known]
    drawn = drawn[~np.isnan(drawn).any(axis=1)]
    if units < 3 or len(drawn) < 3 or not len(known):
        return WinnerInference(-1, math.nan, math.nan, math.nan)
    z, others = (np.arctanh(np.clip(one, -NEAREST, NEAREST)) for one in (points[known], drawn))
    above = (1 + confidence) / 2
    found = winner_inference(
        z,
        np.atleast_2d(np.cov(others.T)),
        confidence=confidence,
        widening=float(stdtrit(units - 2, above) / ndtri(above)),
    )
    if found.place < 0:
        return found
    return WinnerInference(
        int(known[found.place]), *(math.tanh(one) for one in (found.estimate, found.low, found.high))
    )
