"""Correlations at a level under tiles of resamples: what does not depend on the resample is computed once.

The same numbers as `level_correlations`, which computes them for the data as they are, and for tau-c and
gamma in resamples as well.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection
from typing import Protocol

import numpy as np

from trueness.errors import UnsupportedMethodError
from trueness.parallel import chosen_workers, memory_budget
from trueness.statistics.array_types import BoolArray, FloatArray
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.compiled import LANES
from trueness.statistics.engine.column_cost import walked
from trueness.statistics.engine.pooled_outputs import PooledOutputs
from trueness.statistics.engine.prepared_columns import COEFFICIENTS, PreparedColumns, RunningAverages
from trueness.statistics.engine.resample import Weights
from trueness.statistics.engine.system_columns import SystemColumns
from trueness.statistics.engine.value_tables import ValueTables
from trueness.statistics.engine.weighted_rows import weighted_row_coefficients
from trueness.statistics.engine.whole_columns import whole_columns
from trueness.statistics.pairs.pair_levels import pair_levels
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.score_arrays import CellGroup, ScoreArrays


class ResampledLevel(Protocol):
    """A level of a group's metrics, ready for resamples."""

    def values(self, weights: Weights) -> dict[str, FloatArray]:
        """Return coefficients, each of shape (B, K), NaN where undefined."""


def resampled_level(
    arrays: ScoreArrays, group: CellGroup, level: str, over: str, coefficients: Collection[str]
) -> ResampledLevel:
    """Return a level ready for resamples.

    Parameters
    ----------
    arrays : ScoreArrays
    group : CellGroup
    level : {'system', 'input', 'global', 'per_system'}
    over : {'systems', 'inputs', 'both'}
        What the resamples vary.
    coefficients : collection of str
    """
    fast = tuple(name for name in coefficients if name in COEFFICIENTS)
    pairs = tuple(name for name in coefficients if coefficient_facts(name).pairs)
    slow = tuple(name for name in coefficients if name not in COEFFICIENTS and name not in pairs)
    metrics, human = arrays.exact
    x = metrics[list(group.metrics)]
    parts: list[ResampledLevel] = []
    if fast and level == "system":
        parts.append(_SystemLevel(arrays, group, fast))
    elif fast and level == "global":
        outputs = (x, human, group.cells, fast)
        parts.append(ValueTables.of(*outputs) or PooledOutputs.of(*outputs))
    elif fast:
        turned = level == "per_system"
        matrices = (x.transpose(0, 2, 1), human.T, group.cells.T) if turned else (x, human, group.cells)
        fixed = over == ("systems" if turned else "inputs")
        parts.append(
            _FixedAverages.of(*matrices, fast, turned=turned)
            if fixed
            else _Averages(*matrices, fast, turned=turned)
        )
    if pairs:
        parts.append(pair_levels(arrays, group, level, pairs))
    if slow:
        parts.append(_Remaining(arrays, group, level, slow))
    return parts[0] if len(parts) == 1 else _Together(tuple(parts))


@dataclasses.dataclass(frozen=True)
class _Together:
    parts: tuple[ResampledLevel, ...]

    def values(self, weights: Weights) -> dict[str, FloatArray]:
        return {name: value for part in self.parts for name, value in part.values(weights).items()}


@dataclasses.dataclass(frozen=True)
class _Remaining:
    """Coefficients that are not compiled."""

    arrays: ScoreArrays
    group: CellGroup
    level: str
    coefficients: tuple[str, ...]

    def values(self, weights: Weights) -> dict[str, FloatArray]:
        found = level_correlations(self.arrays, self.group, weights, self.level, self.coefficients).values
        return {name: np.broadcast_to(value, (weights.size, value.shape[1])) for name, value in found.items()}


