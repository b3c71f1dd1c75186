"""Coefficients over pairs of systems within inputs, under resampled systems and inputs.

Pairwise accuracy with ties is a mean over inputs; Pearson's r of pairwise differences and WMT's tau of relative
rankings pool the pairs of all inputs. All are sums over pairs and inputs of what does not depend on the resample (see
`fixed_column_accuracy`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from trueness.parallel import memory_budget
from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.engine.resample import Weights
from trueness.statistics.level_values import LevelValues
from trueness.statistics.pairs.fixed_column_accuracy import (
    RightPairs,
    Values,
    pair_products,
    pair_sums,
    resampled_accuracy,
    right_pairs,
)
from trueness.statistics.pairs.score_differences import DifferenceScale
from trueness.statistics.pairs.tie_thresholds import tie_thresholds
from trueness.statistics.score_arrays import CellGroup, ScoreArrays


@dataclasses.dataclass(frozen=True)
class InputAccuracy:
    """Pairwise accuracy with ties at the input level, and the same on the scale of a correlation.

    Attributes
    ----------
    right : array of shape (K, P, M) or RightPairs
    cells : array of shape (N, M)
        Outputs used: none of an input without a threshold.
    left_out : array of shape (M,)
        Inputs with outputs and without a threshold.
    """

    right: BoolArray | RightPairs
    cells: BoolArray
    left_out: BoolArray

    @classmethod
    def of(cls, arrays: ScoreArrays, group: CellGroup) -> InputAccuracy:
        """Find the tie thresholds of a group's metrics and what pairs they order as people do."""
        epsilons = tie_thresholds(arrays, group, "input")
        without = np.isnan(epsilons).any(axis=0)  # depends on the cells alone: the same for all metrics
        cells = group.cells & ~without
        x = arrays.metrics[list(group.metrics)]
        # one byte for each pair of every metric and input, if these can be kept
        size = x.size * (len(cells) - 1) // 2
        make = right_pairs if size <= memory_budget() // 2 else RightPairs.of
        right = make(x, arrays.human, cells, epsilons)
        left_out = np.broadcast_to(without, cells.shape[1:]) & group.cells.any(axis=0)
        return cls(right, cells, left_out)

    def level_values(self, weights: Weights) -> LevelValues:
        """Return acc_eq and tau_eq under each resample."""
        found = resampled_accuracy(self.right, self.cells, weights)
        inputs = np.ones((1, self.cells.shape[1])) if weights.inputs is None else weights.inputs
        undefined = found.n_undefined + (inputs @ self.left_out.astype(np.float64))[:, None]
        return accuracies(found.values, undefined)


def accuracies(share: FloatArray, undefined: FloatArray) -> LevelValues:
    """Return acc_eq, and tau_eq = 2 acc_eq - 1."""
    return LevelValues(
        {"acc_eq": share, "tau_eq": 2.0 * share - 1.0}, {"acc_eq": undefined, "tau_eq": undefined}
    )


@dataclasses.dataclass(frozen=True)
class PooledDifferences:
    """Pearson's r of the differences between systems, pooled over inputs: PDP.

    Attributes
    ----------
    x : array of shape (K, N, M)
        Scores on the scale of their largest difference from their input's mean; zero in cells not used.
    z : array of shape (N, M)
    cells : array of shape (N, M)
    """

    x: FloatArray
    z: FloatArray
    cells: BoolArray

    @classmethod
    def of(cls, arrays: ScoreArrays, group: CellGroup) -> PooledDifferences:
        """Centre scores within inputs, which changes no difference and keeps their digits."""
        metrics, human = arrays.exact
        x = centred(metrics[list(group.metrics)], group.cells)
        return cls(x, centred(human[None], group.cells)[0], group.cells)

    def level_values(self, weights: Weights) -> LevelValues:
        """Return the coefficient under each resample."""
        systems = np.ones((1, len(self.z))) if weights.systems is None else weights.systems
        inputs = np.ones((1, self.z.shape[1])) if weights.inputs is None else weights.inputs
        products = pair_products(systems)
        i, k = np.triu_indices(len(self.z), 1)

        def of(first: FloatArray, second: FloatArray) -> FloatArray:
            def values(here: slice) -> Values:
                p, q = i[here], k[here]
                used = self.cells[p] & self.cells[q]
                return np.where(used, (first[p] - first[q]) * (second[p] - second[q]), 0.0)

            return pair_sums(values, products, inputs)

        human = of(self.z, self.z)
        size = weights.size
        result = np.empty((size, len(self.x)))
        for place, x in enumerate(self.x):
            with np.errstate(divide="ignore", invalid="ignore"):
                scale = np.sqrt(of(x, x) * human)
                value = np.clip(of(x, self.z) / scale, -1.0, 1.0)
            result[:, place] = np.where(scale > 0, value, np.nan)
        return LevelValues({"pdp": result}, {"pdp": np.zeros(result.shape)})


