"""Correlations of every metric on the data and in resamples, as arrays over metrics."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trueness.methods.correlations import point_values
from trueness.statistics.array_types import FloatArray, Key
from trueness.statistics.coefficient_facts import coefficients_at
from trueness.statistics.engine.resample import BootstrapPlan
from trueness.statistics.resampling.bootstrap import bootstrap
from trueness.statistics.score_arrays import ScoreArrays


def point_correlations(
    arrays: ScoreArrays, levels: Sequence[str], coefficients: Sequence[str]
) -> dict[Key, FloatArray]:
    """Return the correlations on the data: (level, coefficient) to an array of shape (K,)."""
    keys = [(level, name) for level in levels for name in coefficients_at(level, coefficients)]
    found = {key: np.full(arrays.n_metrics, np.nan) for key in keys}
    for group in arrays.single_groups():
        for level in dict.fromkeys(level for level, _ in keys):
            here = coefficients_at(level, coefficients)
            for name, value in point_values(arrays, group, level, here).values.items():
                found[level, name][list(group.metrics)] = value[0]
    return found


def resampled_correlations(
    arrays: ScoreArrays, levels: Sequence[str], coefficients: Sequence[str], plan: BootstrapPlan
) -> dict[Key, FloatArray]:
    """Return the correlations in the resamples of a plan: (level, coefficient) to an array of shape (B, K).

    All metrics share the resamples, so columns can be compared; NaN where a resample has no correlation.
    """
    parts = bootstrap(arrays, arrays.single_groups(), plan, levels, coefficients)
    keys = list(parts[0].values)
    found = {key: np.empty((plan.resamples, arrays.n_metrics)) for key in keys}
    for part in parts:
        for key in keys:
            found[key][:, list(part.group.metrics)] = part.values[key]
    return found
