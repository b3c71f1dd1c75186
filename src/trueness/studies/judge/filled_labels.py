"""A judge's labels beside people's, with what it may have said of outputs on which it is silent."""

from __future__ import annotations

import functools
from typing import NamedTuple

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.interval import Interval
from trueness.statistics.jackknife.two_way_jackknife import FEWEST_SYSTEMS
from trueness.statistics.judging.label_agreement import label_measures, measure_interval, unit_totals
from trueness.statistics.judging.silent_outputs import silent_extremes


class FilledLabels(NamedTuple):
    """Outputs with a label of people, n of them.

    Attributes
    ----------
    shares : array of shape (n, K)
        Which part of people's label each label is: 1 for the label of most, parts where they are evenly divided.
    judge : array of shape (n,)
        NaN where the judge is silent.
    clusters, systems : arrays of shape (n,)
    positive : int
    """

    shares: FloatArray
    judge: FloatArray
    clusters: IntArray
    systems: IntArray
    positive: int

    @property
    def silent(self) -> BoolArray:
        """On which outputs the judge is silent."""
        return np.isnan(self.judge)

    @property
    def n_silent(self) -> int:
        """On how many."""
        return int(self.silent.sum())

    @property
    def n_divided(self) -> int:
        """On how many outputs people are evenly divided."""
        return int(np.sum(self.shares.max(axis=1, initial=0) < 1))

    @property
    def heard(self) -> FilledLabels:
        """The outputs on which the judge is not silent."""
        said = ~self.silent
        return FilledLabels(
            shares=self.shares[said],
            judge=self.judge[said],
            clusters=self.clusters[said],
            systems=self.systems[said],
            positive=self.positive,
        )

    def estimate(self, measure: str) -> float:
        """Return a measure of the outputs on which the judge is not silent."""
        return float(label_measures(self._counts()[None], self.positive)[measure][0])

    def interval(self, measure: str, confidence: float) -> Interval:
        """Return the interval of a measure of the outputs on which the judge is not silent."""
        heard = self.heard
        if not len(heard.judge):
            return Interval(np.nan, np.nan)
        totals = unit_totals(_cells(heard), heard.clusters, heard.systems)
        return measure_interval(totals, measure, self.positive, confidence)

    def outer_interval(self, measure: str, confidence: float) -> Interval:
        """Return the interval from the lower limit of the worst that the judge may have said to the best's upper."""
        if not self.n_silent:
            return self.interval(measure, confidence)
        of = functools.partial(_measure, measure=measure, positive=self.positive)
        ends = silent_extremes(self._counts(), self.shares[self.silent], of)
        low, high = (self._saying(end).interval(measure, confidence) for end in ends)
        return Interval(low.low, high.high)

    @property
    def applies_to_systems(self) -> bool:
        """Whether there are enough systems to tell what others may be like."""
        return len(np.unique(self.systems)) >= FEWEST_SYSTEMS

    def _counts(self) -> FloatArray:
        return np.asarray(_cells(self.heard).sum(axis=0))

    def _saying(self, labels: IntArray) -> FilledLabels:
        judge = self.judge.copy()
        judge[self.silent] = labels
        return self._replace(judge=judge)


def _measure(counts: FloatArray, *, measure: str, positive: int) -> FloatArray:
    return label_measures(counts, positive)[measure]


def _cells(outputs: FilledLabels) -> FloatArray:
    size = outputs.shares.shape[1]
    said = outputs.judge[:, None] == np.arange(size)
    return np.asarray((outputs.shares[:, :, None] * said[:, None, :]).reshape(len(said), size**2))
