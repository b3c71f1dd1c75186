"""Intervals of metrics beside the annotators by the two-way jackknife, which draws nothing."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import NamedTuple, Self

import numpy as np

from trueness.methods.correlations import Correlations
from trueness.methods.two_way_jackknife import INTERVAL, apart_differences, keep_jackknife
from trueness.statistics.annotators.ceiling_jackknife import (
    CeilingFolds,
    all_units,
    same_units,
    scorer_folds,
)
from trueness.statistics.annotators.human_ceiling import held_out_arrays
from trueness.statistics.array_types import FloatArray, Key
from trueness.statistics.fisher_scale import inverse_z_scale
from trueness.statistics.interval import Interval
from trueness.statistics.jackknife.two_way_jackknife import TwoWayJackknife, of_folds
from trueness.statistics.score_arrays import CellGroup, ScoreArrays
from trueness.studies.annotators.settings import AnnotatorSettings

Limits = tuple[float, float]


class CeilingLimits(NamedTuple):
    """Intervals of a metric beside the annotators.

    Attributes
    ----------
    metric, ceiling, difference : (float, float)
    """

    metric: Limits
    ceiling: Limits
    difference: Limits


UNKNOWN = (float("nan"), float("nan"))


@dataclasses.dataclass(frozen=True)
class JackknifedCeiling:
    """Intervals of correlations with the annotators other than one, and of their means over the one held out.

    Attributes
    ----------
    beside : tuple of ScoreArrays
        Per annotator, who comes first, and the metrics beside the others.
    units : CellGroup
        Whose systems and inputs are left out.
    means : dict of (level, coefficient) to CeilingFolds
        Filled as annotators are asked for (`held_out`).
    settings : AnnotatorSettings
    """

    beside: Sequence[ScoreArrays]
    units: CellGroup
    means: dict[Key, CeilingFolds]
    settings: AnnotatorSettings

    @classmethod
    def of(cls, arrays: ScoreArrays, ratings: FloatArray, settings: AnnotatorSettings) -> Self:
        """Return what all annotators' intervals rest on.

        Parameters
        ----------
        arrays : ScoreArrays
        ratings : array of shape (A, N, M)
            Larger is better.
        settings : AnnotatorSettings
        """
        beside = tuple(held_out_arrays(arrays, ratings, a, settings.combination) for a in range(len(ratings)))
        means = {key: CeilingFolds(arrays.n_metrics) for key in settings.keys}
        return cls(beside, all_units(beside), means, settings)

    def held_out(self, annotator: int) -> dict[Key, list[Interval]]:
        """Return the intervals of one annotator and of all metrics with the others, and count them into the means.

        Every annotator has to be asked for once.
        """
        arrays, settings = self.beside[annotator], self.settings
        for level in settings.levels:
            names = settings.coefficients_at(level)
            for name, found in scorer_folds(arrays, level, names, self.units).items():
                self.means[level, name].add(found.folds)
                for group, folds in found.parts:
                    if same_units(group, self.units):
                        keep_jackknife(arrays, group, (level, name), folds)
        asked = Correlations(arrays, settings.keys, resamples=1, confidence=settings.confidence)
        return INTERVAL.limits(asked, settings.over)

    def limits(self) -> dict[Key, list[CeilingLimits]]:
        """Return the intervals of every metric beside the annotators, once all of these were asked for."""
        if self.beside[0].n_metrics == 1:  # the annotator alone
            return {key: [] for key in self.means}
        return {key: self._of_means(key) for key in self.means}

    def _of_means(self, key: Key) -> list[CeilingLimits]:
        folds, n_metrics = self.means[key].folds(), self.beside[0].n_metrics - 1
        if folds is None:
            return [CeilingLimits(UNKNOWN, UNKNOWN, UNKNOWN)] * n_metrics
        settings, ready = self.settings, of_folds(folds, *key)
        metrics = np.arange(n_metrics)
        alone = _of_metrics(ready, settings.over, settings.confidence)
        apart = apart_differences(ready, metrics, metrics + n_metrics, settings.over)
        differences = _pairs(apart.limits(settings.confidence))
        return [CeilingLimits(alone[k], alone[k + n_metrics], differences[k]) for k in range(n_metrics)]


def _of_metrics(ready: TwoWayJackknife, over: str, confidence: float) -> list[Limits]:
    low, high = (
        inverse_z_scale(limit, ready.coefficient, ready.entries)
        for limit in ready.of_metrics(over).limits(confidence)
    )
    # a correlation of one has a finite place on that scale
    return _pairs((np.minimum(low, ready.correlations), np.maximum(high, ready.correlations)))


def _pairs(limits: tuple[FloatArray, FloatArray]) -> list[Limits]:
    return [(float(low), float(high)) for low, high in zip(*limits, strict=True)]
