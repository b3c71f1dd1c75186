"""Ranks of systems from estimated strengths, with intervals for all at once; and how two rankings agree."""

from __future__ import annotations

import itertools
import math
from typing import NamedTuple

import numpy as np

from trueness.errors import ArgumentError
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.coefficients import kendall, pearson
from trueness.statistics.corrections import adjust
from trueness.statistics.engine.resample import Rng, random_stream, resolve_seed

MOST_ORDERS = 8
"""Up to so many systems all orders are counted, 40,320; of more some are drawn."""

STREAM = 7103
"""Sets these permutations apart from all other draws of the same seed."""

TILE = 2_000


class StrengthRanks(NamedTuple):
    """Ranks, 1 the strongest.

    Attributes
    ----------
    ranks, low, high : arrays of shape (N,)
        Equal strengths share the better rank. The true rank of every system lies between its limits, in at least the
        share of data sets that the confidence says, for all systems at once.
    """

    ranks: IntArray
    low: IntArray
    high: IntArray


def strength_ranks(
    strengths: FloatArray, covariance: FloatArray, degrees: float, confidence: float = 0.95
) -> StrengthRanks:
    """Return ranks and simultaneous limits: one more than the systems shown to be better, and so on from below.

    All differences are tested by Student's t with Holm's correction (Mogstad, Romano, Shaikh and Wilhelm 2024, Rev.
    Econ. Stud. 91; Klein, Wright and Wieczorek 2020, J. R. Stat. Soc. A 183).

    Parameters
    ----------
    strengths : array of shape (N,)
    covariance : array of shape (N, N)
    degrees : float
    confidence : float
    """
    from scipy.special import stdtr
    from scipy.stats import rankdata

    size = len(strengths)
    one, other = np.triu_indices(size, 1)
    difference = strengths[one] - strengths[other]
    variance = covariance[one, one] + covariance[other, other] - 2 * covariance[one, other]
    error = np.sqrt(np.maximum(variance, 0.0))
    statistic = np.divide(difference, error, out=np.zeros_like(error), where=error > 0)
    pvalues = adjust(2 * stdtr(degrees, -np.abs(statistic)), "holm")
    better = np.zeros((size, size), dtype=bool)
    apart = pvalues <= 1 - confidence
    better[one, other], better[other, one] = apart & (difference > 0), apart & (difference < 0)
    return StrengthRanks(
        np.asarray(rankdata(-strengths, method="min"), dtype=np.intp),
        np.asarray(1 + better.sum(axis=0), dtype=np.intp),
        np.asarray(size - better.sum(axis=1), dtype=np.intp),
    )


class RankAgreement(NamedTuple):
    """How two vectors of strengths of the same systems agree.

    Attributes
    ----------
    kendall : float
    pvalue : float
        Two-sided, of tau, over orders of the systems: exact up to `MOST_ORDERS` systems.
    pearson, pearson_low, pearson_high : float
        With an interval for these systems on other inputs, by the delta method on Fisher's scale; NaN without
        influences.
    exact : bool
    resamples : int
        Orders counted or drawn.
    """

    kendall: float
    pvalue: float
    pearson: float
    pearson_low: float
    pearson_high: float
    exact: bool
    resamples: int


def rank_agreement(
    first: FloatArray,
    second: FloatArray,
    *,
    influences: tuple[FloatArray, FloatArray] | None = None,
    confidence: float = 0.95,
    resamples: int = 9999,
    rng: Rng = None,
) -> RankAgreement:
    """Compare two vectors of strengths by Kendall's tau-b with a permutation test, and by Pearson's r.

    Parameters
    ----------
    first, second : arrays of shape (N,)
    influences : two arrays of shape (G, N), optional
        What the same clusters add to either (see `bradley_terry`).
    confidence : float
    resamples : int
        Orders drawn where not all are counted; p is (1 + as far) / (1 + drawn) then.
    rng : int or numpy.random.Generator, optional

    Raises
    ------
    ArgumentError
        If there are fewer than three systems, or shapes do not agree.
    """
    one, other = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if one.shape != other.shape or one.ndim != 1 or len(one) < 3:
        raise ArgumentError("rank agreement takes two vectors of the strengths of three or more systems.")
    size = len(one)
    tau = kendall(one, other)
    limits = _pearson_limits(one, other, influences, confidence)
    signs = np.sign(one[:, None] - one)
    others = np.sign(other[:, None] - other)
    found = abs(float(np.sum(signs * others)))
    exact = size <= MOST_ORDERS
    if exact:
        orders = np.array(list(itertools.permutations(range(size))))
        as_far = _as_far(signs, others, orders, found)
        return RankAgreement(tau, as_far / math.factorial(size), *limits, exact, len(orders))
    stream = random_stream(resolve_seed(rng), STREAM)
    as_far = 1
    for start in range(0, resamples, TILE):
        drawn = np.tile(np.arange(size), (min(TILE, resamples - start), 1))
        as_far += _as_far(signs, others, stream.permuted(drawn, axis=1), found)
    return RankAgreement(tau, as_far / (1 + resamples), *limits, exact, resamples)


def _as_far(signs: FloatArray, others: FloatArray, orders: IntArray, found: float) -> int:
    """Return in how many orders of the second the sum of agreeing signs is as large."""
    sums = np.zeros(len(orders))
    for k, row in enumerate(signs):
        sums += np.einsum("j,bj->b", row, others[orders[:, k, None], orders])
    return int(np.sum(np.abs(sums) >= found - 0.5))


def _pearson_limits(
    one: FloatArray, other: FloatArray, influences: tuple[FloatArray, FloatArray] | None, confidence: float
) -> tuple[float, float, float]:
    from scipy.special import stdtrit

    r = pearson(one, other)
    if influences is None or not abs(r) < 1:
        return r, float("nan"), float("nan")
    parts = []
    for mine, theirs, moved in ((one, other, influences[0]), (other, one, influences[1])):
        scaled, rest = mine - mine.mean(), theirs - theirs.mean()
        length = np.linalg.norm(scaled)
        slope = (rest / np.linalg.norm(rest) - r * scaled / length) / length
        parts.append(moved @ slope)
    error = float(np.linalg.norm(parts[0] + parts[1])) / (1 - r * r)
    half = float(stdtrit(len(parts[0]) - 1, (1 + confidence) / 2)) * error
    return r, math.tanh(math.atanh(r) - half), math.tanh(math.atanh(r) + half)
