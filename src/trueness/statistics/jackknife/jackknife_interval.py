"""Jackknife intervals: of a correlation, and of the correlation that new data of a stated size will show."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trueness.errors import UnsupportedMethodError, check_integer, check_proportion
from trueness.statistics.array_types import Key
from trueness.statistics.certain import student_reach
from trueness.statistics.fisher_scale import inverse_z_scale
from trueness.statistics.interval import Interval
from trueness.statistics.jackknife.pseudo_values import pseudo_values
from trueness.statistics.score_arrays import CellGroup, ScoreArrays


def jackknife_interval(
    arrays: ScoreArrays,
    group: CellGroup,
    levels: Sequence[str],
    coefficients: Sequence[str],
    *,
    confidence: float = 0.95,
    new_systems: int | None = None,
) -> dict[Key, list[Interval]]:
    """Return an interval per metric from what the systems contribute to its correlation.

    With pseudo-values of mean m and standard deviation s over N systems, on the scale of `fisher_scale.z_scale`, the
    interval for the correlation is m +- t(N - 1) s / sqrt(N). That for the correlation which N' other systems will show
    is m +- t(N - 1) s sqrt(1 / N + 1 / N'): both vary. The spread of systems holds the noise of single outputs already.

    Parameters
    ----------
    arrays : ScoreArrays
    group : CellGroup
    levels, coefficients : sequences of str
    confidence : float
    new_systems : int, optional
        N', for a prediction interval.

    Returns
    -------
    dict of (level, coefficient) to list of Interval
        One per metric of the group; NaN where a delete-one value is undefined.

    Raises
    ------
    ArgumentError
        If a number is out of range.
    UnsupportedMethodError
        If there are fewer than four systems, or clusters of them, or systems in clusters are to be predicted.

    References
    ----------
    Tukey (1958), Bias and confidence in not-quite large samples.
    """
    check_proportion("confidence", confidence)
    if new_systems is not None:
        check_integer("new_systems", new_systems, minimum=1)
        if arrays.system_clusters is not None:
            raise UnsupportedMethodError(
                "predictions for systems in clusters need to know how many clusters others will be in. "
                "Leave out `new_systems`, or the clusters."
            )
    result = {}
    for key, found in pseudo_values(arrays, group, "systems", levels, coefficients).items():
        n = len(found.values)
        variance = 1 / n + (0.0 if new_systems is None else 1 / new_systems)
        half = student_reach(n - 1, confidence) * found.values.std(axis=0, ddof=1) * np.sqrt(variance)
        middle = found.values.mean(axis=0)
        limits = [inverse_z_scale(middle + side * half, key[1], found.entries) for side in (-1, 1)]
        result[key] = [Interval(float(low), float(high)) for low, high in zip(*limits, strict=True)]
    return result
