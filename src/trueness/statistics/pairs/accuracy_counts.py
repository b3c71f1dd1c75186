"""Pairs of systems that metrics order as people do, counted for the data as they are and in resamples.

Counts, in place of shares, so that the pairs of several tables can be pooled into one share of all pairs (Kocmi et
al. 2021). The rule for ties is ``sign`` of `system_pairwise_accuracy`: a pair is right if metric and human order it
the same way or both tie it.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from trueness.parallel import memory_budget, run_tiles
from trueness.parallel.fingerprint import fingerprint
from trueness.statistics.array_types import FloatArray
from trueness.statistics.engine.resample import BootstrapPlan, Weights, n_tiles
from trueness.statistics.score_arrays import CellGroup, ScoreArrays
from trueness.statistics.system_scores import system_means, system_scores, with_outputs


class AccuracyCounts(NamedTuple):
    """Pairs of systems under B weight vectors.

    Attributes
    ----------
    right : array of shape (B, K)
        Pairs that each metric orders as the human does; NaN where a system has outputs but no score.
    pairs : array of shape (B, K)
        All pairs.
    """

    right: FloatArray
    pairs: FloatArray


def accuracy_counts(arrays: ScoreArrays, group: CellGroup, weights: Weights) -> AccuracyCounts:
    """Count the pairs of systems that a group's metrics order as the human does.

    A resample in which a system was drawn several times counts its pairs with others as often; copies of one system
    are no pair, since nothing about their order could be wrong. Time is O(B · K · N²), or one matrix product where
    only systems vary; memory follows `memory_budget`.

    Parameters
    ----------
    arrays : ScoreArrays
    group : CellGroup
        K metrics and their cells.
    weights : Weights
        B resamples; ``Weights(None, None)`` for the data as they are.
    """
    # with one input every draw of inputs is that input
    inputs = None if arrays.n_inputs == 1 else weights.inputs
    x = system_scores(arrays, group.metrics, group.metric_cells, inputs)
    z = system_means(arrays.exact[1][None], group.human_cells, inputs)[:, 0]
    present = with_outputs(group.metric_cells, inputs) & ~np.isnan(z)
    systems = np.ones((1, x.shape[2])) if weights.systems is None else weights.systems
    counts = np.ascontiguousarray(np.broadcast_to(systems * present, (weights.size, x.shape[2])))
    lost = np.isnan(x) & present[:, None, :]  # outputs without a score: the formula is undefined
    n_metrics = x.shape[1]
    right = np.empty((weights.size, n_metrics))
    pairs = np.empty(weights.size)
    first, second = np.triu_indices(x.shape[2], 1)
    step = max(1, memory_budget() // 8 // (8 * max(1, len(first))))
    for start in range(0, weights.size, step):
        rows = slice(start, start + step)
        products = counts[rows][:, first] * counts[rows][:, second]
        pairs[rows] = products.sum(axis=1)
        fixed = len(x) == 1
        here = slice(0, 1) if fixed else rows
        sign_z = np.sign(z[here][:, first] - z[here][:, second])
        for k in range(n_metrics):
            agree = np.sign(x[here, k][:, first] - x[here, k][:, second]) == sign_z
            right[rows, k] = products @ agree[0] if fixed else np.sum(products * agree, axis=1)
    if lost.any():
        right[np.any(lost & (counts[:, None, :] > 0), axis=2)] = np.nan
    return AccuracyCounts(right, np.repeat(pairs[:, None], n_metrics, axis=1))


def bootstrap_accuracy_counts(
    arrays: ScoreArrays, groups: Sequence[CellGroup], plan: BootstrapPlan
) -> list[AccuracyCounts]:
    """Return the counts of every group in the resamples of a plan.

    Parameters
    ----------
    arrays : ScoreArrays
    groups : sequence of CellGroup
    plan : BootstrapPlan
    """
    arrays.prepare()
    run = AccuracyTiles(arrays, tuple(groups), plan)
    parts = run_tiles(
        run,
        n_tiles(plan.resamples),
        identity=functools.partial(fingerprint, "accuracy", arrays, run.groups, plan),
    )
    tiles = [tile for part in parts for tile in part]
    return [
        AccuracyCounts(
            np.concatenate([tile[g][0] for tile in tiles]),
            np.concatenate([tile[g][1] for tile in tiles]),
        )
        for g in range(len(groups))
    ]


@dataclasses.dataclass(frozen=True)
class AccuracyTiles:
    """Groups of metrics whose pairs are counted in tiles of resamples, as work that any process can be given."""

    arrays: ScoreArrays
    groups: tuple[CellGroup, ...]
    plan: BootstrapPlan

    def __call__(self, tiles: Sequence[int]) -> list[list[tuple[FloatArray, FloatArray]]]:
        """Return the counts of every group in the parts of some tiles, as plain pairs, which can be kept."""
        return [
            [(*accuracy_counts(self.arrays, group, weights),) for group in self.groups]
            for tile in tiles
            for weights in self.plan.parts(tile)
        ]
