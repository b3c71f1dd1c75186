"""Ranks of systems from estimated strengths, with intervals for all at once; and how two rankings agree."""

from __future__ import annotations

import itertools
import math
from typing import NamedTuple

import numpy as np

from trueness.errors import ArgumentError
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.certain import Certain, student_pvalue, student_reach
from trueness.statistics.coefficients import kendall
from trueness.statistics.corrections import adjust
from trueness.statistics.engine.resample import DEFAULT_RESAMPLES, Rng, random_stream, resolve_seed
from trueness.statistics.rank_limits import rank_limits

MOST_ORDERS = 8
"""Up to so many systems all orders are counted, 40,320; of more some are drawn."""

STREAM = 7103
"""Sets these permutations apart from all other draws of the same seed."""

TILE = 2_000

GRID = 4001
"""Correlations from −1 to 1 that an interval is made of."""


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
    from scipy.stats import rankdata

    size = len(strengths)
    one, other = np.triu_indices(size, 1)
    difference = strengths[one] - strengths[other]
    variance = covariance[one, one] + covariance[other, other] - 2 * covariance[one, other]
    error = np.sqrt(np.maximum(variance, 0.0))
    statistic = np.divide(difference, error, out=np.zeros_like(error), where=error > 0)
    pvalues = adjust(student_pvalue(statistic, degrees), "holm")
    better = np.zeros((size, size), dtype=bool)
    apart = pvalues <= 1 - confidence
    better[one, other], better[other, one] = apart & (difference > 0), apart & (difference < 0)
    return StrengthRanks(
        np.asarray(rankdata(-strengths, method="min"), dtype=np.intp), *rank_limits(better).T
    )


class RankAgreement(NamedTuple):
    """How two vectors of strengths of the same systems agree.

    Attributes
    ----------
    kendall : float
    pvalue : float
        Two-sided, of tau, over orders of the systems: exact up to `MOST_ORDERS` systems.
    exact : bool
    resamples : int
        Orders counted or drawn.
    """

    kendall: float
    pvalue: float
    exact: bool
    resamples: int


def rank_agreement(
    first: FloatArray, second: FloatArray, *, resamples: int = DEFAULT_RESAMPLES, rng: Rng = None
) -> RankAgreement:
    """Compare two rankings by Kendall's tau-b with a permutation test.

    Parameters
    ----------
    first, second : arrays of shape (N,)
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
    signs = np.sign(one[:, None] - one)
    others = np.sign(other[:, None] - other)
    found = abs(float(np.sum(signs * others)))
    exact = size <= MOST_ORDERS
    if exact:
        orders = np.array(list(itertools.permutations(range(size))))
        as_far = _as_far(signs, others, orders, found)
        return RankAgreement(tau, as_far / math.factorial(size), exact, len(orders))
    stream = random_stream(resolve_seed(rng), STREAM)
    as_far = 1
    for start in range(0, resamples, TILE):
        drawn = np.tile(np.arange(size), (min(TILE, resamples - start), 1))
        as_far += _as_far(signs, others, stream.permuted(drawn, axis=1), found)
    return RankAgreement(tau, as_far / (1 + resamples), exact, resamples)


def _as_far(signs: FloatArray, others: FloatArray, orders: IntArray, found: float) -> int:
    """Return in how many orders of the second the sum of agreeing signs is as large."""
    sums = np.zeros(len(orders))
    for k, row in enumerate(signs):
        sums += np.einsum("j,bj->b", row, others[orders[:, k, None], orders])
    return int(np.sum(np.abs(sums) >= found - 0.5))


def strength_correlation(
    first: FloatArray,
    second: FloatArray,
    influences: tuple[FloatArray, FloatArray],
    degrees: float,
    confidence: float = 0.95,
) -> Certain:
    """Estimate the correlation of the true strengths behind two vectors of estimates, without their noise.

    Sums of squares and products have the noise of the estimates taken away, which the influences of the inputs tell:
    S = Σ p² − tr C_pp, and so on, so that few inputs do not make two good rankings look different. The interval is the
    set of ρ that S_pj − ρ √(S_pp S_jj) does not contradict (Fieller 1954): with the ratio λ of both spreads as found,
    that is a quadratic form y'Ay of both vectors, whose variance for normal noise of covariance C is 4 y'ACAy +
    2 tr(ACAC). It keeps within −1 and 1, and holds at the bounds, too.

    Parameters
    ----------
    first, second : arrays of shape (N,)
        Of the same systems; what counts are their distances from the mean of these.
    influences : two arrays of shape (G, N)
        What the same clusters add to either (see `bradley_terry`).
    degrees : float
        Of Student's t.
    confidence : float

    References
    ----------
    Spearman (1904), The proof and measurement of association between two things. Fieller (1954), Some problems in
    interval estimation.
    """
    size = len(first)
    first, second = first - first.mean(), second - second.mean()
    influences = (
        influences[0] - influences[0].mean(axis=1, keepdims=True),
        influences[1] - influences[1].mean(axis=1, keepdims=True),
    )
    moved = np.concatenate(influences, axis=1)
    noise = moved.T @ moved
    squares = [
        float(values @ values) - float(np.trace(noise[part, part]))
        for values, part in ((first, slice(size)), (second, slice(size, None)))
    ]
    if min(squares) <= 0:
        return Certain.unknown()
    product = float(first @ second) - float(np.trace(noise[:size, size:]))
    scale = math.sqrt(squares[0] * squares[1])
    ratio = math.sqrt(squares[0] / squares[1])
    # A = crossed − ρ / 2 · apart, applied to both vectors and to the noise
    crossed = np.concatenate([second, first]) / 2
    apart = np.concatenate([first / ratio, second * ratio]) / 2
    of_crossed, of_apart = moved @ crossed, moved @ apart
    rho = np.linspace(-1, 1, GRID)
    linear = of_crossed @ of_crossed - 2 * rho * (of_crossed @ of_apart) + rho**2 * (of_apart @ of_apart)
    variance = 4 * linear  # from noisy estimates, and so with more than the second term already
    limit = student_reach(degrees, confidence)
    held = rho[np.abs(product - rho * scale) <= limit * np.sqrt(variance)]
    estimate = min(1.0, max(-1.0, product / scale))
    if not held.size:  # all of it lies beyond a bound
        return Certain(estimate, estimate, estimate)
    return Certain(estimate, float(held[0]), float(held[-1]))
