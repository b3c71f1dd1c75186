"""Leave-one-out values of correlations, which BCa intervals and the sensitivity to single systems need.

Pearson's, Spearman's and Kendall's coefficients without a system, an input or a cluster of either follow from sums over
all of them (`left_out_columns`); where scores of systems change with the inputs left out, and for other coefficients,
correlations are computed anew.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np

from trueness.parallel import memory_budget
from trueness.statistics.array_types import BoolArray, FloatArray, IntArray, Key
from trueness.statistics.engine.left_out_columns import COEFFICIENTS
from trueness.statistics.engine.left_out_matrices import left_out_coefficients
from trueness.statistics.engine.resample import TILE, BootstrapPlan, Weights
from trueness.statistics.engine.system_columns import whole_system_columns
from trueness.statistics.engine.whole_columns import whole_columns
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.resampling.resampled_levels import resampled_level
from trueness.statistics.score_arrays import CellGroup, ScoreArrays


@dataclasses.dataclass(frozen=True)
class _Axis:
    """What is left out: the unit of every system or of every input, numbered from 0."""

    over: str  # 'systems' or 'inputs'
    units: IntArray
    size: int

    @classmethod
    def of(cls, over: str, units: IntArray) -> _Axis:
        """Return an axis, its units numbered from 0."""
        numbers, places = np.unique(units, return_inverse=True)
        return cls(over, places.reshape(-1), len(numbers))

    def parts(self) -> list[tuple[int, int]]:
        """Return the first unit and the end of every few of them, which bounds memory."""
        return [(start, min(start + TILE, self.size)) for start in range(0, self.size, TILE)]

    def weights(self, start: int, stop: int) -> Weights:
        """Return the counts without each of some units."""
        kept = 1.0 - (self.units[None, :] == np.arange(start, stop)[:, None])
        return Weights(kept, None) if self.over == "systems" else Weights(None, kept)


def jackknife(
    arrays: ScoreArrays,
    group: CellGroup,
    plan: BootstrapPlan,
    levels: Sequence[str],
    coefficients: Sequence[str],
) -> dict[Key, list[FloatArray]]:
    """Return leave-one-out values per resampled axis, systems first: a list of arrays of shape (units, K).

    Units are clusters where the plan has some.

    Time for Pearson's, Spearman's and Kendall's coefficients, for K metrics: O(K N M log(N M)) at the input level and
    per system; at the global level O(K N M) more for every system and every input (or cluster) left out; at the
    system level O(K N log N) over systems, and over inputs that of as many resamples. Memory beyond the results stays
    within the budget.
    """
    axes: list[_Axis] = []
    if plan.over in ("systems", "both"):
        rows: IntArray = np.arange(plan.n_systems) if plan.system_clusters is None else plan.system_clusters
        axes.append(_Axis.of("systems", rows))
    if plan.over in ("inputs", "both"):
        columns: IntArray = np.arange(plan.n_inputs) if plan.clusters is None else plan.clusters
        axes.append(_Axis.of("inputs", columns))
    fast = tuple(name for name in coefficients if name in COEFFICIENTS)
    slow = tuple(name for name in coefficients if name not in COEFFICIENTS)
    result: dict[Key, list[FloatArray]] = {(level, name): [] for level in levels for name in coefficients}
    for axis in axes:
        for level in levels:
            found = _computed_anew(arrays, group, axis, level, slow) if slow else {}
            if fast:
                found |= _left_out(arrays, group, axis, level, fast)
            for name in coefficients:
                result[level, name].append(found[name])
    return result


def _left_out(
    arrays: ScoreArrays, group: CellGroup, axis: _Axis, level: str, coefficients: tuple[str, ...]
) -> dict[str, FloatArray]:
    """Return the values without each unit, shape (units, K)."""
    metrics, human = arrays.exact
    x = metrics[list(group.metrics)]
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
    x: FloatArray, z: FloatArray, present: BoolArray, axis: _Axis, coefficients: tuple[str, ...]
) -> dict[str, FloatArray]:
    """Average over columns, of shapes (K, N, C), (N, C), (N, C), their coefficients without each unit."""
    n_metrics, n_entries, n_columns = x.shape
    totals = {name: np.zeros((n_metrics, axis.size)) for name in coefficients}
    counts = {name: np.zeros((n_metrics, axis.size)) for name in coefficients}
    # of a column: values, whether they are there, and what is prepared
    size = n_metrics * 40 * axis.size + (n_metrics + 1) * 80 * n_entries
    step = max(1, memory_budget() // 4 // size)
    for start in range(0, n_columns, step):
        here = slice(start, start + step)
        found = left_out_coefficients(
            x[:, :, here], z[:, here], present[:, here], axis.units, axis.size, coefficients
        )
        for name, (_, value, _) in found.items():
            known = ~np.isnan(value)
            totals[name] += np.where(known, value, 0.0).sum(axis=1)
            counts[name] += known.sum(axis=1)
    return {name: _mean(totals[name], counts[name]).T for name in coefficients}


def _without_columns(
    x: FloatArray, z: FloatArray, present: BoolArray, axis: _Axis, coefficients: tuple[str, ...]
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
    arrays: ScoreArrays, group: CellGroup, axis: _Axis, level: str, coefficients: tuple[str, ...]
) -> dict[str, FloatArray]:
    """Return the values of resamples that lack a unit each."""
    ready = resampled_level(arrays, group, level, axis.over, coefficients)
    parts = [ready.values(axis.weights(start, stop)) for start, stop in axis.parts()]
    return {name: np.concatenate([part[name] for part in parts]) for name in coefficients}


def _computed_anew(
    arrays: ScoreArrays, group: CellGroup, axis: _Axis, level: str, coefficients: tuple[str, ...]
) -> dict[str, FloatArray]:
    result = []
    for start, stop in axis.parts():
        found = level_correlations(arrays, group, axis.weights(start, stop), level, coefficients).values
        # nothing varied at this level, e.g. one system only: every resample is the data
        shape = (stop - start, len(group.metrics))
        result.append({name: np.broadcast_to(value, shape) for name, value in found.items()})
    return {name: np.concatenate([part[name] for part in result]) for name in coefficients}
