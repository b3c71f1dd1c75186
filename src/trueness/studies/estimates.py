"""Correlations of every metric with the human, with intervals, and how single systems move them."""

from __future__ import annotations

import dataclasses

import numpy as np

from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.engine.bootstrap import GroupSamples, Key, bootstrap, bootstrap_plan
from trueness.statistics.engine.resample import BootstrapPlan, Weights
from trueness.statistics.fisher import FISHER_COEFFICIENTS, fisher
from trueness.statistics.interval import Interval
from trueness.statistics.intervals import BOOTSTRAP_INTERVALS, bootstrap_interval
from trueness.statistics.jackknife.jackknife import jackknife
from trueness.statistics.levels import LevelValues, level_correlations
from trueness.statistics.pairs.tie_thresholds import mean_threshold, tie_thresholds
from trueness.statistics.score_arrays import CellGroup, ScoreArrays
from trueness.statistics.ties import FloatArray
from trueness.studies.rows import Estimate, Sensitivity
from trueness.studies.settings import Settings


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
    groups = arrays.single_groups()
    resampled: list[GroupSamples] = []
    plan = None
    if settings.interval in BOOTSTRAP_INTERVALS:
        plan = bootstrap_plan(arrays, settings.over, settings.resamples, settings.seed)
        resampled = bootstrap(arrays, groups, plan, settings.levels, settings.coefficients)
    keys = settings.keys
    samples: dict[Key, FloatArray] = {}
    if resampled:
        samples = {key: np.empty((settings.resamples, arrays.n_metrics)) for key in keys}
        for part in resampled:
            for key in keys:
                samples[key][:, list(part.group.metrics)] = part.values[key]
    rows: dict[tuple[Key, int], Estimate] = {}
    for group in groups:
        points = {
            level: point_values(arrays, group, level, settings.coefficients_at(level))
            for level in settings.computed_levels
        }
        left_out = (
            left_out_values(arrays, group, plan, settings)
            if plan is not None and settings.interval == "bca"
            else None
        )
        for level, coefficient in keys:
            for position, metric in enumerate(group.metrics):
                estimate = float(points[level].values[coefficient][0, position])
                values = samples[level, coefficient][:, metric] if samples else None
                if values is not None:
                    folds = (
                        None
                        if left_out is None
                        else [axis[:, position] for axis in left_out[level, coefficient]]
                    )
                    interval = bootstrap_interval(
                        values,
                        estimate,
                        method=settings.interval,
                        confidence=settings.confidence,
                        jackknife=folds,
                    )
                else:
                    interval = _closed_form(estimate, group, coefficient, settings)
                rows[(level, coefficient), metric] = _row(
                    arrays,
                    group,
                    metric,
                    level,
                    coefficient,
                    settings,
                    estimate,
                    interval,
                    values,
                    points[level],
                    position,
                )
    ordered = tuple(rows[key, metric] for key in keys for metric in range(arrays.n_metrics))
    return Estimation(ordered, samples)


def left_out_values(
    arrays: ScoreArrays, group: CellGroup, plan: BootstrapPlan, settings: Settings
) -> dict[Key, list[FloatArray]]:
    """Return leave-one-out values (see `jackknife`) of the coefficients that exist at each level."""
    found: dict[Key, list[FloatArray]] = {}
    for level in settings.computed_levels:
        found |= jackknife(arrays, group, plan, (level,), settings.coefficients_at(level))
    return found


def point_values(
    arrays: ScoreArrays, group: CellGroup, level: str, coefficients: tuple[str, ...]
) -> LevelValues:
    """Return the correlations of a group's metrics on the data as they are."""
    return level_correlations(arrays, group, Weights(None, None), level, coefficients)


def leave_one_system_out(
    arrays: ScoreArrays, settings: Settings, systems: tuple[str, ...]
) -> tuple[Sensitivity, ...]:
    """Return how correlations move when each system is left out once; empty with fewer than four systems."""
    if arrays.n_systems < 4:
        return ()
    plan = bootstrap_plan(arrays, "systems", 1, 0)
    rows: list[Sensitivity] = []
    for group in arrays.single_groups():
        folds = left_out_values(arrays, group, plan, settings)
        for (level, coefficient), (values,) in folds.items():
            points = point_values(arrays, group, level, (coefficient,)).values[coefficient][0]
            for position, metric in enumerate(group.metrics):
                column, estimate = values[:, position], float(points[position])
                if np.isnan(column).all() or np.isnan(estimate):
                    continue
                rows.append(
                    Sensitivity(
                        arrays.names[metric],
                        level,
                        coefficient,
                        estimate,
                        float(np.nanmin(column)),
                        float(np.nanmax(column)),
                        systems[int(np.nanargmax(np.abs(column - estimate)))],
                    )
                )
    return tuple(rows)


def _closed_form(estimate: float, group: CellGroup, coefficient: str, settings: Settings) -> Interval:
    if settings.interval != "fisher" or coefficient not in FISHER_COEFFICIENTS:
        return Interval(np.nan, np.nan)
    units = int(group.cells.any(axis=1).sum())
    found = fisher(estimate, units, coefficient, settings.confidence)
    return Interval(float(found.low), float(found.high))


def _row(
    arrays: ScoreArrays,
    group: CellGroup,
    metric: int,
    level: str,
    coefficient: str,
    settings: Settings,
    estimate: float,
    interval: Interval,
    values: FloatArray | None,
    points: LevelValues,
    position: int,
) -> Estimate:
    low, high = float(interval.low), float(interval.high)
    # the share of pairs of systems; elsewhere the average mixes inputs with different ties
    kendall = coefficient == "kendall" and level == "system"
    return Estimate(
        metric=arrays.names[metric],
        level=level,
        coefficient=coefficient,
        estimate=estimate,
        low=low,
        high=high,
        interval=settings.interval,
        over=settings.over if values is not None else "systems",
        n_systems=int(group.cells.any(axis=1).sum()),
        n_inputs=int(group.cells.any(axis=0).sum()),
        n_cells=int(group.cells.sum()),
        n_undefined=int(points.n_undefined[coefficient][0, position]),
        n_undefined_resamples=0 if values is None else int(np.isnan(values).sum()),
        resamples=0 if values is None else settings.resamples,
        wrong_pairs_low=(1 - high) / 2 if kendall else float("nan"),
        wrong_pairs_high=(1 - low) / 2 if kendall else float("nan"),
        epsilon=_epsilon(arrays, group, position, level, coefficient),
    )


def _epsilon(arrays: ScoreArrays, group: CellGroup, position: int, level: str, coefficient: str) -> float:
    """Return the threshold within which a metric's scores tie; NaN where the coefficient has none."""
    if not coefficient_facts(coefficient).calibrated:
        return float("nan")
    return float(mean_threshold(tie_thresholds(arrays, group, level))[position])