def centred(x: FloatArray, cells: BoolArray) -> FloatArray:
    """Return scores less their input's mean, divided by the largest of a metric; zero in cells not used.

    Differences within an input whose scores are equal are exactly zero.

    Parameters
    ----------
    x : array of shape (K, N, M)
    cells : array of shape (N, M)
    """
    sizes = np.maximum(cells.sum(axis=0), 1)
    filled = np.where(cells, x, 0.0)
    result = np.where(cells, filled - (filled.sum(axis=1) / sizes)[:, None, :], 0.0)
    largest = np.max(np.where(cells, x, -np.inf), axis=1, initial=-np.inf)
    smallest = np.min(np.where(cells, x, np.inf), axis=1, initial=np.inf)
    result = np.where((largest > smallest)[:, None, :], result, 0.0)
    spread = np.max(np.abs(result), axis=(1, 2), keepdims=True, initial=0.0)
    return np.asarray(result / np.where(spread > 0, spread, 1.0))


@dataclasses.dataclass(frozen=True)
class RelativeRankings:
    """WMT's tau of relative rankings: clear pairs that the metric orders as people do, less all other clear pairs.

    Attributes
    ----------
    x : array of shape (K, N, M)
    clear : array of shape (P, M)
        The sign of the human's preference, 0 where there is none.
    name : str
        Of the coefficient.
    """

    x: FloatArray
    clear: NDArray[np.int8]
    name: str

    @classmethod
    def of(cls, arrays: ScoreArrays, group: CellGroup, threshold: float, name: str) -> RelativeRankings:
        """Find the clear preferences."""
        return cls(
            arrays.metrics[list(group.metrics)],
            clear_preferences(arrays.human, group.cells, threshold),
            name,
        )

    def level_values(self, weights: Weights) -> LevelValues:
        """Return the coefficient under each resample."""
        n_systems, n_inputs = self.x.shape[1:]
        systems = np.ones((1, n_systems)) if weights.systems is None else weights.systems
        inputs = np.ones((1, n_inputs)) if weights.inputs is None else weights.inputs
        products = pair_products(systems)
        i, k = np.triu_indices(n_systems, 1)
        whole = pair_sums(lambda here: np.abs(self.clear[here]), products, inputs)[:, None]
        right = np.empty((weights.size, len(self.x)))
        for place, x in enumerate(self.x):
            right[:, place] = pair_sums(_concordant(x, self.clear, i, k), products, inputs)
        value = np.divide(2 * right - whole, whole, out=np.full(right.shape, np.nan), where=whole > 0)
        return LevelValues({self.name: value}, {self.name: np.zeros(value.shape)})


def clear_preferences(human: FloatArray, cells: BoolArray, threshold: float) -> NDArray[np.int8]:
    """Return the sign of human differences that reach a threshold, 0 for others, shape (P, M)."""
    i, k = np.triu_indices(len(human), 1)
    scaled, scale = DifferenceScale.of(np.where(cells, human, np.nan))
    least, tolerance = scale.limit(threshold)
    step = scaled[i] - scaled[k]
    reached = np.abs(step) - least >= -tolerance  # False beside a NaN
    return np.where(reached, np.sign(np.where(reached, step, 0.0)), 0.0).astype(np.int8)


def _concordant(
    x: FloatArray, clear: NDArray[np.int8], i: IntArray, k: IntArray
) -> Callable[[slice], Values]:
    def values(here: slice) -> Values:
        sign = clear[here]
        return np.asarray((sign != 0) & (np.sign(x[i[here]] - x[k[here]]) == sign))

    return values
