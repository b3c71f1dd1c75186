"""Differences between the correlations of two metrics: on the data, in resamples, and their intervals."""

from __future__ import annotations

import numpy as np

from trueness.statistics.engine.bootstrap import GroupSamples, Key, bootstrap, bootstrap_plan
from trueness.statistics.intervals import bootstrap_interval
from trueness.statistics.score_arrays import CellGroup, ScoreArrays
from trueness.studies.estimates import left_out_values, point_values
from trueness.studies.settings import Settings

Pair = tuple[int, int]
Points = dict[tuple[Key, Pair], tuple[float, float]]
Intervals = dict[tuple[Key, Pair], tuple[float, float]]
Samples = dict[tuple[Key, Pair], np.ndarray]
UNDEFINED = (float("nan"), float("nan"))
Groups = list[tuple[CellGroup, list[Pair]]]


def pair_points(arrays: ScoreArrays, groups: Groups, settings: Settings) -> Points:
    """Return the two correlations of each pair on the cells both metrics have."""
    points: Points = {}
    for group, members in groups:
        for level in settings.computed_levels:
            values = point_values(arrays, group, level, settings.coefficients_at(level)).values
            for coefficient, value in values.items():
                for a, b in members:
                    points[(level, coefficient), (a, b)] = (
                        float(value[0, group.metrics.index(a)]),
                        float(value[0, group.metrics.index(b)]),
                    )
    return points


def pair_samples(arrays: ScoreArrays, groups: Groups, settings: Settings, over: str | None = None) -> Samples:
    """Return bootstrap values of r(metric) - r(rival) per pair; empty if no bootstrap interval is wanted."""
    if over is None and settings.interval in ("fisher", "none"):
        return {}
    plan = bootstrap_plan(arrays, over or settings.over, settings.resamples, settings.seed)
    drawn: list[GroupSamples] = bootstrap(
        arrays, [group for group, _ in groups], plan, settings.levels, settings.coefficients
    )
    return {
        (key, (a, b)): part.of(a, key) - part.of(b, key)
        for part, (_, members) in zip(drawn, groups, strict=True)
        for key in part.values
        for a, b in members
    }


def difference_intervals(
    arrays: ScoreArrays,
    groups: Groups,
    settings: Settings,
    samples: Samples,
    points: Points,
) -> Intervals:
    """Return the bootstrap interval of every difference; empty if none is wanted."""
    intervals: Intervals = {}
    for group, members in groups if samples else ():
        folds = None
        if settings.interval == "bca":
            plan = bootstrap_plan(arrays, settings.over, settings.resamples, settings.seed)
            folds = left_out_values(arrays, group, plan, settings)
        for key in settings.keys:
            for a, b in members:
                first, second = points[key, (a, b)]
                i, k = group.metrics.index(a), group.metrics.index(b)
                interval = bootstrap_interval(
                    samples[key, (a, b)],
                    first - second,
                    method=settings.interval,
                    confidence=settings.confidence,
                    jackknife=None if folds is None else [axis[:, i] - axis[:, k] for axis in folds[key]],
                )
                intervals[key, (a, b)] = (float(interval.low), float(interval.high))
    return intervals
