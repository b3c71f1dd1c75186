"""The share of pairs of systems that two vectors of strengths order the same way, and how sure it is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trueness.errors import ArgumentError, check_proportion
from trueness.statistics.array_types import BoolArray, FloatArray
from trueness.statistics.certain import Certain, student_reach
from trueness.statistics.engine.resample import Rng, random_stream, resolve_seed

PAIRS_WORTH = 3
"""Pairs of N systems are worth no more than this many times N independent ones.

Of normal strengths whose share is .8, pairs of 6 to 20 systems are worth 1.7 to 2.9 times N by the variance of
Kendall's tau (Esscher 1924, Skand. Aktuarietidskr. 7); the jackknife finds more where few pairs are out of order."""

FEWEST_SYSTEMS = 3

BLOCK = 2_000_000
"""Signs of pairs held at a time."""

DRAWS = 999
"""Strengths drawn for the variance over units: its standard deviation is off by 2%."""

STREAM = 7104
"""Sets these draws apart from all others of the same seed."""


def pairs_in_order(
    first: FloatArray,
    second: FloatArray,
    influences: Sequence[tuple[FloatArray, FloatArray]],
    *,
    open_pairs: BoolArray | None = None,
    confidence: float = 0.95,
    rng: Rng = None,
) -> Certain:
    """Return the share of pairs that both order the same way.

    The variance is the jackknife's over systems, each left out with its pairs, plus what each kind of units behind the
    strengths, such as inputs or people, does to all systems together. The limits are Wilson's (1927) with the number of
    independent pairs that would be as precise, and Student's t of N - 1 degrees of freedom.

    Parameters
    ----------
    first, second : arrays of shape (N,)
        Strengths of the same systems.
    influences : sequence of pairs of arrays of shape (G, N)
        For each kind of units, what each adds to either vector (see `bradley_terry`); the variance of the vector is the
        sum of squares.
    open_pairs : array of shape (N, N), optional
        Pairs that either vector may have in the other order, as far as its noise tells.
    confidence : float
    rng : int or numpy.random.Generator, optional

    Raises
    ------
    ArgumentError
        If there are fewer than three systems, or shapes do not agree.
    """
    check_proportion("confidence", confidence)
    one, other = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if one.shape != other.shape or one.ndim != 1 or len(one) < FEWEST_SYSTEMS:
        raise ArgumentError("pairs in order take two vectors of the strengths of three or more systems.")
    in_order = _in_order(one[None], other[None])[0]
    stream = random_stream(resolve_seed(rng), STREAM)
    of_units = sum(_unit_variance(one, other, *parts, stream) for parts in influences)
    estimate, low, _ = _limits(in_order, of_units, confidence)
    most = in_order if open_pairs is None else np.where(open_pairs, 1.0, in_order)
    return Certain(estimate, low, max(estimate, _limits(most, of_units, confidence)[2]))


def fewest_systems(share: float, confidence: float = 0.95) -> int:
    """Return with how many systems the lower limit may reach a share at all, if every pair is in order.

    Parameters
    ----------
    share : float
        Below 1.
    confidence : float

    Raises
    ------
    ArgumentError
        If either is not between 0 and 1.
    """
    check_proportion("share", share)
    check_proportion("confidence", confidence)
    size = FEWEST_SYSTEMS
    while _limits(np.ones((size, size)), 0.0, confidence)[1] < share:
        size += 1
    return size


def _in_order(first: FloatArray, second: FloatArray) -> FloatArray:
    """Return for vectors of shape (B, N) how far each pair is in order: 1, 0, or one half where either ties."""
    signs = np.sign(first[:, :, None] - first[:, None]) * np.sign(second[:, :, None] - second[:, None])
    return np.asarray((1 + signs) / 2)


def _share(in_order: FloatArray) -> FloatArray:
    """Return the share of pairs of shape (..., N, N), the diagonal being no pair."""
    size = in_order.shape[-1]
    total = in_order.sum(axis=(-1, -2)) - np.trace(in_order, axis1=-2, axis2=-1)
    return np.asarray(total / (size * (size - 1)))


def _unit_variance(
    first: FloatArray, second: FloatArray, one: FloatArray, other: FloatArray, stream: np.random.Generator
) -> float:
    """Return the variance of the share over units that add these to strengths, beyond what systems show of it.

    With normal multipliers of the units strengths are drawn about those found (Wild bootstrap, Wu 1986). So are they
    with multipliers of each system's own: what that gives is in the variance over systems already.
    """
    size = len(first)
    moved = np.concatenate([one, other], axis=1)
    covariance = moved.T @ moved
    apart = np.zeros_like(covariance)
    for k in range(size):
        both = np.ix_([k, size + k], [k, size + k])
        apart[both] = covariance[both]
    together, alone = (_drawn_variance(first, second, matrix, stream) for matrix in (covariance, apart))
    return max(0.0, together - alone)


def _drawn_variance(
    first: FloatArray, second: FloatArray, covariance: FloatArray, stream: np.random.Generator
) -> float:
    size = len(first)
    values, vectors = np.linalg.eigh(covariance)
    factor = vectors * np.sqrt(np.maximum(values, 0.0))
    step = max(1, BLOCK // size**2)
    shares = []
    for start in range(0, DRAWS, step):
        drawn = stream.standard_normal((min(step, DRAWS - start), 2 * size)) @ factor.T
        shares.append(_share(_in_order(first + drawn[:, :size], second + drawn[:, size:])))
    return float(np.concatenate(shares).var())


def _limits(in_order: FloatArray, of_units: float, confidence: float) -> tuple[float, float, float]:
    size = len(in_order)
    share = float(_share(in_order))
    rows = in_order.sum(axis=1) - np.diagonal(in_order)
    left = (share * size * (size - 1) / 2 - rows) / ((size - 1) * (size - 2) / 2)
    variance = float((size - 1) / size * np.sum((left - left.mean()) ** 2)) + of_units
    spread = share * (1 - share)
    n = float(PAIRS_WORTH * size)
    if variance > 0 and spread > 0:
        n = min(n, spread / variance)
    square = student_reach(size - 1, confidence) ** 2
    middle = (share + square / (2 * n)) / (1 + square / n)
    half = np.sqrt(square) / (1 + square / n) * np.sqrt(spread / n + square / (4 * n**2))
    return share, max(0.0, float(middle - half)), min(1.0, float(middle + half))
