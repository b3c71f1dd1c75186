"""Scores of systems in every draw of inputs, as columns that are correlated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray
from trueness.statistics.engine.resample import Weights
from trueness.statistics.score_arrays import CellGroup, ScoreArrays
from trueness.statistics.system_scores import system_means, system_scores, with_outputs


class SystemColumns(NamedTuple):
    """Scores of N systems by K metrics and the human in each of B draws, or of 1 where inputs are not drawn.

    Attributes
    ----------
    x : array of shape (B, K, N)
        0 where they are lost.
    z, present : arrays of shape (B, N)
        The human's, and which systems have outputs and a score of theirs.
    lost : array of shape (B, K, N)
        Systems with outputs but without a score, where the formula is undefined: these are not left out in silence.
    systems : array of shape (B, N)
        How often each was drawn.
    """

    x: FloatArray
    z: FloatArray
    present: BoolArray
    lost: BoolArray
    systems: FloatArray

    @classmethod
    def of(
        cls, arrays: ScoreArrays, group: CellGroup, weights: Weights, *, close: bool = True
    ) -> SystemColumns:
        """Return the scores of a group's metrics (see `system_scores`)."""
        x = system_scores(arrays, group.metrics, group.metric_cells, weights.inputs, close=close)
        z = system_means(arrays.exact[1][None], group.human_cells, weights.inputs, close=close)[:, 0]
        present = with_outputs(group.metric_cells, weights.inputs) & ~np.isnan(z)
        lost = np.isnan(x) & present[:, None, :]
        systems = np.ones((1, x.shape[2])) if weights.systems is None else weights.systems
        return cls(
            x=np.where(lost, 0.0, x) if lost.any() else x, z=z, present=present, lost=lost, systems=systems
        )

    def undefined_where_lost(self, values: Mapping[str, FloatArray]) -> dict[str, FloatArray]:
        """Return coefficients, shape (B, K) each, NaN where a lost system was drawn."""
        if not self.lost.any():
            return dict(values)
        undefined = np.any(self.lost & (self.systems[:, None, :] > 0), axis=2)
        return {name: np.where(undefined, np.nan, value) for name, value in values.items()}


def whole_system_columns(
    arrays: ScoreArrays, group: CellGroup
) -> tuple[FloatArray, FloatArray, BoolArray] | None:
    """Return the scores of systems as one column, (K, N, 1), (N, 1), (N, 1); None where one is lost."""
    found = SystemColumns.of(arrays, group, Weights(None, None))
    if found.lost.any():
        return None
    return found.x[0][:, :, None], found.z[0][:, None], found.present[0][:, None]
