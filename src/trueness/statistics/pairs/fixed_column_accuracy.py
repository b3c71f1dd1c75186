"""Sums over pairs of systems of many columns under resampled systems and inputs, as matrix products.

A resample counts how often each system and each input was drawn, w and v. Copies of one system are no pair: a system is
no other than itself, and a pair of copies, tied by metric and human alike, would count as right. So a pair of different
systems counts w_i w_k, and every pair that there is counts that often for each time its input was drawn. What is summed
for a pair in an input does not depend on the resample: all resamples are products of three matrices,

    sum over inputs and pairs of v w_i w_k f = rows of (w_i w_k) * (v F).

Sums of whole numbers are in single precision where they stay below 2**24, in double precision otherwise, and are exact
in both. Memory is bounded: pairs go in blocks, metrics one by one.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.engine.fixed_columns import SINGLE_PRECISION_LIMIT
from trueness.statistics.engine.resample import Weights
from trueness.statistics.pairs.score_differences import DifferenceScale
from trueness.statistics.ties import exact_scores

BLOCK = 4_000_000
"""Numbers held at a time by one step, some tens of megabytes."""

Values = NDArray[Any]
"""Of pairs in columns, shape (P, M); of any type of number."""


class ResampledAccuracy(NamedTuple):
    """acc_eq of K metrics under B resamples.

    Attributes
    ----------
    values : array of shape (B, K)
        Mean over inputs, in [0, 1]; NaN where no input that was drawn has a pair.
    n_undefined : array of shape (B, K)
        Inputs without a pair, counted as often as they were drawn; they are left out.
    """

    values: FloatArray
    n_undefined: FloatArray


def resampled_accuracy(
    right: BoolArray | RightPairs, cells: BoolArray, weights: Weights
) -> ResampledAccuracy:
    """Return the pairwise accuracy at the input level of K metrics under every resample.

    Parameters
    ----------
    right : array of shape (K, P, M) or RightPairs
        From `right_pairs`, which is worked out once for all resamples.
    cells : array of shape (N, M)
        The outputs used.
    weights : Weights
        B resamples; ``Weights(None, None)`` for the data as they are.
    """
    n_inputs = cells.shape[1]
    systems = np.ones((1, len(cells))) if weights.systems is None else weights.systems
    inputs = np.ones((1, n_inputs)) if weights.inputs is None else weights.inputs
    size = weights.size
    products = pair_products(systems)
    complete = bool(cells.all())
    # pairs of different systems that were drawn, one column for all inputs where none lacks an output
    used = np.ones((len(cells), 1)) if complete else cells.astype(np.float64)
    pairs = (np.square(systems @ used) - np.square(systems) @ used) / 2
    known = pairs > 0
    defined = np.broadcast_to(np.einsum("bm,bm->b", *_matched(known, inputs)), (size,))[:, None]
    if complete:
        share, whole = inputs, np.broadcast_to(pairs, (size, 1)) * inputs.sum(axis=1, keepdims=True)
    else:
        # a column's share of the mean of accuracies, so that all columns are summed at once
        share = np.divide(inputs, pairs, out=np.zeros(_matched(pairs, inputs)[0].shape), where=known)
        whole = defined
    largest = float(np.max(products.sum(axis=1), initial=0.0) * np.max(inputs.sum(axis=1), initial=0.0))
    single = complete and largest < SINGLE_PRECISION_LIMIT
    total = np.empty((size, len(right)))
    for k in range(len(right)):
        total[:, k] = pair_sums(right[k].__getitem__, products, share, single=single)
    values = np.divide(total, whole, out=np.full(total.shape, np.nan), where=whole > 0)
    drawn = (inputs @ cells.any(axis=0).astype(np.float64))[:, None]
    undefined = np.broadcast_to(drawn - defined, total.shape)
    return ResampledAccuracy(values, np.asarray(undefined))


def pair_products(systems: FloatArray) -> FloatArray:
    """Return how often each pair of different systems stands in each resample, (B, N) to (B, P)."""
    i, k = np.triu_indices(systems.shape[1], 1)
    return np.asarray(systems[:, i] * systems[:, k])


def pair_sums(
    values: Callable[[slice], Values], products: FloatArray, inputs: FloatArray, *, single: bool = False
) -> FloatArray:
    """Return the sum over pairs and columns of products x inputs x values, shape (B,).

    Parameters
    ----------
    values : callable
        Given some pairs as a slice, returns what is summed, shape (pairs, M).
    products : array of shape (B, P) or (1, P)
    inputs : array of shape (B, M) or (1, M)
    single : bool
        Whether single precision is exact.
    """
    kind = np.float32 if single else np.float64
    n_pairs = products.shape[1]
    counts: NDArray[Any] = inputs.astype(kind)
    total = np.zeros(max(len(products), len(inputs)))
    # depends on the shape of the data alone, so that sums are added in one order everywhere
    step = max(1, BLOCK // (inputs.shape[1] + len(inputs)))
    for start in range(0, n_pairs, step):
        here = slice(start, start + step)
        columns = (counts @ values(here).astype(kind).T).astype(np.float64)
        if len(columns) == 1:
            total += products[:, here] @ columns[0]
        else:
            total += np.einsum("bp,bp->b", *_matched(products[:, here], columns))
    return total


def right_pairs(x: FloatArray, z: FloatArray, cells: BoolArray, epsilons: FloatArray) -> BoolArray:
    """Return whether each metric orders or ties each pair of systems as people do, shape (K, P, M).

    Pairs i < k are in the order of `numpy.triu_indices`; False where either output is not used.

    Parameters
    ----------
    x, z, cells, epsilons
        As in `RightPairs`.
    """
    ready = RightPairs.of(x, z, cells, epsilons)
    result = np.empty((len(x), len(ready.i), z.shape[1]), dtype=np.bool_)
    for metric in range(len(x)):
        result[metric] = ready[metric][slice(0, len(ready.i))]
    return result


@dataclasses.dataclass(frozen=True)
class RightPairs:
    """What `right_pairs` returns, a metric and some pairs at a time, for where all of it is too much to keep.

    Parameters
    ----------
    x : array of shape (K, N, M)
        Scores of K metrics.
    z : array of shape (N, M)
        The human scores.
    cells : array of shape (N, M)
        The outputs to use; x and z hold scores there.
    epsilons : array of shape (K, 1) or (K, M)
        Tie thresholds of each metric, in units of its scores; NaN leaves an input without right pairs.
    """

    x: tuple[FloatArray, ...]
    z: FloatArray
    cells: BoolArray
    limits: tuple[FloatArray, ...]
    i: IntArray
    k: IntArray

    @classmethod
    def of(cls, x: FloatArray, z: FloatArray, cells: BoolArray, epsilons: FloatArray) -> RightPairs:
        """Put scores on scales on which differences are compared."""
        scaled = [DifferenceScale.of(np.where(cells, scores, np.nan)) for scores in x]
        limits = tuple(
            np.array([scale.limit(float(epsilon)) for epsilon in own]).T
            for (_, scale), own in zip(scaled, epsilons, strict=True)
        )
        human = exact_scores(np.where(cells, z, np.nan)).values
        i, k = np.triu_indices(len(z), 1)
        return cls(x=tuple(scores for scores, _ in scaled), z=human, cells=cells, limits=limits, i=i, k=k)

    def __len__(self) -> int:
        """Return the number of metrics."""
        return len(self.x)

    def __getitem__(self, metric: int) -> _RightPairsOfMetric:
        """Return the pairs of one metric."""
        return _RightPairsOfMetric(self, range(len(self.x))[metric])


@dataclasses.dataclass(frozen=True)
class _RightPairsOfMetric:
    of: RightPairs
    metric: int

    def __getitem__(self, here: slice) -> BoolArray:
        """Return whether some pairs are right, shape (pairs, M)."""
        of, i, k = self.of, self.of.i[here], self.of.k[here]
        x, (threshold, tolerance) = of.x[self.metric], of.limits[self.metric]
        step = x[i] - x[k]
        tied = np.abs(step) - threshold <= tolerance
        sign_x = np.where(tied, 0.0, np.sign(step))
        right = (of.cells[i] & of.cells[k]) & (sign_x == np.sign(of.z[i] - of.z[k]))
        return np.asarray(right & ~np.isnan(threshold))


def column_accuracy(right: BoolArray | RightPairs, cells: BoolArray) -> FloatArray:
    """Return acc_eq of every column on the data as they are, shape (K, M); NaN for fewer than two outputs."""
    n_systems, n_inputs = cells.shape
    n_pairs = n_systems * (n_systems - 1) // 2
    step = max(1, BLOCK // max(1, n_inputs))
    correct = np.zeros((len(right), n_inputs))
    for k in range(len(right)):
        for start in range(0, n_pairs, step):
            correct[k] += right[k][slice(start, start + step)].sum(axis=0)
    sizes: IntArray = cells.sum(axis=0)
    whole = np.broadcast_to(sizes * (sizes - 1) / 2, correct.shape)
    return np.asarray(np.divide(correct, whole, out=np.full(correct.shape, np.nan), where=whole > 0))


def _matched(first: NDArray[Any], second: NDArray[Any]) -> tuple[FloatArray, FloatArray]:
    """Give both the same number of resamples and of columns."""
    shape = np.broadcast_shapes(first.shape, second.shape)
    return np.broadcast_to(first, shape).astype(np.float64, copy=False), np.broadcast_to(second, shape)
