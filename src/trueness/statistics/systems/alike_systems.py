"""Systems that fare alike input by input, as versions of one system do."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, check_proportion
from trueness.statistics.array_types import FloatArray

ALIKE = 0.6
"""Least correlation of what two systems do from input to input: less is common among systems of one kind."""

FEWEST_INPUTS = 10
"""Inputs that both have: of fewer a correlation says nothing."""

NEAR = 1e-6
"""How far below the bar a quick correlation may be and is looked at again."""

CANCELLED = 1e-6
"""Share of a sum of squares below which what is left of it has lost digits."""

BLOCK = 500_000
"""Pairs of systems that are looked at together."""


def alike_systems(scores: ArrayLike, *, alpha: float = 0.05) -> list[tuple[int, int, float]]:
    """Return pairs of systems whose scores rise and fall together over inputs, beyond what all systems do.

    Each scorer's scores are taken without the means of systems and of inputs. What is left of two independent systems
    is hardly related (by -1 / (N - 1) on average), and of two versions of one system it is. The correlations of all
    scorers are averaged; a pair counts where the average is at least `ALIKE` and, by Fisher's z with as many units as
    inputs, above 0 at a level corrected over all pairs.

    Parameters
    ----------
    scores : array_like of shape (V, N, M)
        NaN where missing.
    alpha : float

    Returns
    -------
    list of (int, int, float)
        Positions and the average correlation, the largest first.

    Raises
    ------
    ArgumentError
        If the scores have not three dimensions.

    References
    ----------
    Fisher (1921), Metron 1, 3-32, for the test of a correlation.

    Notes
    -----
    O(V N² M) time in products of matrices, and some tens of megabytes beside the scores.
    """
    from scipy.special import ndtri

    values = np.asarray(scores, dtype=np.float64)
    check_proportion("alpha", alpha)
    if values.ndim != 3:
        raise ArgumentError(
            f"`scores` must have the shape (scorers, systems, inputs); its shape is {values.shape}."
        )
    n = values.shape[1]
    count = n * (n - 1) // 2
    if n < 3:
        return []
    limit = float(-ndtri(alpha / count))
    rest = [_rest(one) for one in values]
    found = []
    for i, k in _perhaps_alike(rest):
        each = [_correlation(one[i], one[k]) for one in rest]
        known = [r for r, _ in each if not math.isnan(r)]
        inputs = min((m for r, m in each if not math.isnan(r)), default=0)
        if not known or inputs < FEWEST_INPUTS:
            continue
        r = float(np.mean(known))
        if r >= ALIKE and math.atanh(min(r, 1 - 1e-12)) * math.sqrt(inputs - 3) > limit:
            found.append((i, k, r))
    return sorted(found, key=lambda one: -one[2])


def _rest(scores: FloatArray) -> FloatArray:
    """Return scores without the means of inputs and then of systems."""
    there = ~np.isnan(scores)
    kept = np.where(there, scores, 0.0)
    by_input = np.where(there, kept - kept.sum(axis=0) / np.maximum(there.sum(axis=0), 1), 0.0)
    means = by_input.sum(axis=1) / np.maximum(there.sum(axis=1), 1)
    return np.where(there, by_input - means[:, None], np.nan)


def _perhaps_alike(rest: Sequence[FloatArray]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of systems whose average correlation may be large enough, in order, some rows at a time.

    Sums of products tell so for all pairs at once, but for their last digits: what is near the bar, or has lost digits,
    is for `_correlation` to say.
    """
    n = rest[0].shape[0]
    there = [(~np.isnan(one)).astype(np.float64) for one in rest]
    kept = [np.where(np.isnan(one), 0.0, one) for one in rest]
    step = max(1, BLOCK // n)
    for start in range(0, n, step):
        here, beyond = slice(start, start + step), slice(start, n)
        shape = len(kept[0][here]), n - start
        total, known, doubtful = np.zeros(shape), np.zeros(shape), np.zeros(shape, dtype=bool)
        for x, t in zip(kept, there, strict=True):
            square = x * x
            both = np.maximum(t[here] @ t[beyond].T, 1.0)
            sum_x, sum_y = x[here] @ t[beyond].T, t[here] @ x[beyond].T
            all_x, all_y = square[here] @ t[beyond].T, t[here] @ square[beyond].T
            var_x, var_y = all_x - sum_x * sum_x / both, all_y - sum_y * sum_y / both
            doubtful |= (
                (all_x > 0) & (all_y > 0) & ((var_x < CANCELLED * all_x) | (var_y < CANCELLED * all_y))
            )
            spread = np.sqrt(np.maximum(var_x, 0.0) * np.maximum(var_y, 0.0))
            varies = spread > 0
            product = x[here] @ x[beyond].T - sum_x * sum_y / both
            total += np.divide(product, spread, out=np.zeros(shape), where=varies)
            known += varies
        near = doubtful | ((known > 0) & (total >= (ALIKE - NEAR) * known))
        for i, k in np.argwhere(np.triu(near, 1)).tolist():
            yield start + i, start + k


def _correlation(one: FloatArray, other: FloatArray) -> tuple[float, int]:
    both = ~np.isnan(one) & ~np.isnan(other)
    x, y = one[both], other[both]
    if len(x) < 2:
        return math.nan, len(x)
    x, y = x - x.mean(), y - y.mean()
    spread = math.sqrt(float(x @ x) * float(y @ y))
    return (float(x @ y) / spread if spread > 0 else math.nan), len(x)
