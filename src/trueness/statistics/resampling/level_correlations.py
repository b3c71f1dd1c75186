"""Correlations at a level, for the data as they are or for a tile of resamples."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.coefficients import weighted_coefficients
from trueness.statistics.engine.fixed_columns import fixed_column_coefficients
from trueness.statistics.engine.pooled import Pooled, pooled_coefficients
from trueness.statistics.engine.resample import TILE, Weights
from trueness.statistics.engine.system_columns import SystemColumns
from trueness.statistics.engine.whole_columns import whole_columns
from trueness.statistics.formulas import with_formula
from trueness.statistics.level_names import LEVEL_ALIASES, LEVELS, check_levels
from trueness.statistics.level_values import LevelValues
from trueness.statistics.pairs.pair_levels import pair_levels
from trueness.statistics.resampling.formula_levels import formula_levels
from trueness.statistics.score_arrays import CellGroup, ScoreArrays

__all__ = ["LEVELS", "LEVEL_ALIASES", "LevelValues", "check_levels", "level_correlations"]

BLOCK = 8_000_000
"""Numbers held at a time by one step of a level, some tens of megabytes."""


def level_correlations(
    arrays: ScoreArrays, group: CellGroup, weights: Weights, level: str, coefficients: Collection[str]
) -> LevelValues:
    """Return the correlations of a group's metrics with the human under every weight vector.

    Parameters
    ----------
    arrays : ScoreArrays
    group : CellGroup
        Metrics and cells.
    weights : Weights
        B resamples; ``Weights(None, None)`` for the data as they are.
    level : {'system', 'input', 'global', 'per_system'}
    coefficients : collection of str
        Those that exist at the level.
    """
    pairs = tuple(name for name in coefficients if coefficient_facts(name).pairs)
    formulas = with_formula(coefficients)
    others = tuple(name for name in coefficients if name not in (*pairs, *formulas))
    parts = []
    if others:
        parts.append(_correlations(arrays, group, weights, level, others))
    if formulas:
        parts.append(formula_levels(arrays, group, weights, level, formulas))
    if pairs:
        parts.append(pair_levels(arrays, group, level, pairs).level_values(weights))
    return LevelValues(
        {name: value for part in parts for name, value in part.values.items()},
        {name: count for part in parts for name, count in part.n_undefined.items()},
    )


def _correlations(
    arrays: ScoreArrays, group: CellGroup, weights: Weights, level: str, coefficients: Collection[str]
) -> LevelValues:
    if level == "system":
        return _system(arrays, group, weights, coefficients)
    x, human = arrays.exact_metrics(group.metrics), arrays.exact[1]
    if level == "input":
        return _averaged(x, human, group.cells, weights.systems, weights.inputs, coefficients)
    if level == "per_system":
        turned = x.transpose(0, 2, 1)
        return _averaged(turned, human.T, group.cells.T, weights.inputs, weights.systems, coefficients)
    return _global(x, human, group.cells, weights, coefficients)


def _system(
    arrays: ScoreArrays, group: CellGroup, weights: Weights, coefficients: Collection[str]
) -> LevelValues:
    columns = SystemColumns.of(arrays, group, weights)
    x, z, present = columns.x, columns.z, columns.present
    if weights.inputs is None:
        found = fixed_column_coefficients(
            x[0][:, :, None], z[0][:, None], present[0][:, None], columns.systems, coefficients
        )
        values = {name: value[:, :, 0] for name, value in found.items()}
    else:
        counts = columns.systems * present
        values = weighted_coefficients(x, z[:, None], counts[:, None], coefficients)
    values = columns.undefined_where_lost(values)
    return LevelValues(values, {name: np.zeros(value.shape) for name, value in values.items()})


def _averaged(
    x: FloatArray,
    human: FloatArray,
    cells: BoolArray,
    inner: FloatArray | None,
    outer: FloatArray | None,
    coefficients: Collection[str],
) -> LevelValues:
    """Average over columns, weighted `outer`, the correlations within them, entries weighted `inner`."""
    n_metrics, n_entries, n_columns = x.shape
    whole = whole_columns(x, human, cells, coefficients) if inner is None else {}
    inner = np.ones((1, n_entries)) if inner is None else inner
    outer = np.ones((1, n_columns)) if outer is None else outer
    shape = (max(len(inner), len(outer)), n_metrics)
    total = {name: np.zeros(shape) for name in coefficients}
    defined = {name: np.zeros(shape) for name in coefficients}
    # the block depends on the shape of the data alone, so that sums are added in one order everywhere
    step = max(1, BLOCK // ((n_metrics + 1) * n_entries * max(n_entries, TILE)))
    for start in range(0, n_columns, step):
        columns = slice(start, start + step)
        found = {name: value[None, :, columns] for name, value in whole.items()}
        if not whole:
            found = fixed_column_coefficients(
                x[:, :, columns], human[:, columns], cells[:, columns], inner, coefficients
            )
        for name, value in found.items():
            known = ~np.isnan(value)
            total[name] += np.einsum("bkc,bc->bk", *_matched(np.where(known, value, 0.0), outer[:, columns]))
            defined[name] += np.einsum("bkc,bc->bk", *_matched(known.astype(np.float64), outer[:, columns]))
    drawn = (outer @ cells.any(axis=0).astype(np.float64))[:, None]  # columns without cells are not undefined
    return LevelValues(
        {
            name: np.divide(total[name], defined[name], out=np.full(shape, np.nan), where=defined[name] > 0)
            for name in coefficients
        },
        {name: drawn - defined[name] for name in coefficients},
    )


def _matched(values: FloatArray, outer: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Give both the same number of resamples."""
    size = max(len(values), len(outer))
    return np.broadcast_to(values, (size, *values.shape[1:])), np.broadcast_to(outer, (size, outer.shape[1]))


def _global(
    x: FloatArray, human: FloatArray, cells: BoolArray, weights: Weights, coefficients: Collection[str]
) -> LevelValues:
    """Correlate all outputs as one sample; an output counts as often as its system times its input."""
    n_systems, n_inputs = human.shape
    systems = np.ones((1, n_systems)) if weights.systems is None else weights.systems
    inputs = np.ones((1, n_inputs)) if weights.inputs is None else weights.inputs
    size = weights.size
    values = {name: np.full((size, len(x)), np.nan) for name in coefficients}
    row, column = np.nonzero(cells)
    if not len(row):
        return LevelValues(values, {name: np.zeros(v.shape) for name, v in values.items()})
    pooled_z = Pooled.of(human[cells])
    pooled_x = [Pooled.of(matrix[cells]) for matrix in x]
    step = max(1, BLOCK // 8 // len(row))
    for start in range(0, size, step):
        rows = slice(start, start + step)
        counts = (systems[rows] if len(systems) > 1 else systems)[:, row] * (
            inputs[rows] if len(inputs) > 1 else inputs
        )[:, column]
        human_side = pooled_z.under(counts)
        for k, pooled in enumerate(pooled_x):
            metric_side = pooled.under(counts)
            for name, value in pooled_coefficients(
                pooled, metric_side, pooled_z, human_side, counts, coefficients
            ).items():
                values[name][rows, k] = value
    return LevelValues(values, {name: np.zeros(value.shape) for name, value in values.items()})
