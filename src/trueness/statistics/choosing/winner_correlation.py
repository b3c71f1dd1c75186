"""What the highest of several correlations stands for in other samples, on Fisher's z."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import check_integer
from trueness.statistics.choosing.winner_inference import UNKNOWN, WinnerInference, winner_inference

NEAREST = 1 - 1e-4
"""Correlations of samples are cut to this, where Fisher's z is infinite."""


def winner_correlation(
    estimates: ArrayLike, samples: ArrayLike, units: int, *, confidence: float = 0.95
) -> WinnerInference:
    """Return what the highest of K correlations reaches elsewhere, and between which limits.

    All is done on Fisher's scale, with the errors of bootstrap samples and Student's t with ``units - 2`` degrees of
    freedom, since errors are estimated from so few.

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
    Zrnic and Fithian (2024), see `winner_inference`. Fisher (1921), Metron 1, 3-32, for z.
    """
    check_integer("units", units, minimum=1)
    points, drawn = np.asarray(estimates, dtype=np.float64), np.asarray(samples, dtype=np.float64)
    if units < 3:
        return UNKNOWN
    z, others = (np.arctanh(np.clip(one, -NEAREST, NEAREST)) for one in (points, drawn))
    found = winner_inference(z, others, confidence=confidence, degrees=units - 2)
    return WinnerInference(found.place, *(math.tanh(one) for one in (found.estimate, found.low, found.high)))
