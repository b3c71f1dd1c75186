"""Leave-one-out values of correlations, which BCa intervals and the sensitivity to single systems need.

Pearson's, Spearman's and Kendall's coefficients without a system, an input or a cluster of either follow from sums over
all of them (`left_out_columns`); where scores of systems change with the inputs left out, and for other coefficients,
correlations are computed anew.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray, IntArray, Key
from trueness.statistics.engine.column_pieces import in_pieces
from trueness.statistics.engine.left_out_columns import COEFFICIENTS
from trueness.statistics.engine.left_out_matrices import left_out_coefficients
from trueness.statistics.engine.resample import BootstrapPlan, Weights, counted_together
from trueness.statistics.engine.system_columns import whole_system_columns
from trueness.statistics.engine.whole_columns import whole_columns
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.resampling.resampled_levels import resampled_level
from trueness.statistics.score_arrays import CellGroup, ScoreArrays


@dataclasses.dataclass(frozen=True)
class LeftOutAxis:
    """What is left out: a unit of systems, or of inputs, after the other.

    Attributes
    ----------
    over : {'systems', 'inputs'}
    units : array of shape (N,) or (M,)
        The unit of every system, or input, from 0 on.
    size : int
        Number of units.
    """

    over: str
    units: IntArray
    size: int

    @classmethod
    def of(cls, over: str, size: int, clusters: IntArray | None) -> LeftOutAxis:
        """Return the axis of so many systems or inputs, or of their clusters."""
        numbers, places = np.unique(np.arange(size) if clusters is None else clusters, return_inverse=True)
        return cls(over, places.reshape(-1), len(numbers))

    def weights(self) -> Iterator[Weights]:
        """Yield the counts without each unit, a few units at a time (`counted_together`)."""
        step = counted_together(len(self.units))
        for start in range(0, self.size, step):
            left_out = np.arange(start, min(start + step, self.size))[:, None]
            kept = np.where(self.units == left_out, 0.0, 1.0)
            yield Weights(kept, None) if self.over == "systems" else Weights(None, kept)


def left_out_axes(plan: BootstrapPlan) -> list[LeftOutAxis]:
    """Return what is left out for a plan that resamples it, systems first; units are clusters where it has some."""
    axes = []
    if plan.over in ("systems", "both"):
        axes.append(LeftOutAxis.of("systems", plan.n_systems, plan.system_clusters))
    if plan.over in ("inputs", "both"):
        axes.append(LeftOutAxis.of("inputs", plan.n_inputs, plan.clusters))
    return axes


def jackknife(
    arrays: ScoreArrays,
    group: CellGroup,
    plan: BootstrapPlan,
    levels: Sequence[str],
    coefficients: Sequence[str],
) -> dict[Key, list[FloatArray]]:
    """Return leave-one-out values per axis of `left_out_axes`: a list of arrays of shape (units, K).

    Time for Pearson's, Spearman's and Kendall's coefficients, for K metrics: O(K N M log(N M)) at the input level and
    per system; at the global level O(K N M) more for every system and every input (or cluster) left out; at the
    system level O(K N log N) over systems, and over inputs that of as many resamples. Memory beyond the results stays
    within the budget.
    """
    fast = tuple(name for name in coefficients if name in COEFFICIENTS)
    slow = tuple(name for name in coefficients if name not in COEFFICIENTS)
    result: dict[Key, list[FloatArray]] = {(level, name): [] for level in levels for name in coefficients}
    for axis in left_out_axes(plan):
        for level in levels:
            found = _computed_anew(arrays, group, axis, level, slow) if slow else {}
            if fast:
                found |= _left_out(arrays, group, axis, level, fast)
            for name in coefficients:
                result[level, name].append(found[name])
    return result


def _left_out(
    arrays: ScoreArrays, group: CellGroup, axis: LeftOutAxis, level: str, coefficients: tuple[str, ...]
) -> dict[str, FloatArray]:
    """Return the values without each unit, shape (units, K)."""
    x, human = arrays.exact_metrics(group.metrics), arrays.exact[1]
    if level == "system":
        scores = whole_system_columns(arrays, group) if axis.over == "systems" else None
        if scores is None:
            return _resampled(arrays, group, axis, level, coefficients)
        return _averaged(*scores, axis, coefficients)
    if level == "global":
        rows, columns = np.nonzero(group.cells)
        units = axis.units[rows if axis.over == "systems" else columns]
        there = np.ones((len(rows), 1), dtype=bool)
        outputs = x[:, rows, columns, None], human[rows, columns, None], there
        return _averaged(*outputs, dataclasses.replace(axis, units=units), coefficients)
    turned = level == "per_system"
    matrices = (x.transpose(0, 2, 1), human.T, group.cells.T) if turned else (x, human, group.cells)
    if axis.over == ("systems" if turned else "inputs"):
        return _without_columns(*matrices, axis, coefficients)
    return _averaged(*matrices, axis, coefficients)


def _averaged(
    x: FloatArray, z: FloatArray, present: BoolArray, axis: LeftOutAxis, coefficients: tuple[str, ...]
) -> dict[str, FloatArray]:
    """Average over columns, of shapes (K, N, C), (N, C), (N, C), their coefficients without each unit."""
    totals = {name: np.zeros((len(x), axis.size)) for name in coefficients}
    counts = {name: np.zeros((len(x), axis.size)) for name in coefficients}

    def of_piece(x: FloatArray, z: FloatArray, present: BoolArray) -> dict[str, tuple[FloatArray, IntArray]]:
        found = {}
        for name, (_, value, _) in left_out_coefficients(
            x, z, present, axis.units, axis.size, coefficients
        ).items():
            known = ~np.isnan(value)
            found[name] = np.where(known, value, 0.0).sum(axis=1), known.sum(axis=1)
        return found

    for _, found in in_pieces(of_piece, x, z, present):
        for name, (total, count) in found.items():
            totals[name] += total
            counts[name] += count
    return {name: _mean(totals[name], counts[name]).T for name in coefficients}


def _without_columns(
    x: FloatArray, z: FloatArray, present: BoolArray, axis: LeftOutAxis, coefficients: tuple[str, ...]
) -> dict[str, FloatArray]:
    """Average over columns without each unit of them, whose coefficients stay as they are."""
    totals = {name: np.zeros((len(x), axis.size)) for name in coefficients}
    counts = {name: np.zeros((len(x), axis.size)) for name in coefficients}
    for name, value in whole_columns(x, z, present, coefficients).items():
        known = ~np.isnan(value)
        for total, part in ((totals[name], np.where(known, value, 0.0)), (counts[name], known)):
            np.add.at(total.T, axis.units, part.T)
    others = {name: totals[name].sum(axis=1, keepdims=True) - totals[name] for name in coefficients}
    n_others = {name: counts[name].sum(axis=1, keepdims=True) - counts[name] for name in coefficients}
    return {name: _mean(others[name], n_others[name]).T for name in coefficients}


def _mean(total: FloatArray, count: FloatArray) -> FloatArray:
    mean: FloatArray = np.full(count.shape, np.nan)
    return np.divide(total, count, out=mean, where=count > 0)


def _resampled(
    arrays: ScoreArrays, group: CellGroup, axis: LeftOutAxis, level: str, coefficients: tuple[str, ...]
) -> dict[str, FloatArray]:
    """Return the values of resamples that lack a unit each."""
    ready = resampled_level(arrays, group, level, axis.over, coefficients)
    parts = [ready.values(weights) for weights in axis.weights()]
    return {name: np.concatenate([part[name] for part in parts]) for name in coefficients}


def _computed_anew(
    arrays: ScoreArrays, group: CellGroup, axis: LeftOutAxis, level: str, coefficients: tuple[str, ...]
) -> dict[str, FloatArray]:
    result = []
    for weights in axis.weights():
        found = level_correlations(arrays, group, weights, level, coefficients).values
        # nothing varied at this level, e.g. one system only: every resample is the data
        shape = (weights.size, len(group.metrics))
        result.append({name: np.broadcast_to(value, shape) for name, value in found.items()})
    return {name: np.concatenate([part[name] for part in result]) for name in coefficients}
