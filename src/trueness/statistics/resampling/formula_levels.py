"""Coefficients that are a formula of weighted vectors (`formulas`) at a level, for any number of resamples.

For B resamples, K metrics and E entries of a column that is O(B K E) time per column, and memory for a block of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np

from trueness.statistics.array_types import FloatArray
from trueness.statistics.coefficient_facts import CoefficientFacts, coefficient_facts
from trueness.statistics.engine.resample import Weights
from trueness.statistics.formulas import formula_values
from trueness.statistics.labels.labelled import called, human_labels, labelled
from trueness.statistics.level_values import LevelValues
from trueness.statistics.score_arrays import CellGroup, ScoreArrays
from trueness.statistics.system_scores import system_means, system_scores, with_outputs

BLOCK = 2_000_000
"""Numbers that a formula sees at a time."""

Column = tuple[FloatArray, FloatArray, FloatArray, FloatArray]
"""Scores of metrics (B or 1, K, E) and of the human (B or 1, 1, E), counts of entries (B or 1, 1, E), and how often the
column itself counts (B or 1,)."""


def formula_levels(
    arrays: ScoreArrays, group: CellGroup, weights: Weights, level: str, coefficients: Collection[str]
) -> LevelValues:
    """Return the coefficients of a group's metrics with the human under every weight vector.

    Parameters
    ----------
    arrays : ScoreArrays
    group : CellGroup
    weights : Weights
        B resamples; ``Weights(None, None)`` for the data as they are.
    level : {'system', 'input', 'global', 'per_system'}
    coefficients : collection of str
        With a formula.
    """
    shape = (weights.size, len(group.metrics))
    values, undefined = {}, {}
    for name in coefficients:
        total, defined, drawn = np.zeros(shape), np.zeros(shape), np.zeros((weights.size, 1))
        columns = _columns(arrays, group, weights, level, name)
        for x, z, counts, outer in columns:
            found = _in_blocks(name, x, z, counts, weights.size)
            known = ~np.isnan(found)
            total += outer[:, None] * np.where(known, found, 0.0)
            defined += outer[:, None] * known
            drawn += outer[:, None]
        values[name] = np.divide(total, defined, out=np.full(shape, np.nan), where=defined > 0)
        averaged = level in ("input", "per_system")
        undefined[name] = drawn - defined if averaged else np.zeros(shape)
    return LevelValues(values, undefined)


def _columns(
    arrays: ScoreArrays, group: CellGroup, weights: Weights, level: str, name: str
) -> Iterator[Column]:
    """Return what is correlated: one column, or those that are averaged over."""
    facts = coefficient_facts(name)
    systems = np.ones((1, arrays.n_systems)) if weights.systems is None else weights.systems
    inputs = np.ones((1, arrays.n_inputs)) if weights.inputs is None else weights.inputs
    if level == "system":
        exact = facts.scale_invariant
        human = arrays.exact[1] if exact else arrays.human
        scores = system_scores(arrays, group.metrics, group.metric_cells, weights.inputs, exact=exact)
        means = system_means(human[None], group.human_cells, weights.inputs)
        present = with_outputs(group.metric_cells, weights.inputs) & ~np.isnan(means[:, 0])
        yield scores, means, (systems * present)[:, None], np.ones(1)
        return
    x, human = _outputs(arrays, group, weights, facts)
    cells = group.cells
    if level == "global":
        rows, places = np.nonzero(cells)
        counts = systems[:, rows] * inputs[:, places]
        yield x[:, :, cells], human[None, None, cells], counts[:, None], np.ones(1)
    else:
        inner, outer = systems, inputs
        if level == "per_system":
            x, human, cells, inner, outer = x.transpose(0, 1, 3, 2), human.T, cells.T, inputs, systems
        for j in np.flatnonzero(cells.any(axis=0)):
            yield x[..., j], human[None, None, :, j], (inner * cells[:, j])[:, None], outer[:, j]


def _outputs(
    arrays: ScoreArrays, group: CellGroup, weights: Weights, facts: CoefficientFacts
) -> tuple[FloatArray, FloatArray]:
    """Return the scores of metrics, (B or 1, K, N, M), and of the human, (N, M)."""
    if facts.called and not facts.smooth:
        return called(arrays, group, facts, weights), human_labels(arrays, facts)
    if facts.labels:
        arrays = labelled(arrays, group, facts.name)
    metrics, human = arrays.exact if facts.scale_invariant else (arrays.metrics, arrays.human)
    return metrics[None, list(group.metrics)], human


def _in_blocks(name: str, x: FloatArray, z: FloatArray, counts: FloatArray, size: int) -> FloatArray:
    """Return the coefficient of every metric in every resample, shape (B, K)."""
    result = np.empty((size, x.shape[1]))
    step = max(1, BLOCK // max(1, x.shape[1] * x.shape[2]))
    for start in range(0, size, step):
        draws = slice(start, start + step)
        sides = (side[draws] if len(side) > 1 else side for side in (x, z, counts))
        result[draws] = formula_values(name, *sides)
    return result
