"""Measures of sums over outputs, each with its interval over systems and clusters, or over resampled clusters."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.interval import Interval
from trueness.statistics.intervals import bootstrap_interval
from trueness.statistics.judging.cluster_totals import bootstrap_totals, cluster_totals
from trueness.statistics.judging.two_way_totals import Measure, column_of, over_systems, two_way_value


class Measured(NamedTuple):
    """K measures with their intervals.

    Attributes
    ----------
    values : array of shape (K,)
    intervals : list of Interval
        Percentiles over resampled clusters, or Student's t over systems and clusters.
    n_undefined : list of int
        Resamples in which each is undefined.
    resamples : int
        0 where intervals are of other systems, too.
    """

    values: FloatArray
    intervals: list[Interval]
    n_undefined: list[int]
    resamples: int


def measured(
    sums: FloatArray,
    measures: Measure,
    systems: ArrayLike | None,
    clusters: IntArray,
    known: BoolArray,
    *,
    confidence: float,
    resamples: int,
    seed: int,
) -> Measured:
    """Return measures of the sums over outputs, with intervals.

    Parameters
    ----------
    sums : array of shape (P, C)
        What is summed, of known outputs.
    measures : callable
        From sums, shape (B, C), to measures side by side, shape (B, K).
    systems : array of shape (n,), optional
        A label per output. Of three systems or more, intervals are of other systems, too (see `two_way_totals`), and
        nothing is resampled.
    clusters : array of shape (n,)
    known : array of shape (n,)
    confidence : float
    resamples, seed : int

    Raises
    ------
    ArgumentError
        If there is not one system per output.
    """
    values = measures(sums.sum(axis=0)[None])[0]
    crossed = over_systems(sums, systems, clusters, known)
    if crossed is not None:
        of = [two_way_value(crossed, column_of(measures, k), confidence) for k in range(len(values))]
        return Measured(values, [one.limits for one in of], [0] * len(of), 0)
    samples = measures(bootstrap_totals(cluster_totals(sums, clusters[known]), resamples, seed))
    intervals = [
        bootstrap_interval(column, float(value), confidence=confidence)
        for column, value in zip(samples.T, values, strict=True)
    ]
    return Measured(values, intervals, np.isnan(samples).sum(axis=0).tolist(), resamples)
