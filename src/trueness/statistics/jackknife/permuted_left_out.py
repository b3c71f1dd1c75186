"""Mean correlations of X' and of Y' with the human without each of some systems, where systems are swapped.

Under a permutation of systems, X' and Y' have at each system the scores of X and Y, or of Y and X. For a column of N
systems, sums over pairs of systems from tables of coins (`permuted_left_out_kernel`) cost a small share of what a walk
through the sorted entries of every arrangement does (`left_out_columns`), as long as N is below some thousand. Sums
behind rank coefficients are whole numbers, the same either way.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from trueness.statistics.array_types import BoolArray, FloatArray, Index
from trueness.statistics.compiled import LANES, compiled
from trueness.statistics.engine.fixed_columns import standardized_rows
from trueness.statistics.engine.left_out_columns import CANCELLED, COEFFICIENTS, left_out_columns
from trueness.statistics.jackknife.permuted_left_out_kernel import fill_permuted_left_out
from trueness.statistics.ties import dense_ranks, tie_close

LONGEST_COUNTED = 1500
"""Systems up to which pairs are counted; both ways took the same time at 1500 to 2000, for 512 arrangements."""

TABLE_COINS = (2, 6)
"""Systems to a table of sums for few arrangements, and for many: large tables have to be filled."""

MANY = 32
"""Arrangements that are many."""


@dataclasses.dataclass(frozen=True)
class HumanColumns:
    """Columns of human scores, ready for any pair of metrics.

    Attributes
    ----------
    z : array of shape (N, C)
    there : array of shape (N, C)
        The cells to use.
    order, ranks : arrays of shape (C, N)
        Systems in ascending order, those present first, and their dense ranks.
    scores : array of shape (C, N)
        Standardised, in that order; 0 for systems that are not there.
    sizes : array of shape (C,)
        Systems present.
    """

    z: FloatArray
    there: BoolArray
    order: Index
    ranks: Index
    scores: FloatArray
    sizes: Index

    @classmethod
    def of(cls, z: FloatArray, there: BoolArray) -> HumanColumns:
        """Sort every column of scores of shape (N, C)."""
        live = np.ascontiguousarray(there.T)
        rows = np.ascontiguousarray(z.T)
        found = dense_ranks(np.where(live, rows, np.nan))
        order = np.argsort(np.where(live, found, live.shape[1]), axis=1, kind="stable")
        return cls(
            z=z,
            there=there,
            order=order.astype(np.int32),
            ranks=np.take_along_axis(found, order, axis=1).astype(np.int32),
            scores=np.take_along_axis(standardized_rows(rows, live), order, axis=1),
            sizes=live.sum(axis=1).astype(np.int32),
        )


def permuted_left_out(
    x: FloatArray,
    y: FloatArray,
    human: HumanColumns,
    keep: BoolArray,
    coefficients: Collection[str],
    *,
    walked: bool | None = None,
) -> dict[str, FloatArray]:
    """Return means over columns of the coefficients of X' and Y', without each system and with all.

    Takes O(B C N²) steps, one for some six pairs of systems, or O(B C N log N) on walks. Memory is O(B N + C N), or
    O(B C N) on walks.

    Parameters
    ----------
    x, y : arrays of shape (N, C)
        Scores on scales on which they may be swapped. Those of one column, of both metrics, tie within 1e-12 of the
        largest, so that a metric and its rescaled copy are never told apart by rounding.
    human : HumanColumns
        Of shape (N, C), with the cells to use.
    keep : array of shape (B, N)
        Per arrangement, whether a system keeps its scores of X and Y.
    coefficients : collection of str
        Of `left_out_columns.COEFFICIENTS`.
    walked : bool, optional
        Whether to walk through sorted entries (default: for more than `LONGEST_COUNTED` systems).

    Returns
    -------
    dict of str to array of shape (2, N + 1, B)
        For X' and Y', without each system and, last, with all. Columns in which fewer than three systems or no two
        different values are left count for nothing; NaN where no others are left.
    """
    if walked is None:
        walked = len(x) > LONGEST_COUNTED
    live = np.ascontiguousarray(human.there.T)
    values = np.stack([x.T, y.T], axis=1)  # (C, 2, N)
    both = np.where(live[:, None], values, np.nan).reshape(len(values), -1)
    tied = tie_close(both)
    values = np.where(live[:, None], tied.reshape(values.shape), 0.0)
    if walked:
        return _walked(values, human, keep, coefficients)
    ranks = dense_ranks(tied)
    n_systems, n_draws = len(x), len(keep)
    distinct = np.where(np.isnan(tied), -1, ranks).max(axis=1, initial=-1) + 1
    sums = np.zeros((3, 2, n_systems + 1, n_draws))
    counts = np.zeros((3, n_systems + 1), dtype=np.int32)
    missing = np.zeros((2, n_systems + 1, n_draws), dtype=np.int32)
    compiled(fill_permuted_left_out)(
        np.ascontiguousarray(keep.T),
        ranks.reshape(values.shape).astype(np.int32),
        values,
        distinct < 2 * human.sizes,
        human.order,
        human.ranks,
        human.scores,
        human.sizes,
        np.array([name in coefficients for name in COEFFICIENTS]),
        CANCELLED,
        TABLE_COINS[n_draws >= MANY],
        min(LANES, n_draws),
        sums,
        counts,
        missing,
    )
    result = {}
    for place, name in enumerate(COEFFICIENTS):
        if name in coefficients:
            result[name] = _mean(sums[place], counts[place][:, None] - missing)
    return result


def _walked(
    values: FloatArray, human: HumanColumns, keep: BoolArray, coefficients: Collection[str]
) -> dict[str, FloatArray]:
    """Return the same by walking through the sorted entries of every arrangement."""
    n_systems, n_draws = len(human.z), len(keep)
    first, second = values.transpose(1, 2, 0)
    mine = keep[:, :, None]
    permuted = np.concatenate([np.where(mine, first, second), np.where(mine, second, first)])
    # a unit of its own for nobody: its value is that of the whole
    units = np.arange(n_systems)
    found = left_out_columns(permuted, human.z, human.there, units, n_systems + 1, coefficients)
    result = {}
    for name, value in found.items():
        known = ~np.isnan(value)
        mean = _mean(np.where(known, value, 0.0).sum(axis=1), known.sum(axis=1))
        result[name] = np.ascontiguousarray(mean.reshape(2, n_draws, -1).transpose(0, 2, 1))
    return result


def _mean(total: FloatArray, count: NDArray[np.integer]) -> FloatArray:
    return np.asarray(np.divide(total, count, out=np.full(total.shape, np.nan), where=count > 0))
