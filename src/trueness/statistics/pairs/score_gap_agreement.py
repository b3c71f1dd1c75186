"""Agreement on pairs of systems whose metric scores lie a given gap apart: tau over Delta(l, u)."""

from __future__ import annotations

import dataclasses
import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import check_integer
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.pairs.score_differences import check_threshold
from trueness.statistics.pairs.system_pairwise_accuracy import mean_scores
from trueness.statistics.ties import RELATIVE_TOLERANCE


class GapAgreement(NamedTuple):
    """Kendall's tau over some pairs of systems.

    Attributes
    ----------
    tau : float
        In [-1, 1]; NaN where undefined or where there are fewer pairs than asked for.
    n_pairs : int
        Pairs of systems within the gap.
    """

    tau: float
    n_pairs: int


@dataclasses.dataclass(frozen=True)
class GapTable:
    """Agreement within ranges of gaps.

    Attributes
    ----------
    low, high : arrays of shape (L,) and (U,)
        Smallest and largest gap of a range, in units of the metric's scores.
    tau : array of shape (L, U)
        Tau over the pairs with low <= gap <= high; NaN where undefined, where there are too few pairs, and where
        low >= high.
    n_pairs : array of shape (L, U)
        Pairs within each range.
    """

    low: FloatArray
    high: FloatArray
    tau: FloatArray
    n_pairs: IntArray


def score_gap_agreement(
    x: ArrayLike,
    z: ArrayLike,
    low: float = 0.0,
    high: float = math.inf,
    *,
    minimum_pairs: int = 1,
    means: str = "all",
) -> GapAgreement:
    """Return Kendall's tau-b over the pairs of systems with ``low <= |x_i - x_j| <= high``.

    With P concordant and Q discordant pairs, T pairs tied by the metric only and U by the human only, tau = (P - Q) /
    sqrt((P + Q + T)(P + Q + U)). Small gaps are where a metric is asked to decide; correlations over all pairs rest on
    large ones. A gap means another thing for every metric: compare metrics at equal shares of pairs (`score_gap_bins`).

    Parameters
    ----------
    x, z : array of shape (N, M)
        Scores of metric and human, NaN where missing. Scores of systems as such are one column, shape (N, 1).
    low, high : float
        Bounds of the gap of the systems' metric scores, both included.
    minimum_pairs : int
        With fewer pairs tau is NaN.
    means : {'all', 'judged'}
        Whether the metric's system scores are over all outputs it scored, as in the paper, or over the judged ones.

    Returns
    -------
    GapAgreement

    Raises
    ------
    ArgumentError
        If shapes do not agree, scores are infinite, a bound is negative or not a number, `minimum_pairs` is not a
        positive whole number, or `means` is unknown.

    Notes
    -----
    Pairs share systems: an interval comes from resampling systems (and inputs), never pairs. The authors' code returns
    0 where P + Q + T = 0; here tau is undefined.

    References
    ----------
    Deutsch, Dror & Roth (2022), Re-examining system-level correlations of automatic summarization evaluation metrics,
    NAACL.

    Examples
    --------
    >>> score_gap_agreement([[1], [2], [4], [8]], [[2], [1], [3], [4]], high=3)
    GapAgreement(tau=0.3333333333333333, n_pairs=3)
    """
    check_integer("minimum_pairs", minimum_pairs, minimum=1)
    check_threshold("low", low)
    if high != math.inf:
        check_threshold("high", high)
    return _Pairs.of(x, z, means).within(low, high, minimum_pairs)


def score_gap_bins(
    x: ArrayLike, z: ArrayLike, *, bins: int = 10, minimum_pairs: int = 5, means: str = "all"
) -> GapTable:
    """Return tau for all ranges between quantiles of the gap: a matrix over lower and upper bounds.

    Bounds are gaps of the data: with P pairs and ceil(P / bins) of them to a bin, the upper bound of a bin is its
    largest gap, and the lower bound the upper one of the bin before (0 for the first). The first row is the curve over
    the share of pairs used; the diagonal holds single bins. As both bounds are included, a bin shares the pairs at its
    lower bound with the bin before.

    Parameters
    ----------
    x, z, means
        As in `score_gap_agreement`.
    bins : int
        Number of bins; there are fewer where P is no multiple of it and small.
    minimum_pairs : int
        With fewer pairs tau is NaN.

    Returns
    -------
    GapTable
        Without any rows where there are no pairs.

    Raises
    ------
    ArgumentError
        If shapes do not agree, scores are infinite, `bins` or `minimum_pairs` is not a positive whole number, or
        `means` is unknown.

    References
    ----------
    Deutsch, Dror & Roth (2022), with the bounds and the least number of pairs of the authors' code.
    """
    check_integer("bins", bins, minimum=1)
    check_integer("minimum_pairs", minimum_pairs, minimum=1)
    pairs = _Pairs.of(x, z, means)
    gaps = np.sort(np.abs(pairs.step_x))
    if not gaps.size:
        return GapTable(np.empty(0), np.empty(0), np.empty((0, 0)), np.empty((0, 0), dtype=np.intp))
    size = -(-len(gaps) // bins)
    high = gaps[np.minimum(np.arange(size - 1, len(gaps) + size - 1, size), len(gaps) - 1)]
    low = np.concatenate([[0.0], high[:-1]])
    tau = np.full((len(low), len(high)), np.nan)
    n_pairs = np.zeros((len(low), len(high)), dtype=np.intp)
    for a, b in zip(*np.triu_indices(len(low)), strict=True):
        if low[a] < high[b]:
            tau[a, b], n_pairs[a, b] = pairs.within(float(low[a]), float(high[b]), minimum_pairs)
    return GapTable(low, high, tau, n_pairs)


@dataclasses.dataclass(frozen=True)
class _Pairs:
    """Differences of the scores of all pairs of systems, and how close to a bound a gap equals it."""

    step_x: FloatArray
    step_z: FloatArray
    tolerance: float

    @classmethod
    def of(cls, x: ArrayLike, z: ArrayLike, means: str) -> _Pairs:
        a, b = mean_scores(x, z, means=means)
        i, k = np.triu_indices(len(a), 1)
        tolerance = RELATIVE_TOLERANCE * float(np.max(np.abs(a), initial=0.0))
        return cls(a[i] - a[k], b[i] - b[k], tolerance)

    def within(self, low: float, high: float, minimum_pairs: int) -> GapAgreement:
        gap = np.abs(self.step_x)
        inside = (gap >= low - self.tolerance) & (gap <= high + self.tolerance)
        sign_x, sign_z = np.sign(self.step_x[inside]), np.sign(self.step_z[inside])
        n_pairs = int(inside.sum())
        net = int(np.sum(sign_x * sign_z))
        untied_x, untied_z = int(np.sum(sign_x != 0)), int(np.sum(sign_z != 0))
        if n_pairs < minimum_pairs or not untied_x or not untied_z:
            return GapAgreement(math.nan, n_pairs)
        return GapAgreement(net / math.sqrt(untied_x * untied_z), n_pairs)
