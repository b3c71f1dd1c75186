"""Pearson's r of all pairwise differences of outputs' scores within inputs, in closed form."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from trueness.statistics.array_types import FloatArray
from trueness.statistics.pairs.output_groups import Counts, check_grouped_level, check_matrices
from trueness.statistics.pairs.pairwise_accuracy import check_group_weights
from trueness.statistics.ties import exact_scores

LARGEST_WHOLE = 2**30
"""n times the largest whole score stays below this, so that n sum(a b) stays below 2**61."""


def pairwise_differences_pearson(
    x: ArrayLike, z: ArrayLike, level: str = "input", *, weights: ArrayLike | None = None
) -> float:
    """Return the correlation of differences x_i - x_j and z_i - z_j over all ordered pairs of outputs within groups.

    Both orders of a pair are taken, so that differences average zero and the order of systems does not matter. For a
    group of n outputs, sum over i < j of (x_i - x_j)(z_i - z_j) = n sum(x z) - sum(x) sum(z); so

        r = S_xz / sqrt(S_xx S_zz),  S_ab = sum over groups of n sum(a b) - sum(a) sum(b),

    in time O(N M), without listing pairs. A level of an input that all its outputs share (a hard text) cancels; inputs
    on which outputs differ more count more, unlike in the mean of correlations per input.

    Parameters
    ----------
    x, z : array of shape (N, M)
        Scores of metric and human, NaN where missing: only outputs with both scores form pairs. A vector is one group.
    level : {'input', 'global', 'per_system'}
        Within what pairs are formed. Globally the value is Pearson's r of the outputs.
    weights : array of shape (G,), optional
        How often each group counts, whole numbers (default: once each).

    Returns
    -------
    float
        In [-1, 1]; NaN where all differences of either scorer are zero.

    Raises
    ------
    ArgumentError
        If shapes differ, scores are infinite, the level is unknown, or weights are not whole numbers of at least 0,
        one per group.

    References
    ----------
    The statistic is that of mt-metrics-eval's PDP.

    Examples
    --------
    >>> pairwise_differences_pearson([[1, 5], [2, 7], [4, 6]], [[1, 2], [2, 4], [3, 3]])
    0.9682458365518541
    """
    level = check_grouped_level(level)
    first, second = check_matrices(x, z)
    shared = ~np.isnan(first) & ~np.isnan(second)
    if level == "per_system":
        first, second, shared = first.T, second.T, shared.T
    elif level == "global":
        first, second, shared = first.reshape(-1, 1), second.reshape(-1, 1), shared.reshape(-1, 1)
    counts = check_group_weights(weights, shared.shape[1])
    columns = [_Columns.of(matrix, shared) for matrix in (first, second)]
    s_xz, s_xx, s_zz = (
        _total(p, q, shared.sum(axis=0), counts)
        for p, q in ((columns[0], columns[1]), (columns[0], columns[0]), (columns[1], columns[1]))
    )
    if not s_xx or not s_zz:
        return math.nan
    # one square root: that of a square is exact, so a scorer's correlation with itself is exactly 1
    return min(1.0, max(-1.0, s_xz / math.sqrt(s_xx * s_zz)))


class _Columns(NamedTuple):
    """Scores of the groups' outputs, zero where an output is not shared.

    Attributes
    ----------
    values : array of shape (n, G)
        Whole numbers as given; other scores centred within groups and scaled by a power of two.
    whole : bool
        Whether sums of products of values are exact 64-bit integers.
    """

    values: FloatArray
    whole: bool

    @classmethod
    def of(cls, scores: FloatArray, shared: NDArray[np.bool_]) -> _Columns:
        exact, denominator, _ = exact_scores(np.where(shared, scores, np.nan))
        filled = np.where(shared, exact, 0.0)
        if (
            denominator is not None
            and len(filled) * float(np.max(np.abs(filled), initial=0.0)) < LARGEST_WHOLE
        ):
            return cls(filled, whole=True)
        sizes = np.maximum(shared.sum(axis=0), 1)
        spread = np.max(np.where(shared, exact, -np.inf), axis=0, initial=-np.inf) - np.min(
            np.where(shared, exact, np.inf), axis=0, initial=np.inf
        )
        # the mean of a constant group is rounded; its differences are zero
        centred = np.where(shared & (spread > 0), filled - filled.sum(axis=0) / sizes, 0.0)
        # a power of two changes no digit, and keeps products within the range of floats
        return cls(np.ldexp(centred, -np.frexp(np.max(np.abs(centred), initial=0.0))[1]), whole=False)


def _total(a: _Columns, b: _Columns, sizes: NDArray[np.intp], counts: Counts) -> float:
    """Return the weighted sum over groups of n sum(a b) - sum(a) sum(b); an int where it is exact."""
    if a.whole and b.whole:
        p, q = a.values.astype(np.int64), b.values.astype(np.int64)
        by_group = sizes * np.einsum("ng,ng->g", p, q) - p.sum(axis=0) * q.sum(axis=0)
        return sum(int(s) * int(v) for s, v in zip(by_group, counts, strict=True))
    products = sizes * np.einsum("ng,ng->g", a.values, b.values)
    return float(np.sum(counts * (products - a.values.sum(axis=0) * b.values.sum(axis=0))))
