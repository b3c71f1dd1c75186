"""Metrics beside the ceiling: every correlation with the annotators other than one, and their means."""

from __future__ import annotations

import math

import numpy as np

from trueness.parallel import step
from trueness.statistics.annotators.human_ceiling import HeldOut, human_ceiling
from trueness.statistics.engine.bootstrap import Key
from trueness.statistics.interval import Interval
from trueness.statistics.intervals import bootstrap_interval
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.ties import FloatArray
from trueness.studies.annotators.annotator_rows import AgreementVerdict, CeilingRow, HeldOutCorrelation
from trueness.studies.annotators.annotator_settings import AnnotatorSettings
from trueness.studies.settings import Settings


def ceiling_rows(
    arrays: ScoreArrays, ratings: FloatArray, annotators: tuple[str, ...], settings: AnnotatorSettings
) -> tuple[tuple[CeilingRow, ...], tuple[HeldOutCorrelation, ...]]:
    """Return metrics beside the ceiling, and the correlations with each set of annotators behind it.

    Averages are over the annotators for whom the correlation is defined; those of a metric over the same. Without
    a metric there are rows of annotators only.

    Parameters
    ----------
    arrays : ScoreArrays
    ratings : array of shape (A, N, M)
        Larger is better.
    annotators : tuple of str
    settings : AnnotatorSettings
    """
    plain = settings.correlations
    drawn = plain.resamples if plain.interval != "none" else 0
    keys = [(level, coefficient) for level in plain.levels for coefficient in plain.coefficients]
    means = {key: _Mean(1 + arrays.n_metrics, drawn) for key in keys}
    rows: list[HeldOutCorrelation] = []
    for a, annotator in enumerate(annotators):
        with step(f"annotator {annotator}"):
            found = human_ceiling(
                arrays,
                ratings,
                a,
                plain.levels,
                plain.coefficients,
                combination=settings.combination,
                over=plain.over,
                resamples=drawn,
                seed=plain.seed,
            )
        for key in keys:
            means[key].add(found, key)
            rows += [
                _held_out(found, key, k, annotator, scorer, plain)
                for k, scorer in enumerate((annotator, *arrays.names))
            ]
    beside = tuple(
        _beside(means[key], key, k + 1, metric, plain)
        for key in keys
        for k, metric in enumerate(arrays.names)
    )
    return beside, tuple(rows)


class _Mean:
    """The mean over held-out annotators, of estimates and of every resample: annotators first, then metrics.

    A metric's mean is over the annotators for whom both it and the annotator have a correlation, and so is the
    ceiling it is compared with.
    """

    def __init__(self, size: int, drawn: int) -> None:
        self.count = np.zeros(size)
        self.metric, self.annotator = np.zeros(size), np.zeros(size)
        self.metric_samples, self.annotator_samples = np.zeros((drawn, size)), np.zeros((drawn, size))

    def add(self, found: HeldOut, key: Key) -> None:
        """Add one held-out annotator."""
        values = found.estimates[key]
        usable = ~np.isnan(values) & ~np.isnan(values[0])
        self.count += usable
        self.metric += np.where(usable, values, 0.0)
        self.annotator += np.where(usable, values[0], 0.0)
        if found.samples:
            samples = found.samples[key]
            # NaN stays NaN: a resample counts if every annotator of the estimate has a value in it
            self.metric_samples += np.where(usable, samples, 0.0)
            self.annotator_samples += np.where(usable, samples[:, :1], 0.0)

    def of(self, k: int) -> tuple[float, float, FloatArray, FloatArray]:
        """Return the means of a scorer and of the annotators beside it, and the same in resamples."""
        n = self.count[k]
        if not n:
            nothing = np.full(len(self.metric_samples), np.nan)
            return math.nan, math.nan, nothing, nothing
        return (
            float(self.metric[k] / n),
            float(self.annotator[k] / n),
            self.metric_samples[:, k] / n,
            self.annotator_samples[:, k] / n,
        )


def _beside(mean: _Mean, key: Key, k: int, metric: str, settings: Settings) -> CeilingRow:
    estimate, ceiling, samples, ceiling_samples = mean.of(k)
    low, high = _limits(samples, estimate, settings)
    ceiling_low, ceiling_high = _limits(ceiling_samples, ceiling, settings)
    differences = samples - ceiling_samples
    difference_low, difference_high = _limits(differences, estimate - ceiling, settings)
    verdict: AgreementVerdict = "not separated"
    if math.isnan(difference_low):
        verdict = "undefined"
    elif difference_low > 0:
        verdict = "above"
    elif difference_high < 0:
        verdict = "below"
    return CeilingRow(
        metric=metric,
        level=key[0],
        coefficient=key[1],
        estimate=estimate,
        low=low,
        high=high,
        ceiling=ceiling,
        ceiling_low=ceiling_low,
        ceiling_high=ceiling_high,
        difference=estimate - ceiling,
        difference_low=difference_low,
        difference_high=difference_high,
        reaches=verdict,
        n_undefined_resamples=int(np.isnan(differences).sum()),
        resamples=len(differences),
    )


def _held_out(
    found: HeldOut, key: Key, k: int, annotator: str, scorer: str, settings: Settings
) -> HeldOutCorrelation:
    estimate = float(found.estimates[key][k])
    samples = found.samples[key][:, k] if found.samples else np.empty(0)
    low, high = _limits(samples, estimate, settings)
    return HeldOutCorrelation(
        annotator, scorer, *key, estimate, low, high, found.n_cells, int(found.n_undefined[key][k])
    )


def _limits(samples: FloatArray, estimate: float, settings: Settings) -> tuple[float, float]:
    found = Interval(np.nan, np.nan)
    if len(samples):
        found = bootstrap_interval(
            samples, estimate, method=settings.interval, confidence=settings.confidence
        )
    return float(found.low), float(found.high)
