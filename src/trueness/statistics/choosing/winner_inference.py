"""What the highest of several estimates stands for, given that it was taken because it is the highest.

An estimate that was chosen for being the largest is too large on average: by much where many are about as large, by
nothing where one is far ahead. Its interval has to hold whichever of those that might have been the largest is taken:
where one is far ahead that is the usual interval, where many are close it is one for all of them at once.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, check_proportion
from trueness.statistics.certain import student_quantile

LOCAL_SHARE = 0.1
"""Of what may go wrong, the part that finds which might have been the largest (Zrnic and Fithian)."""

FEWEST_SAMPLES = 3


class WinnerInference(NamedTuple):
    """What the highest stands for.

    Attributes
    ----------
    place : int
        Of the highest; -1 where none is known.
    estimate, low, high : float
        Less what being chosen adds on average, and the interval; NaN where unknown.
    """

    place: int
    estimate: float
    low: float
    high: float


UNKNOWN = WinnerInference(-1, math.nan, math.nan, math.nan)


def winner_inference(
    estimates: ArrayLike, samples: ArrayLike, *, confidence: float = 0.95, degrees: float = math.inf
) -> WinnerInference:
    """Return what the highest of K estimates stands for, with an interval that knows that it was chosen.

    Let y be the estimates and s(k) the standard error of the difference of k and the highest. Any k with
    y(best) - y(k) <= 2 q s(k) might have been the highest, with q the quantile at which none of the K (K - 1) / 2
    differences errs by more than q standard errors but for a tenth of what may go wrong. The interval is that of all of
    these at once (Bonferroni), at the highest. The estimate is the highest less what choosing adds in the samples: the
    mean of the chosen one's deviation there.

    Parameters
    ----------
    estimates : array_like of shape (K,)
        Those with NaN take no part.
    samples : array_like of shape (R, K)
        Resamples of the estimates, whose spread is their error.
    confidence : float
    degrees : float
        Of freedom of the standard errors, for Student's t.

    Returns
    -------
    WinnerInference
        NaN where nothing varies, or there are fewer than three samples.

    Raises
    ------
    ArgumentError
        If shapes do not agree or the confidence is none.

    References
    ----------
    Zrnic and Fithian (2024), Locally simultaneous inference, Annals of Statistics 52 (3), 1227-1253, with differences
    in place of single estimates, whose errors are smaller where estimates go together.
    """
    values, drawn = np.asarray(estimates, dtype=np.float64), np.asarray(samples, dtype=np.float64)
    if values.ndim != 1 or drawn.ndim != 2 or drawn.shape[1] != len(values):
        raise ArgumentError("`samples` must have a column for each of `estimates`.")
    check_proportion("confidence", confidence)
    known = np.flatnonzero(~np.isnan(values))
    drawn = drawn[:, known]
    drawn = drawn[~np.isnan(drawn).any(axis=1)]
    if not len(known) or len(drawn) < FEWEST_SAMPLES:
        return UNKNOWN
    y, deviations = values[known], drawn - drawn.mean(axis=0)
    best = int(np.argmax(y))
    error = float(np.std(deviations[:, best], ddof=1))
    if error == 0:
        return UNKNOWN
    wrong, count = 1 - confidence, len(known)
    apart = np.std(deviations - deviations[:, [best]], axis=0, ddof=1)
    finding = student_quantile(degrees, 1 - LOCAL_SHARE * wrong / max(2, count * (count - 1)))
    n_close = int(np.sum(y[best] - y <= 2 * finding * apart))
    half = student_quantile(degrees, 1 - (1 - LOCAL_SHARE) * wrong / (2 * n_close)) * error
    chosen = np.argmax(y + deviations, axis=1)
    luck = float(np.mean(deviations[np.arange(len(chosen)), chosen]))
    return WinnerInference(
        int(known[best]), float(y[best]) - luck, float(y[best]) - half, float(y[best]) + half
    )
