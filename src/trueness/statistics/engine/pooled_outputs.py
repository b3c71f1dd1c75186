"""All outputs as one sample under resamples of systems and inputs: how often an output counts is a product.

Pearson's r needs sums over outputs of weight of the system x value x weight of the input, which are matrix products.
Rank coefficients walk through the outputs in sorted order, resamples side by side.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from trueness.parallel import chosen_workers, memory_budget
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.coefficients import MINIMUM_OBSERVATIONS
from trueness.statistics.compiled import compiled
from trueness.statistics.engine.fixed_columns import standardized_columns
from trueness.statistics.engine.output_kernels import fill_output_products
from trueness.statistics.engine.pair_counts import Concordance
from trueness.statistics.engine.prepared_columns import PreparedColumns, RunningAverages
from trueness.statistics.engine.resample import Weights

POOLED_LANES = 64
"""Resamples looked at together, where the memory budget allows as many."""

DOUBTFUL_VARIANCE = 1e-6
"""Variance of standardised scores below which it is looked whether they are all equal."""


@dataclasses.dataclass(frozen=True)
class PooledOutputs:
    """All outputs as one sample, ready for resamples of systems and inputs.

    Attributes
    ----------
    scores : array of shape (K + 1, n)
        Scores of every output used, the human's last.
    rows, columns : arrays of shape (n,)
        System and input of every output used.
    shape : tuple of int
        Numbers of systems and of inputs.
    ranked : PreparedColumns, or None
        One column of n entries, for rank coefficients.
    """

    scores: FloatArray
    rows: IntArray
    columns: IntArray
    shape: tuple[int, int]
    ranked: PreparedColumns | None
    concordance: Concordance | None
    coefficients: tuple[str, ...]

    @classmethod
    def of(
        cls, x: FloatArray, human: FloatArray, cells: NDArray[np.bool_], coefficients: Collection[str]
    ) -> PooledOutputs:
        """Prepare the outputs of K metrics (K, N, M) and the human (N, M) in the cells used."""
        rows, columns = np.nonzero(cells)
        pooled = np.concatenate([x, human[None]])[:, rows, columns]
        ranked = concordance = None
        if not len(rows):
            return cls(
                scores=pooled,
                rows=rows,
                columns=columns,
                shape=cells.shape,
                ranked=None,
                concordance=None,
                coefficients=tuple(coefficients),
            )
        by_rank = tuple(name for name in coefficients if name != "pearson")
        if by_rank:
            ranked = PreparedColumns.of(
                pooled[:-1, :, None],
                pooled[-1, :, None],
                np.ones((len(rows), 1), dtype=bool),
                by_rank,
                pairs=False,
            )
            ranked = dataclasses.replace(ranked, scores=np.zeros((0, 0)))  # only Pearson's r needs them
            concordance = Concordance.of(ranked.order, ranked.ranks)
        return cls(
            scores=pooled,
            rows=rows,
            columns=columns,
            shape=cells.shape,
            ranked=ranked,
            concordance=concordance,
            coefficients=tuple(coefficients),
        )

    def values(self, weights: Weights) -> dict[str, FloatArray]:
        """Return the coefficients under B resamples: a dict to arrays of shape (B, K), NaN where undefined."""
        n_metrics = len(self.scores) - 1
        result: dict[str, FloatArray] = {}
        if not len(self.rows):
            return {name: np.full((weights.size, n_metrics), np.nan) for name in self.coefficients}
        if "pearson" in self.coefficients:
            result["pearson"] = self._pearson(weights)
        if self.ranked is not None and self.concordance is not None:
            size = weights.size
            for name in self.ranked.coefficients:
                result[name] = np.empty((size, n_metrics))
            # of a resample: counts in two types, the human's ranks, and a tree of pairs
            lanes = pooled_lanes(20 * len(self.rows), 2 * self.scores.nbytes)
            for start in range(0, size, lanes):
                draws = slice(start, start + lanes)
                counts = self._counts(weights, draws)
                part = RunningAverages.of(self.ranked.coefficients, 1, n_metrics, counts.shape[1])
                net = self.concordance.under(counts) if "kendall" in self.coefficients else None
                self.ranked.add(counts, np.ones((1, 1, counts.shape[1])), part, net)
                for name, value in part.means().items():
                    result[name][draws] = value[0].T
        return {name: result[name] for name in self.coefficients}

    def _counts(self, weights: Weights, draws: slice) -> FloatArray:
        """Return how often every output counts in some of the resamples, shape (n, B)."""
        size = 1 if weights.systems is weights.inputs is None else len(range(weights.size)[draws])
        sides = [
            np.ones((units, size)) if side is None else np.ascontiguousarray(side[draws].T)
            for side, units in zip((weights.systems, weights.inputs), self.shape, strict=True)
        ]
        counts = np.empty((len(self.rows), size))
        compiled(fill_output_products)(
            *sides, self.rows.astype(np.int32), self.columns.astype(np.int32), counts
        )
        return counts

    def _pearson(self, weights: Weights) -> FloatArray:
        there = np.ones((len(self.rows), 1), dtype=bool)

        def standard(place: int) -> FloatArray:
            return standardized_columns(self.scores[place, None, :, None], there)[0, :, 0]

        def sums(*values: FloatArray | float) -> FloatArray:
            matrices = np.zeros((len(values), *self.shape))
            for matrix, value in zip(matrices, values, strict=True):
                matrix[self.rows, self.columns] = value
            return bilinear(weights.systems, matrices, weights.inputs)

        z = standard(-1)
        sum_z, square_z = sums(z, np.square(z))
        if len(self.rows) == self.shape[0] * self.shape[1]:  # every cell is used
            sizes = [
                float(units) if side is None else side.sum(axis=1)
                for side, units in zip((weights.systems, weights.inputs), self.shape, strict=True)
            ]
            total = np.broadcast_to(sizes[0] * sizes[1], sum_z.shape)
        else:
            (total,) = sums(1.0)
        n_metrics = len(self.scores) - 1
        result = np.empty((weights.size, n_metrics))
        least = np.full(total.shape, np.inf)
        with np.errstate(divide="ignore", invalid="ignore"):
            mean_z = sum_z / total
            variance_z = np.maximum(square_z / total - np.square(mean_z), 0)
            for k in range(n_metrics):
                x = standard(k)
                sum_x, square_x, product = sums(x, np.square(x), x * z)
                mean_x = sum_x / total
                variance_x = np.maximum(square_x / total - np.square(mean_x), 0)
                least = np.minimum(least, variance_x)
                covariance = product / total - mean_x * mean_z
                result[:, k] = np.clip(covariance / np.sqrt(variance_x * variance_z), -1.0, 1.0)
        result[total < MINIMUM_OBSERVATIONS] = np.nan
        # a variance that is large beside rounding is none of a constant
        with np.errstate(invalid="ignore"):
            doubtful = ~((least > DOUBTFUL_VARIANCE) & (variance_z > DOUBTFUL_VARIANCE))
        for b in np.flatnonzero(doubtful):
            there = self._counts(weights, slice(b, b + 1))[:, 0] > 0
            constant = np.array([np.unique(row[there]).size <= 1 for row in self.scores])
            result[b, constant[:-1] | constant[-1]] = np.nan
        return result


def pooled_lanes(size: int, held: int) -> int:
    """Return how many resamples are looked at together when each takes `size` bytes, and all share what is held.

    A multiple of 8: a byte may hold a flag of each.
    """
    share = max(0, memory_budget() // 4 * 3 - held) // chosen_workers()
    return max(8, min(POOLED_LANES, share // max(1, size) // 8 * 8))


def bilinear(left: FloatArray | None, matrices: FloatArray, right: FloatArray | None) -> FloatArray:
    """Return the sums over cells of left weight x value x right weight: shape (matrices, B).

    Parameters
    ----------
    left : array of shape (B, N), optional
        Weights of rows (default one each).
    matrices : array of shape (matrices, N, M)
    right : array of shape (B, M), optional
        Weights of columns (default one each).
    """
    if left is None and right is None:
        return np.asarray(matrices.sum(axis=(1, 2))[:, None])
    if left is None:
        return np.stack([right @ matrix.sum(axis=0) for matrix in matrices])
    if right is None:
        return np.stack([left @ matrix.sum(axis=1) for matrix in matrices])
    if len(matrices[0]) > len(matrices[0].T):
        return np.stack([np.einsum("bm,bm->b", left @ matrix, right) for matrix in matrices])
    return np.stack([np.einsum("bn,bn->b", right @ matrix.T, left) for matrix in matrices])
