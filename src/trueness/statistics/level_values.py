"""Coefficients of a group's metrics under some resamples."""

from __future__ import annotations

import dataclasses

from trueness.statistics.array_types import FloatArray


@dataclasses.dataclass(frozen=True)
class LevelValues:
    """Correlations of a group's metrics.

    Attributes
    ----------
    values : dict of str to array of shape (B, K)
        Coefficient to value per resample and metric, NaN where undefined.
    n_undefined : dict of str to array of shape (B, K)
        How many units of an average (inputs, or systems), counted as often as they were drawn, had no
        correlation.
    """

    values: dict[str, FloatArray]
    n_undefined: dict[str, FloatArray]
