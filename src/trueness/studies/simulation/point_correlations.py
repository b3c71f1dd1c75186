"""The correlations of metrics with the human on a whole table, by level and coefficient."""

from __future__ import annotations

from collections.abc import Sequence

from trueness.statistics.array_types import FloatArray, Key
from trueness.statistics.engine.resample import Weights
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.score_arrays import ScoreArrays


def point_correlations(
    arrays: ScoreArrays, levels: Sequence[str], coefficients: Sequence[str]
) -> dict[Key, FloatArray]:
    """Return the correlations of all metrics, on the outputs that all of them have: arrays of shape (K,)."""
    group = arrays.group(range(arrays.n_metrics))
    found = {
        level: level_correlations(arrays, group, Weights(None, None), level, coefficients).values
        for level in levels
    }
    return {(level, name): found[level][name][0] for level in levels for name in coefficients}
