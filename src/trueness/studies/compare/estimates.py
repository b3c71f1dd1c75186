"""Correlations of every metric with the human, with intervals, and how single systems move them."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np

from trueness.methods.correlations import Correlations
from trueness.statistics.array_types import FloatArray, Key
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.interval import Interval
from trueness.statistics.labels.labelled import shown_threshold
from trueness.statistics.level_values import LevelValues
from trueness.statistics.pairs.tie_thresholds import mean_threshold, tie_thresholds
from trueness.statistics.score_arrays import CellGroup, ScoreArrays
from trueness.studies.compare.rows import Estimate, Sensitivity
from trueness.studies.compare.settings import Settings


@dataclasses.dataclass(frozen=True)
class Estimation:
    """Estimates of all metrics, and the bootstrap values behind them.

    Attributes
    ----------
    estimates : tuple of Estimate
    samples : dict of (level, coefficient) to array of shape (B, K)
        Empty without a bootstrap.
    """

    estimates: tuple[Estimate, ...]
    samples: dict[Key, FloatArray]


def estimate_correlations(arrays: ScoreArrays, settings: Settings) -> Estimation:
    """Return the correlation of every metric with the human, with its interval, per level and coefficient.

    Raises
    ------
    UnsupportedMethodError
        If what should vary has only one member.
    """
    given = _correlations(arrays, settings, settings.keys)
    limits: dict[Key, list[Interval]] = {}
    errors: dict[Key, list[float]] = {}
    samples: dict[Key, FloatArray] = {}
    for (method, over), keys in settings.intervals.items():
        part = given if keys == settings.keys else _correlations(arrays, settings, keys)
        limits |= method.limits(part, over)
        errors |= method.errors(part, over)
        samples |= part.samples(over) if method.resampled else {}
    rows: dict[tuple[Key, int], Estimate] = {}
    for group, points in zip(given.groups, given.values, strict=True):
        for key in settings.keys:
            for position, metric in enumerate(group.metrics):
                rows[key, metric] = _row(
                    arrays,
                    group,
                    position,
                    key,
                    settings,
                    points[key[0]],
                    limits[key][metric],
                    errors[key][metric],
                    samples[key][:, metric] if key in samples else None,
                )
    ordered = tuple(rows[key, metric] for key in settings.keys for metric in range(arrays.n_metrics))
    return Estimation(ordered, samples)


def _correlations(arrays: ScoreArrays, settings: Settings, keys: Sequence[Key]) -> Correlations:
    return Correlations(
        arrays, keys, resamples=settings.resamples, seed=settings.seed, confidence=settings.confidence
    )


def leave_one_system_out(
    arrays: ScoreArrays, settings: Settings, systems: tuple[str, ...]
) -> tuple[Sensitivity, ...]:
    """Return how correlations move when each system is left out once; empty with fewer than four systems."""
    if arrays.n_systems < 4:
        return ()
    given = Correlations(arrays, settings.keys, resamples=1)
    rows: list[Sensitivity] = []
    for group, known in zip(given.groups, given.values, strict=True):
        for (level, coefficient), (values,) in given.left_out(group, "systems").items():
            points = known[level].values[coefficient][0]
            for position, metric in enumerate(group.metrics):
                column, estimate = values[:, position], float(points[position])
                if np.isnan(column).all() or np.isnan(estimate):
                    continue
                rows.append(
                    Sensitivity(
                        metric=arrays.names[metric],
                        level=level,
                        coefficient=coefficient,
                        estimate=estimate,
                        low=float(np.nanmin(column)),
                        high=float(np.nanmax(column)),
                        most_influential=systems[int(np.nanargmax(np.abs(column - estimate)))],
                    )
                )
    return tuple(rows)


def _row(
    arrays: ScoreArrays,
    group: CellGroup,
    position: int,
    key: Key,
    settings: Settings,
    points: LevelValues,
    interval: Interval,
    error: float,
    samples: FloatArray | None,
) -> Estimate:
    level, coefficient = key
    low, high = float(interval.low), float(interval.high)
    method, over = settings.interval_of(coefficient)
    # the share of pairs of systems; elsewhere the average mixes inputs with different ties
    kendall = coefficient == "kendall" and level == "system"
    return Estimate(
        metric=arrays.names[group.metrics[position]],
        level=level,
        coefficient=coefficient,
        estimate=float(points.values[coefficient][0, position]),
        low=low,
        high=high,
        interval=method.name,
        over=over,
        n_systems=int(group.cells.any(axis=1).sum()),
        n_inputs=int(group.cells.any(axis=0).sum()),
        n_cells=int(group.cells.sum()),
        n_undefined=int(points.n_undefined[coefficient][0, position]),
        n_undefined_resamples=0 if samples is None else int(np.isnan(samples).sum()),
        resamples=0 if samples is None else settings.resamples,
        wrong_pairs_low=(1 - high) / 2 if kendall else float("nan"),
        wrong_pairs_high=(1 - low) / 2 if kendall else float("nan"),
        epsilon=tie_epsilon(arrays, group, position, level, coefficient),
        threshold=shown_threshold(arrays, group, group.metrics[position], coefficient),
        standard_error=error,
    )


def tie_epsilon(arrays: ScoreArrays, group: CellGroup, position: int, level: str, coefficient: str) -> float:
    """Return the threshold within which a metric's scores tie; NaN where the coefficient has none."""
    if not coefficient_facts(coefficient).calibrated:
        return float("nan")
    return float(mean_threshold(tie_thresholds(arrays, group, level))[position])
