"""Scores on the scales on which a permutation test swaps them: of systems, and of single outputs."""

from __future__ import annotations

import dataclasses

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray
from trueness.statistics.engine.fixed_columns import standardized_columns
from trueness.statistics.score_arrays import CellGroup, ScoreArrays
from trueness.statistics.system_scores import system_means, system_medians, system_scores, with_outputs

AS_GIVEN = "as given"
"""Scores are not standardised: for coefficients that change with the scale (`CoefficientFacts.scale_invariant`)."""


@dataclasses.dataclass(frozen=True)
class StandardizedSystems:
    """What a permutation test at the system level works on.

    Attributes
    ----------
    cells : array of shape (K, N, M)
        Scores of single outputs on the scale of their metric, 0 in cells that are not used; for metrics whose system
        scores are means.
    sizes : array of shape (N,)
        How many cells each system has, at least 1.
    systems : array of shape (K, N)
        Scores of systems on the scale of their metric.
    human : array of shape (N,)
        The systems' means by the human.
    present : array of shape (N,)
        Systems with outputs.
    undefined : array of shape (K,)
        Metrics by which a system with outputs has no score.
    """

    cells: FloatArray
    sizes: FloatArray
    systems: FloatArray
    human: FloatArray
    present: BoolArray
    undefined: BoolArray


def standardized_systems(arrays: ScoreArrays, group: CellGroup, standardize: str) -> StandardizedSystems:
    """Return the scores of a group's metrics, each on one scale with the others.

    Parameters
    ----------
    arrays : ScoreArrays
    group : CellGroup
        K metrics and their cells.
    standardize : {'level', 'cells', 'as given'}
        z-scores over systems, or over all single outputs (not for corpus scores), or no z-scores.
    """
    as_given = standardize == AS_GIVEN
    metrics, judged = (arrays.metrics, arrays.human) if as_given else arrays.exact
    x, used = metrics[list(group.metrics)], group.metric_cells
    scores = system_scores(arrays, group.metrics, used, None, exact=not as_given)[0]
    human = system_means(judged[None], group.human_cells, None)[0, 0]
    present = with_outputs(used, None)[0] & ~np.isnan(human)
    undefined = np.any(np.isnan(scores) & present, axis=1)
    if standardize == "level":
        centre = np.where(present, scores, 0).sum(axis=1) / max(1, present.sum())
        spread = np.sqrt(
            np.where(present, np.square(scores - centre[:, None]), 0).sum(axis=1) / max(1, present.sum())
        )
        unit = np.where(spread > 0, spread, 1)
        cells = (x - centre[:, None, None]) / unit[:, None, None]
        systems = (scores - centre[:, None]) / unit[:, None]
        # equal scores were made equal before, but their spread may be rounding of the centre
        equal = np.ptp(scores[:, present], axis=1) == 0 if present.any() else spread == 0
        cells[equal] = systems[equal] = 0.0
    elif as_given:
        cells, systems = x.copy(), scores.copy()
    else:
        cells = standardized_cells(x, used)
        medians = any(arrays.aggregation(metric) == "median" for metric in group.metrics)
        systems = system_medians(cells, used, None)[0] if medians else np.zeros(scores.shape)
    cells = np.where(used, cells, 0.0)
    sizes = np.maximum(used.sum(axis=1), 1).astype(np.float64)
    for place, metric in enumerate(group.metrics):
        if arrays.aggregation(metric) == "mean":
            systems[place] = cells[place].sum(axis=1) / sizes
    systems[undefined] = 0.0
    return StandardizedSystems(
        cells=cells, sizes=sizes, systems=systems, human=human, present=present, undefined=undefined
    )


def standardized_outputs(
    arrays: ScoreArrays, group: CellGroup, level: str, standardize: str
) -> tuple[FloatArray, FloatArray, BoolArray]:
    """Return the scores of single outputs of a group's metrics on one scale, the human's, and which outputs there are.

    Parameters
    ----------
    arrays : ScoreArrays
    group : CellGroup
        K metrics and their cells.
    level : {'input', 'global', 'per_system'}
    standardize : {'level', 'cells', 'as given'}
        z-scores of what is correlated, columns or all outputs; of all outputs at any level; or none.

    Returns
    -------
    arrays of shape (K, N, M), (N, M) and (N, M)
        Per system with inputs and systems exchanged, so that what is averaged over are columns.
    """
    metrics, human = (arrays.metrics, arrays.human) if standardize == AS_GIVEN else arrays.exact
    x, cells = metrics[list(group.metrics)], group.cells
    if standardize == "cells" or (standardize == "level" and level == "global"):
        x = standardized_cells(x, cells)
    if level == "per_system":
        x, human, cells = x.transpose(0, 2, 1), human.T, cells.T
    if standardize == "level" and level != "global":
        x = standardized_columns(x, cells)
    return x, human, cells


def standardized_cells(x: FloatArray, cells: BoolArray) -> FloatArray:
    """Return each metric z-scored over its cells; missing cells are 0.

    Parameters
    ----------
    x : array of shape (K, N, M)
    cells : array of shape (N, M)
    """
    flat = standardized_columns(x.reshape(len(x), -1, 1), cells.reshape(-1, 1))
    return flat.reshape(x.shape)
