"""Pairwise accuracy with ties where groups are large, under resamples: all outputs pooled, or those of one system.

All pairs of all outputs are too many to list for every resample. Outputs are sorted by the metric's score once; then
the partners of an output that do not tie with it are all those up to some place, and a Fenwick tree over the human
ranks holds how often these were drawn. Resamples lie side by side, so that the innermost loops are vector instructions.
Time is O(E log E) for E outputs and each resample.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.compiled import LANES, compiled
from trueness.statistics.engine.fixed_columns import exact_type
from trueness.statistics.engine.resample import Weights
from trueness.statistics.level_values import LevelValues
from trueness.statistics.pairs.column_pair_levels import accuracies
from trueness.statistics.pairs.output_groups import OutputGroups
from trueness.statistics.pairs.tie_thresholds import tie_thresholds
from trueness.statistics.score_arrays import CellGroup, ScoreArrays


@dataclasses.dataclass(frozen=True)
class _Sorted:
    """The outputs of one metric, group by group in ascending order of its scores.

    Attributes
    ----------
    row, column : arrays of shape (E,)
    first : array of shape (E,)
        The first later output that does not tie.
    ranks : array of shape (E,)
        Dense ranks of the human scores within the group, from 0.
    starts : array of shape (G + 1,)
    """

    row: IntArray
    column: IntArray
    first: IntArray
    ranks: IntArray
    starts: IntArray

    @classmethod
    def of(cls, x: FloatArray, z: FloatArray, level: str, epsilon: float) -> _Sorted:
        groups = OutputGroups.of(x, z, level)
        ranks = np.empty_like(groups.z)
        for start, end in zip(groups.starts[:-1], groups.starts[1:], strict=True):
            ranks[start:end] = np.unique(groups.z[start:end], return_inverse=True)[1].reshape(-1)
        first = groups.first_beyond(*groups.scale.limit(epsilon))
        return cls(row=groups.row, column=groups.column, first=first, ranks=ranks, starts=groups.starts)


@dataclasses.dataclass(frozen=True)
class GroupedAccuracy:
    """acc_eq and tau_eq of K metrics at the global or the per-system level.

    Attributes
    ----------
    metrics : tuple of _Sorted
    level : {'global', 'per_system'}
    shape : tuple of int
        Systems and inputs.
    """

    metrics: tuple[_Sorted, ...]
    level: str
    shape: tuple[int, int]

    @classmethod
    def of(cls, arrays: ScoreArrays, group: CellGroup, level: str) -> GroupedAccuracy:
        """Find the tie thresholds of a group's metrics and sort their outputs."""
        thresholds = tie_thresholds(arrays, group, level)
        z = np.where(group.cells, arrays.human, np.nan)
        ready = tuple(
            _Sorted.of(np.where(group.cells, arrays.metrics[k], np.nan), z, level, float(epsilon))
            for k, (epsilon,) in zip(group.metrics, thresholds, strict=True)
        )
        n_systems, n_inputs = group.cells.shape
        return cls(ready, level, (n_systems, n_inputs))

    def shares(self) -> FloatArray:
        """Return acc_eq of every metric in every group on the data as they are, (K, G); NaN without pairs."""
        return np.concatenate([_shares(outputs, np.ones((1, len(outputs.row)))) for outputs in self.metrics])

    def level_values(self, weights: Weights) -> LevelValues:
        """Return the coefficients under each resample."""
        size, per_system = weights.size, self.level == "per_system"
        n_systems, n_inputs = self.shape
        systems = np.ones((1, n_systems)) if weights.systems is None else weights.systems
        inputs = np.ones((1, n_inputs)) if weights.inputs is None else weights.inputs
        share = np.empty((size, len(self.metrics)))
        undefined = np.zeros((size, len(self.metrics)))
        # within systems a resample of systems changes only how often each counts
        rows = np.ones((1, n_systems)) if per_system else systems
        draws = max(len(rows), len(inputs))
        for place, outputs in enumerate(self.metrics):
            within = np.empty((draws, len(outputs.starts) - 1))
            for low in range(0, draws, LANES):
                lanes = slice(low, low + LANES)
                counts = (rows[lanes] if len(rows) > 1 else rows)[:, outputs.row] * (
                    inputs[lanes] if len(inputs) > 1 else inputs
                )[:, outputs.column]
                within[lanes] = _shares(outputs, counts)
            if not per_system:
                share[:, place] = within[:, 0]
                continue
            known = ~np.isnan(within)
            total = np.einsum("bg,bg->b", *np.broadcast_arrays(np.where(known, within, 0.0), systems))
            count = np.einsum("bg,bg->b", *np.broadcast_arrays(known.astype(np.float64), systems))
            share[:, place] = np.divide(total, count, out=np.full(len(total), np.nan), where=count > 0)
            occupied = (np.diff(outputs.starts) > 0).astype(np.float64)
            undefined[:, place] = systems @ occupied - count
        return accuracies(share, undefined)


