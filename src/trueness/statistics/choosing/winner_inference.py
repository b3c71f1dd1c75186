"""What the highest of several estimates stands for, given that it was taken because it is the highest.

An estimate that was chosen for being the largest is too large on average: by much where many are about as large, by
nothing where one is far ahead. Given which one is the largest, and what the others are beside it, the largest is normal
and cut off where another would have taken its place. That distribution tells a value that lies above the truth as often
as below it, and limits.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, check_proportion
from trueness.statistics.array_types import FloatArray

HYBRID_SHARE = 0.1
"""Of what may go wrong, the part that bounds how far the truth may lie from the estimate (Andrews et al.)."""

ALIKE = 1e-9
"""Of the variance of the highest: a rival whose difference varies less is the same estimate."""

STEPS = 200


class WinnerInference(NamedTuple):
    """What the highest stands for.

    Attributes
    ----------
    place : int
        Of the highest; -1 where none is known.
    estimate, low, high : float
        Above and below the truth equally often, and the interval; NaN where unknown.
    """

    place: int
    estimate: float
    low: float
    high: float


def winner_inference(
    estimates: ArrayLike, covariance: ArrayLike, *, confidence: float = 0.95, widening: float = 1.0
) -> WinnerInference:
    """Return the hybrid estimate and interval of the highest of K normal estimates.

    Parameters
    ----------
    estimates : array_like of shape (K,)
        Those with NaN take no part.
    covariance : array_like of shape (K, K)
        Of the estimates.
    confidence : float
    widening : float
        By how much limits are widened because the covariance is estimated: t over normal quantiles. The estimate in
        the middle does not change.

    Returns
    -------
    WinnerInference

    Raises
    ------
    ArgumentError
        If shapes do not agree or the confidence is none.

    References
    ----------
    Andrews, Kitagawa and McCloskey (2024), Inference on winners, The Quarterly Journal of Economics 139 (1), 305-358:
    the truncation of equations (8) and (9), the hybrid quantiles of section 5, with a Bonferroni bound in place of the
    simulated maximum.
    """
    values, matrix = np.asarray(estimates, dtype=np.float64), np.asarray(covariance, dtype=np.float64)
    if values.ndim != 1 or matrix.shape != (len(values), len(values)):
        raise ArgumentError("`covariance` must have a row and a column for each of `estimates`.")
    check_proportion("confidence", confidence)
    known = np.flatnonzero(~np.isnan(values) & (np.diag(matrix) > 0))
    if not len(known):
        return WinnerInference(-1, math.nan, math.nan, math.nan)
    y, sigma = values[known], matrix[np.ix_(known, known)]
    best = int(np.argmax(y))
    bounds = _truncation(y, sigma, best)
    spread = math.sqrt(float(sigma[best, best]))
    wrong = 1 - confidence
    bounding = HYBRID_SHARE * wrong
    rest = (wrong - bounding) / (1 - bounding)
    middle = _quantile(float(y[best]), spread, bounds, _reach(bounding, len(y)), 0.5)
    low, high = (
        _quantile(float(y[best]), spread * widening, bounds, _reach(bounding, len(y)), share)
        for share in (rest / 2, 1 - rest / 2)
    )
    return WinnerInference(int(known[best]), middle, low, high)


def _reach(bounding: float, count: int) -> float:
    from scipy.special import ndtri

    return float(-ndtri(bounding / (2 * count)))


def _truncation(y: FloatArray, sigma: FloatArray, best: int) -> tuple[float, float]:
    """Return between which values of the highest it would have stayed the highest, the others beside it as they are."""
    apart = sigma[best, best] - sigma[best]
    rest = y - sigma[best] / sigma[best, best] * y[best]
    with np.errstate(divide="ignore", invalid="ignore"):
        ends = rest * sigma[best, best] / apart
    same = np.abs(apart) <= ALIKE * sigma[best, best]
    below, above = ends[~same & (apart > 0)], ends[~same & (apart < 0)]
    return float(below.max(initial=-np.inf)), float(above.min(initial=np.inf))


def _quantile(y: float, spread: float, bounds: tuple[float, float], reach: float, share: float) -> float:
    """Return the mean under which the highest lies above what it is with so large a chance, by bisection."""
    low, high = y - reach * spread, y + reach * spread
    for _ in range(STEPS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if _exceeded(y, middle, spread, bounds, reach) < share:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _exceeded(y: float, mean: float, spread: float, bounds: tuple[float, float], reach: float) -> float:
    """Return the chance of a larger value than y, of a normal one within the bounds and in reach of its mean."""
    from scipy.special import ndtr

    # from the upper end on, where small chances keep their digits
    start = max((bounds[0] - mean) / spread, -reach)
    stop = min((bounds[1] - mean) / spread, reach)
    at = min(max((y - mean) / spread, start), stop)
    end = float(ndtr(-stop))
    whole = float(ndtr(-start)) - end
    return (float(ndtr(-at)) - end) / whole if whole > 0 else 0.5
