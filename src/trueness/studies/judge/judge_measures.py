"""Bias, calibration and errors of one judge, as rows."""

from __future__ import annotations

import dataclasses
import functools
from typing import Any

import numpy as np

from trueness.statistics.interval import Interval
from trueness.statistics.judging.covariate_bias import covariate_bias
from trueness.statistics.judging.isotonic import isotonic
from trueness.statistics.judging.linear_calibration import linear_calibration
from trueness.statistics.judging.reliability_table import reliability_table
from trueness.statistics.judging.scale_agreement import MEASURES, scale_agreement
from trueness.statistics.ties import FloatArray, IntArray
from trueness.studies.judge.judge_rows import JudgeBias, JudgeMeasure, ReliabilityRow
from trueness.studies.judge.judge_settings import JudgeSettings
from trueness.studies.judge.judged_means import on_human_scale
from trueness.studies.judge.output_covariates import Covariate


@dataclasses.dataclass(frozen=True)
class Judged:
    """One judge with everything its rows are made of.

    Attributes
    ----------
    name : str
    human, judge : arrays of shape (N, M)
        As given, NaN where missing.
    oriented : array of shape (N, M)
        The judge's scores, larger is better.
    clusters : array of shape (N, M)
        Cluster numbers.
    same : bool
        Whether the judge rates on the human's scale.
    covariates : tuple of Covariate
    """

    name: str
    human: FloatArray
    judge: FloatArray
    oriented: FloatArray
    clusters: IntArray
    same: bool
    covariates: tuple[Covariate, ...]

    @functools.cached_property
    def calibrated(self) -> FloatArray:
        """The judge's scores on the human's scale, shape (N, M)."""
        return on_human_scale(self.human, self.judge, same=self.same)

    def drawn(self, settings: JudgeSettings) -> dict[str, Any]:
        """Return what every resampled statistic is asked with."""
        return {
            "clusters": self.clusters.ravel(),
            "confidence": settings.confidence,
            "resamples": settings.resamples,
            "rng": settings.seed,
        }


def measure_rows(part: Judged, settings: JudgeSettings) -> list[JudgeMeasure]:
    """Return the line from judge to human and the calibration error; errors and kappa for a judge on one scale."""
    human, judge, drawn = part.human.ravel(), part.judge.ravel(), part.drawn(settings)
    rows = []

    def add(measure: str, estimate: float, limits: Interval, n: int, undefined: int) -> None:
        low, high = float(limits.low), float(limits.high)
        rows.append(JudgeMeasure(part.name, measure, estimate, low, high, n, undefined, settings.resamples))

    if part.same:
        found = scale_agreement(human, judge, **drawn)
        for name in MEASURES:
            undefined = found.n_undefined_resamples[name]
            add(name, getattr(found, name), found.intervals[name], found.n_outputs, undefined)
    line = linear_calibration(human, judge, **drawn)
    lost = line.n_undefined_resamples
    add("calibration_intercept", line.intercept, line.intercept_interval, line.n_outputs, lost)
    add("calibration_slope", line.slope, line.slope_interval, line.n_outputs, lost)
    table = reliability_table(human, part.calibrated.ravel(), bins=settings.bins, **drawn)
    add(
        "calibration_error",
        table.calibration_error,
        table.calibration_error_interval,
        table.n_outputs,
        table.n_undefined_resamples,
    )
    return rows


def bias_rows(part: Judged, settings: JudgeSettings) -> list[JudgeBias]:
    """Return one row per covariate: the slope of the judge's score at equal human score."""
    rows = []
    for name, per, unit, values in part.covariates:
        found = covariate_bias(
            part.human.ravel(), part.oriented.ravel(), values.ravel(), **part.drawn(settings)
        )
        known = ~(np.isnan(part.human) | np.isnan(part.judge) | np.isnan(values))
        spread = float(np.std(part.oriented[known])) if known.any() else float("nan")
        factor = unit / spread if spread > 0 else float("nan")
        rows.append(
            JudgeBias(
                part.name,
                name,
                per,
                found.slope * factor,
                float(found.slope_interval.low) * factor,
                float(found.slope_interval.high) * factor,
                found.slope * unit,
                found.partial_correlation,
                found.correlation_human,
                found.n_outputs,
                found.n_undefined_resamples,
                found.resamples,
            )
        )
    return rows


def reliability_rows(part: Judged, settings: JudgeSettings) -> list[ReliabilityRow]:
    """Return the reliability table of the judge's scores on the human's scale, with the isotonic fit beside."""
    human, calibrated = part.human.ravel(), part.calibrated.ravel()
    table = reliability_table(human, calibrated, bins=settings.bins, **part.drawn(settings))
    fit = isotonic(calibrated, human)
    known = ~(np.isnan(human) | np.isnan(calibrated))
    return [
        ReliabilityRow(
            part.name,
            k,
            one.judge_low,
            one.judge_high,
            one.mean_judge,
            one.mean_human,
            float(one.human_interval.low),
            float(one.human_interval.high),
            float(
                np.mean(
                    fit(calibrated[known & (calibrated >= one.judge_low) & (calibrated <= one.judge_high)])
                )
            ),
            one.n_outputs,
        )
        for k, one in enumerate(table.bins, start=1)
    ]