@dataclasses.dataclass(frozen=True)
class _SystemLevel:
    """Scores of systems; they change with the inputs drawn, and weights with the systems drawn."""

    arrays: ScoreArrays
    group: CellGroup
    coefficients: tuple[str, ...]

    def values(self, weights: Weights) -> dict[str, FloatArray]:
        columns = SystemColumns.of(self.arrays, self.group, weights, close=False)
        found = weighted_row_coefficients(
            np.broadcast_to(columns.x, (weights.size, *columns.x.shape[1:])),
            np.broadcast_to(columns.z, (weights.size, columns.z.shape[1])),
            columns.systems * columns.present,
            self.coefficients,
        )
        return columns.undefined_where_lost(found)


@dataclasses.dataclass(frozen=True)
class _FixedAverages:
    """Averages over columns whose correlations no resample changes, only how often they count."""

    correlations: dict[str, FloatArray]  # (K, columns)
    turned: bool

    @classmethod
    def of(
        cls,
        x: FloatArray,
        human: FloatArray,
        cells: BoolArray,
        coefficients: tuple[str, ...],
        *,
        turned: bool,
    ) -> _FixedAverages:
        return cls(whole_columns(x, human, cells, coefficients), turned)

    def values(self, weights: Weights) -> dict[str, FloatArray]:
        outer = weights.systems if self.turned else weights.inputs
        result = {}
        for name, value in self.correlations.items():
            known = ~np.isnan(value)
            outer = np.ones((1, value.shape[1])) if outer is None else outer
            total = outer @ np.where(known, value, 0.0).T
            count = outer @ known.T.astype(np.float64)
            mean = np.divide(total, count, out=np.full(count.shape, np.nan), where=count > 0)
            result[name] = np.broadcast_to(mean, (weights.size, len(value)))
        return result


class _Averages:
    """Averages over columns of correlations that the resampling of their entries changes."""

    def __init__(
        self,
        x: FloatArray,
        human: FloatArray,
        cells: BoolArray,
        coefficients: tuple[str, ...],
        *,
        turned: bool,
    ) -> None:
        self.x, self.human, self.cells = x, human, cells
        self.coefficients, self.turned = coefficients, turned
        n_metrics, n_entries, n_columns = x.shape
        # bytes per column: prepared (scores, order, ranks, pair signs), and of a worker (sums, spreads, pair signs)
        signed = "kendall" in coefficients and not walked(n_entries, n_metrics)
        pairs = n_entries * (n_entries - 1) // 2 if signed else 0
        prepared = (n_metrics + 1) * (16 * n_entries + pairs)
        working = (n_metrics + 1) * (24 * LANES + 8 * pairs + 60 * n_entries)
        step = max(1, memory_budget() // 4 // (working * chosen_workers()))
        self.starts = range(0, n_columns, step)
        self.kept: list[PreparedColumns] | None = None
        if prepared * n_columns <= memory_budget() // 2:
            self.kept = [self._block(start) for start in self.starts]

    def values(self, weights: Weights) -> dict[str, FloatArray]:
        inner, outer = weights.systems, weights.inputs
        if self.turned:
            inner, outer = outer, inner
        if inner is None:
            raise UnsupportedMethodError("weights for the entries of columns are missing.")
        result = {name: np.empty((len(inner), len(self.x))) for name in self.coefficients}
        for low in range(0, len(inner), LANES):
            draws = slice(low, low + LANES)
            lanes = np.ascontiguousarray(inner[draws].T)
            averages = RunningAverages.of(self.coefficients, 1, len(self.x), lanes.shape[1])
            for place, start in enumerate(self.starts):
                block = self._block(start) if self.kept is None else self.kept[place]
                here = slice(start, start + block.n_columns)
                columns = np.ones(lanes[:1].shape) if outer is None else outer[draws, here].T
                shape = 1, block.n_columns, lanes.shape[1]
                block.add(lanes, np.ascontiguousarray(np.broadcast_to(columns, shape)), averages)
            for name, value in averages.means().items():
                result[name][draws] = value[0].T
        return result

    def _block(self, start: int) -> PreparedColumns:
        here = slice(start, start + self.starts.step)
        return PreparedColumns.of(
            self.x[:, :, here], self.human[:, here], self.cells[:, here], self.coefficients
        )