def _shares(outputs: _Sorted, counts: FloatArray) -> FloatArray:
    """Return the share of pairs that are right in every group, (B, G); NaN without pairs."""
    typed: NDArray[Any] = np.ascontiguousarray(counts.T)
    n_groups = len(outputs.starts) - 1
    right, pairs = (np.zeros((n_groups, typed.shape[1])) for _ in range(2))
    typed = typed.astype(exact_type(2.0 * float(counts.sum(axis=1).max(initial=0.0))))
    n_ranks = int(outputs.ranks.max(initial=0)) + 1
    compiled(fill_right_pairs)(outputs.first, outputs.ranks, outputs.starts, n_ranks, typed, right, pairs)
    shares = np.divide(right, pairs, out=np.full(right.shape, np.nan), where=pairs > 0)
    return np.asarray(shares.T)


def fill_right_pairs(  # noqa: C901 - compiled as one nest of loops
    first: IntArray,
    ranks: IntArray,
    starts: IntArray,
    n_ranks: int,
    weights: NDArray[np.floating],
    right: FloatArray,
    pairs: FloatArray,
) -> None:
    """Fill, per group, weighted pairs that are right and all weighted pairs, (G, B); written for compilation.

    A pair that the metric ties is right where the human ties: the human's ties less those that the metric orders. Pairs
    are of different outputs: copies of one are none.

    Parameters
    ----------
    first : array of shape (E,)
        For each output the first later one of its group that the metric orders above it.
    ranks : array of shape (E,)
        Human ranks from 0 within the group.
    starts : array of shape (G + 1,)
    n_ranks : int
    weights : array of shape (E, B)
        Counts, of a type in which twice their sum is exact.
    right, pairs : arrays of shape (G, B)
        Zeros.
    """
    n_draws = weights.shape[1]
    tree = np.empty((n_ranks + 1, n_draws), dtype=weights.dtype)
    by_rank = np.empty((n_ranks, n_draws))
    balance = np.empty(n_draws, dtype=weights.dtype)
    total = np.empty(n_draws)
    for g in range(starts.shape[0] - 1):
        tree[:] = 0
        by_rank[:] = 0.0
        total[:] = 0.0
        p = starts[g]
        for q in range(starts[g], starts[g + 1]):
            while p < q and first[p] <= q:
                node = ranks[p] + 1
                while node <= n_ranks:
                    for b in range(n_draws):
                        tree[node, b] += weights[p, b]
                    node += node & -node
                p += 1
            # weight below, less weight of the same rank, among outputs that the metric puts below
            for b in range(n_draws):
                balance[b] = 0
            node = ranks[q]
            while node > 0:
                for b in range(n_draws):
                    balance[b] += tree[node, b] + tree[node, b]
                node -= node & -node
            node = ranks[q] + 1
            while node > 0:
                for b in range(n_draws):
                    balance[b] -= tree[node, b]
                node -= node & -node
            rank = ranks[q]
            for b in range(n_draws):
                weight = np.float64(weights[q, b])
                right[g, b] += weight * (np.float64(balance[b]) + by_rank[rank, b])
                pairs[g, b] += weight * total[b]
                by_rank[rank, b] += weight
                total[b] += weight
