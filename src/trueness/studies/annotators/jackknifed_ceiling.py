"""Intervals of metrics beside the annotators by the two-way jackknife, which draws nothing."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import NamedTuple, Self

import numpy as np

from trueness.methods.correlations import Correlations
from trueness.methods.two_way_jackknife import INTERVAL, apart_differences, keep_jackknife
from trueness.statistics.annotators.ceiling_jackknife import (
    all_units,
    mean_of_held_out,
    of_all_scorers,
    same_units,
    scorer_replicates,
)
from trueness.statistics.annotators.human_ceiling import held_out_arrays
from trueness.statistics.array_types import FloatArray, Key
from trueness.statistics.interval import Interval
from trueness.statistics.jackknife.replicates import Replicates
from trueness.statistics.jackknife.two_way_jackknife import of_replicates
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
    replicates : dict of (level, coefficient) to list of Replicates
        Of every annotator and the metrics beside the others, filled as annotators are asked for (`held_out`).
    settings : AnnotatorSettings
    """

    beside: Sequence[ScoreArrays]
    units: CellGroup
    replicates: dict[Key, list[Replicates]]
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
        return cls(beside, all_units(beside), {key: [] for key in settings.keys}, settings)

    def held_out(self, annotator: int) -> dict[Key, list[Interval]]:
        """Return the intervals of one annotator and of all metrics with the others, and count them into the means.

        Every annotator has to be asked for once.
        """
        arrays, settings = self.beside[annotator], self.settings
        for level in settings.levels:
            names = settings.coefficients_at(level)
            for name, groups in scorer_replicates(arrays, level, names, self.units).items():
                if groups:
                    self.replicates[level, name].append(of_all_scorers(arrays.n_metrics, groups))
                for group, replicates in groups:
                    if same_units(group, self.units):
                        keep_jackknife(arrays, group, (level, name), replicates)
        asked = Correlations(arrays, settings.keys, resamples=1, confidence=settings.confidence)
        return INTERVAL.limits(asked, settings.over)

    def limits(self) -> dict[Key, list[CeilingLimits]]:
        """Return the intervals of every metric beside the annotators, once all of these were asked for."""
        if self.beside[0].n_metrics == 1:  # the annotator alone
            return {key: [] for key in self.replicates}
        return {key: self._of_means(key) for key in self.replicates}

    def _of_means(self, key: Key) -> list[CeilingLimits]:
        means, n_metrics = mean_of_held_out(self.replicates[key]), self.beside[0].n_metrics - 1
        if means is None:
            return [CeilingLimits(UNKNOWN, UNKNOWN, UNKNOWN)] * n_metrics
        settings, ready = self.settings, of_replicates(means, *key)
        metrics = np.arange(n_metrics)
        alone = _pairs(
            ready.of_metrics(settings.over).limits_off_the_scale(
                ready.correlations, ready.coefficient, ready.entries, settings.confidence
            )
        )
        apart = apart_differences(ready, metrics, metrics + n_metrics, settings.over)
        differences = _pairs(apart.limits(settings.confidence))
        return [CeilingLimits(alone[k], alone[k + n_metrics], differences[k]) for k in range(n_metrics)]


def _pairs(limits: tuple[FloatArray, FloatArray]) -> list[Limits]:
    return [(float(low), float(high)) for low, high in zip(*limits, strict=True)]
