"""The straight line from a judge's scores to human scores."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.statistics.array_types import FloatArray
from trueness.statistics.engine.resample import DEFAULT_RESAMPLES, Rng, resolve_seed
from trueness.statistics.given_numbers import given_numbers
from trueness.statistics.interval import Interval
from trueness.statistics.judging.cluster_totals import cluster_numbers
from trueness.statistics.judging.equal_vectors import equal_vectors
from trueness.statistics.judging.measured import measured
from trueness.statistics.judging.two_way_totals import Measure
from trueness.statistics.ties import RELATIVE_TOLERANCE


class LinearCalibration(NamedTuple):
    """Human score = intercept + slope × judge's score, by least squares.

    Attributes
    ----------
    intercept, slope : float
        0 and 1 for a calibrated judge; NaN where the judge is constant.
    intercept_interval, slope_interval : Interval
        Percentiles over resampled clusters, or Student's t over systems and clusters.
    n_outputs : int
        Outputs with both scores.
    n_undefined_resamples, resamples : int
    seed : int
    """

    intercept: float
    slope: float
    intercept_interval: Interval
    slope_interval: Interval
    n_outputs: int
    n_undefined_resamples: int
    resamples: int
    seed: int

    def __call__(self, judge: ArrayLike) -> FloatArray:
        """Return calibrated scores, in the unit of the human's; NaN where the judge has none."""
        return self.intercept + self.slope * given_numbers(judge)


def linear_calibration(
    human: ArrayLike,
    judge: ArrayLike,
    *,
    clusters: ArrayLike | None = None,
    systems: ArrayLike | None = None,
    confidence: float = 0.95,
    resamples: int = DEFAULT_RESAMPLES,
    rng: Rng = None,
) -> LinearCalibration:
    """Regress human scores on a judge's, with intervals over resampled clusters.

    Parameters
    ----------
    human, judge : arrays of shape (n,)
        Outputs with a NaN are left out.
    clusters : array of shape (n,), optional
        A label per output; default every output its own.
    systems : array of shape (n,), optional
        A label per output: its system. Of three or more, intervals are of other systems, too (see `two_way_totals`),
        and nothing is resampled.
    confidence : float
    resamples : int
    rng : int or numpy.random.Generator, optional

    Raises
    ------
    ArgumentError
        If shapes do not agree, or another argument is outside its values.
    """
    one, other = equal_vectors(human=human, judge=judge)
    numbers, seed = cluster_numbers(clusters, len(one)), resolve_seed(rng)
    known = ~(np.isnan(one) | np.isnan(other))
    sums, line = _summed(one[known], other[known])
    found = measured(
        sums, line, systems, numbers, known, confidence=confidence, resamples=resamples, seed=seed
    )
    return LinearCalibration(
        intercept=float(found.values[0]),
        slope=float(found.values[1]),
        intercept_interval=found.intervals[0],
        slope_interval=found.intervals[1],
        n_outputs=len(sums),
        n_undefined_resamples=found.n_undefined[1],
        resamples=found.resamples,
        seed=seed,
    )


def least_squares_line(human: FloatArray, judge: FloatArray) -> tuple[float, float]:
    """Return the intercept and the slope of `linear_calibration`; NaN where the judge is constant.

    Parameters
    ----------
    human, judge : arrays of one shape
        Outputs with a NaN are left out.
    """
    known = ~(np.isnan(human) | np.isnan(judge))
    sums, line = _summed(human[known], judge[known])
    intercept, slope = line(sums.sum(axis=0)[None])[0]
    return float(intercept), float(slope)


def _summed(y: FloatArray, f: FloatArray) -> tuple[FloatArray, Measure]:
    """Return what is summed over outputs, and intercepts and slopes as a function of the sums."""
    center = float(f.mean()) if f.size else 0.0  # sums of squares far from 0 would lose digits
    moved = f - center
    sums = np.stack([np.ones_like(y), moved, y, moved * moved, moved * y], axis=1)
    if f.size and np.ptp(f) <= RELATIVE_TOLERANCE * np.abs(f).max():
        sums[:, 3] = 0.0

    def line(rows: FloatArray) -> FloatArray:
        values = _line(rows)
        values[:, 0] -= values[:, 1] * center
        return values

    return sums, line


def _line(sums: FloatArray) -> FloatArray:
    """Return intercepts and slopes for rows of sums (n, Σf, Σy, Σf², Σfy); NaN where the judge is constant."""
    n, f, y, squares, products = sums.T
    with np.errstate(invalid="ignore", divide="ignore"):
        spread = squares - f * f / n
        slope = np.where(spread > RELATIVE_TOLERANCE * squares, (products - f * y / n) / spread, np.nan)
        return np.stack([(y - slope * f) / n, slope], axis=1)
