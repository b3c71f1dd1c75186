"""How likely swaps are to make a difference as large as it is, far out, where random ones never do.

With the outputs of two systems swapped for every unit (an input, or a cluster of them) with probability one half, the
sum of their differences is S = sum over u of e_u d_u with e_u = 1 or -1, and its cumulant generating function is known,

    K(t) = sum over u of log cosh(d_u t).

The saddlepoint approximation of P(S >= s) follows from the t at which K'(t) = s (Lugannani and Rice 1980, for this test
Robinson 1982),

    P = 1 - Phi(w) + phi(w) (1 / v - 1 / w),   w = sqrt(2 (t s - K(t))),   v = t sqrt(K''(t)).

Of differences that are multiples of one number g, S has steps of 2 g; s then is half a step less, and v has 2
sinh(g t) / (2 g) in place of t (Daniels 1987, second continuity correction). Errors are some hundredths of P, however
small it is: a hundred million random swaps would not say as much. No P is less than 1 / 2^n, n the units that differ;
without steps, that much is added.
"""

from __future__ import annotations

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray
from trueness.statistics.systems.system_pairs import SystemPairs
from trueness.statistics.ties import RELATIVE_TOLERANCE

STEPS = 60
"""Of the search for the saddlepoint, which at least halves where it may lie."""

CLOSE = 1e-3
"""w below which the formula loses digits; P is then nearly one half, and is not asked for."""


def unit_differences(pairs: SystemPairs, part: slice) -> tuple[FloatArray, BoolArray]:
    """Return differences of both systems of some pairs summed over every unit, shape (p, U); 0 where there is none.

    Parameters
    ----------
    pairs : SystemPairs
    part : slice

    Returns
    -------
    tuple
        And whether the differences of a pair are whole numbers, shape (p,).
    """
    differences, tolerance, _ = pairs.differences(part)
    filled = np.where(np.isnan(differences) | (np.abs(differences) <= tolerance[:, None]), 0.0, differences)
    if pairs.clusters is not None:
        size = int(pairs.clusters.max(initial=-1)) + 1
        member = np.zeros((len(pairs.clusters), size))
        member[np.arange(len(pairs.clusters)), pairs.clusters] = 1.0
        filled = filled @ member
        small = np.abs(filled) <= RELATIVE_TOLERANCE * np.max(np.abs(filled), axis=1, initial=0.0)[:, None]
        filled[small] = 0.0
    whole: BoolArray = np.all(filled == np.rint(filled), axis=1)
    return filled, whole


def swapped_tail(differences: FloatArray, whole: BoolArray) -> FloatArray:
    """Return the probability that swaps make sums at least as far from 0, on one side, as they are; shape (P,).

    Parameters
    ----------
    differences : array of shape (P, U)
        Of every unit; those that are 0 have no part.
    whole : array of bool, shape (P,)
        Whether they are whole numbers, which have a largest common divisor.

    References
    ----------
    Lugannani and Rice (1980), Advances in Applied Probability 12; Robinson (1982), Journal of the Royal Statistical
    Society B 44:91-101; Daniels (1987), International Statistical Review 55; Butler (2007), Saddlepoint approximations,
    sections 1.2 and 4.4.
    """
    from scipy.special import ndtr

    d = np.abs(differences)
    largest = d.sum(axis=1)
    scale = np.where(d.max(axis=1, initial=0.0) > 0, d.max(axis=1, initial=0.0), 1.0)
    d, observed = d / scale[:, None], np.abs(differences.sum(axis=1)) / scale
    largest = largest / scale
    units = np.sum(d > 0, axis=1)
    step = (
        np.array([_common_step(row) if one else 0.0 for row, one in zip(differences, whole, strict=True)])
        / scale
    )
    least = np.exp2(-units.astype(np.float64))
    aimed = observed - step
    reached = aimed >= largest * (1 - 1e-9)
    t = _saddlepoints(d, np.where(reached, 0.0, np.maximum(aimed, 0.0)))
    size = d * t[:, None]
    # log(2 cosh), for which `numpy.logaddexp` takes three times as long
    cumulant = np.sum(size + np.log1p(np.exp(-2 * size)) - np.log(2.0) * (d > 0), axis=1)
    cumulant -= np.sum(np.where(d > 0, 0.0, np.log(2.0)), axis=1)
    curvature = np.sum(np.square(d / np.cosh(np.minimum(size, 300.0))), axis=1)
    w = np.sqrt(np.maximum(2 * (t * aimed - cumulant), 0.0))
    leap = np.where(step > 0, np.sinh(np.minimum(step * t, 700.0)) / np.where(step > 0, step, 1.0), t)
    v = leap * np.sqrt(curvature)
    usable = (w > CLOSE) & (v > 0)
    density = np.exp(-(w**2) / 2) / np.sqrt(2 * np.pi)
    with np.errstate(divide="ignore", invalid="ignore"):
        tail = ndtr(-w) + np.where(usable, density * (1 / v - 1 / w), 0.0)
    # without steps the arrangement at hand is half counted, and few others are as far out: it counts whole
    tail = np.where(step > 0, tail, tail + least)
    found = np.where(reached, least, np.where(aimed <= 0, 0.5, tail))
    return np.asarray(np.clip(found, least, 1.0))


def _common_step(differences: FloatArray) -> float:
    """Return the largest whole number that divides all differences; 0 of numbers too large to have an exact one."""
    size = np.abs(differences)
    if size.max(initial=0.0) >= 2**53:
        return 0.0
    return float(np.gcd.reduce(size.astype(np.int64)))


def _saddlepoints(d: FloatArray, aimed: FloatArray) -> FloatArray:
    """Return t with sum of d tanh(d t) = aimed, which rises in t, by halving where it lies; shape (P,)."""
    low, high = np.zeros(len(d)), np.full(len(d), 1.0)
    for _ in range(STEPS):
        short = np.sum(d * np.tanh(d * high[:, None]), axis=1) < aimed
        if not short.any():
            break
        high = np.where(short, 2 * high, high)
    for _ in range(STEPS):
        middle = (low + high) / 2
        short = np.sum(d * np.tanh(d * middle[:, None]), axis=1) < aimed
        low, high = np.where(short, middle, low), np.where(short, high, middle)
    return np.asarray((low + high) / 2)
