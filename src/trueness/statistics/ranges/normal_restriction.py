"""The agreement that the width of a range leads to expect where scores are normally distributed: Kendall's tau.

Scores by two scorers and the level L of an output have a joint normal distribution. Given the levels of two outputs, a
distance d apart, the differences of their scores are normal with means b_1 d and b_2 d, where b are the slopes on L,
and with twice the covariance of the residuals. The expected product of their signs has a closed form but for one
integral over the correlation (Plackett 1954). Its mean over two levels drawn from the range is tau there. Without a
restriction that is Greiner's 2 / pi * arcsin(r).
"""

from __future__ import annotations

import dataclasses
import math

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray
from trueness.statistics.ranges.binned_taus import ScorePairs

FARTHEST = 6.0
"""Standard deviations beyond which nothing of a normal distribution is left to apply to."""

_FARTHEST_SHIFT = 1e9
"""Standard deviations from which on signs are certain; squares of more could overflow."""

_LEVEL_NODES = 32
_ANGLE_NODES = 24
_DISTANCES = 401


@dataclasses.dataclass(frozen=True)
class LevelMoments:
    """How scorers go with the level of an output within each input, in standard deviations of its levels.

    Attributes
    ----------
    slopes : array of shape (M, D)
        NaN for an input of which too little is known.
    residuals : array of shape (M, D, D)
        Covariance of what is left of the scores given the level.
    means, spreads : arrays of shape (M,)
        Of the levels.
    """

    slopes: FloatArray
    residuals: FloatArray
    means: FloatArray
    spreads: FloatArray


def level_moments(scores: FloatArray, levels: FloatArray, *, least: int = 3) -> LevelMoments:
    """Return slopes and residual covariances within every input.

    Parameters
    ----------
    scores : array of shape (D, N, M)
        Only outputs that all scorers have count.
    levels : array of shape (N, M)
    least : int
        Of an input with fewer outputs, or with one level, too little is known.
    """
    width, _, inputs = scores.shape
    found = LevelMoments(
        np.full((inputs, width), np.nan),
        np.full((inputs, width, width), np.nan),
        np.full(inputs, np.nan),
        np.full(inputs, np.nan),
    )
    for j in range(inputs):
        there = ~(np.isnan(levels[:, j]) | np.isnan(scores[:, :, j]).any(axis=0))
        size = int(there.sum())
        if size < max(least, 3):
            continue
        level = levels[there, j] - levels[there, j].mean()
        square = float(level @ level)
        if square <= 0:
            continue
        given = scores[:, there, j] - scores[:, there, j].mean(axis=1, keepdims=True)
        slope = given @ level / square
        residual = given - slope[:, None] * level
        found.means[j], found.spreads[j] = levels[there, j].mean(), math.sqrt(square / (size - 1))
        found.slopes[j] = slope
        found.residuals[j] = residual @ residual.T / (size - 2) / found.spreads[j] ** 2
    return found


def normal_taus(moments: LevelMoments, low: FloatArray, high: FloatArray, pairs: ScorePairs) -> FloatArray:
    """Return Kendall's tau of pairs of scorers among outputs whose level lies in a range of an input.

    Parameters
    ----------
    moments : LevelMoments
    low, high : arrays of shape (R, M)
        Ends of ranges, in standard deviations from the mean level; infinite where a range has no end.
    pairs : ScorePairs

    Returns
    -------
    array of shape (R, C, M)
        NaN where a range has no width, or nothing is known of the input.

    References
    ----------
    Plackett (1954), A reduction formula for normal multivariate integrals. Biometrika 41, 351-360. Greiner (1909).
    """
    ranges, inputs = low.shape
    found = np.full((ranges, len(pairs.first), inputs), np.nan)
    begin, end = np.clip(low, -FARTHEST, FARTHEST), np.clip(high, -FARTHEST, FARTHEST)
    nodes, weights = np.polynomial.legendre.leggauss(_LEVEL_NODES)
    share = (nodes + 1) / 2
    # one level, and the lower one of two: what is integrated has a kink where they are equal
    upper = begin[..., None] + (end - begin)[..., None] * share
    grid = np.linspace(0, 2 * FARTHEST, _DISTANCES)
    for j in np.flatnonzero(~np.isnan(moments.slopes).any(axis=1)):  # what is integrated is held of one input
        room = (upper[:, j] - begin[:, j, None])[..., None]
        lower = begin[:, j, None, None] + room * share
        density = weights[:, None] * weights * room * np.exp(-(upper[:, j, :, None] ** 2 + lower**2) / 2)
        total = density.sum(axis=(-2, -1), keepdims=True)
        wide: BoolArray = (end > begin)[:, j, None, None] & (total > 0)
        density = np.divide(density, total, out=np.full(density.shape, np.nan), where=wide)
        apart = upper[:, j, :, None] - lower
        signs = sign_products(moments.slopes[j], moments.residuals[j], pairs, grid)
        for c, products in enumerate(signs):
            found[:, c, j] = (density * np.interp(apart, grid, products)).sum(axis=(-2, -1))
    return found


def sign_products(
    slopes: FloatArray, residuals: FloatArray, pairs: ScorePairs, distances: FloatArray
) -> FloatArray:
    """Return the expected product of the signs of two scorers' differences, for outputs whose levels are apart.

    Parameters
    ----------
    slopes : array of shape (D,)
    residuals : array of shape (D, D)
    pairs : ScorePairs
    distances : array of shape (Q,)
        In standard deviations of the levels.

    Returns
    -------
    array of shape (C, Q)
    """
    from scipy.special import ndtr

    spreads = np.sqrt(np.maximum(np.diag(residuals), np.finfo(float).tiny))
    shifts = slopes[:, None] * distances / (math.sqrt(2) * spreads[:, None])
    shifts = np.clip(
        shifts, -_FARTHEST_SHIFT, _FARTHEST_SHIFT
    )  # where nothing is left to vary, as with labels
    correlation = residuals[pairs.first, pairs.second] / (spreads[pairs.first] * spreads[pairs.second])
    widest = np.arcsin(np.clip(correlation, -1.0, 1.0))[:, None, None]
    nodes, weights = np.polynomial.legendre.leggauss(_ANGLE_NODES)
    angles = widest * (nodes + 1) / 2
    a, b = shifts[pairs.first][..., None], shifts[pairs.second][..., None]
    # with a = -b, as of two scorers whose mean is the level, this keeps its digits where the cosine is near 0
    power = ((a - b) ** 2 + 2 * a * b * (1 - np.sin(angles))) / (2 * np.cos(angles) ** 2)
    within = (weights * np.exp(-power)).sum(axis=-1) * widest[..., 0] / 2
    signs = (2 * ndtr(shifts[pairs.first]) - 1) * (2 * ndtr(shifts[pairs.second]) - 1)
    return np.asarray(signs + 2 / math.pi * within)
