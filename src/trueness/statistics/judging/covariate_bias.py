"""What a judge rewards beside quality: length, place in a list, or anything else that has a number."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.statistics.array_types import FloatArray
from trueness.statistics.engine.resample import DEFAULT_RESAMPLES, Rng, resolve_seed
from trueness.statistics.interval import Interval
from trueness.statistics.judging.cluster_totals import cluster_numbers
from trueness.statistics.judging.equal_vectors import equal_vectors
from trueness.statistics.judging.measured import measured

COLLINEAR = 1e-10
"""Below this share of its variance a covariate is taken to be determined by the human scores."""


class CovariateBias(NamedTuple):
    """How a judge's score moves with a covariate among outputs of equal human score.

    Attributes
    ----------
    slope : float
        Judge's score per unit of the covariate, at equal human score; NaN where it is not determined.
    slope_interval : Interval
    partial_correlation : float
        Of judge and covariate given the human score.
    partial_correlation_interval : Interval
    correlation_human : float
        Of the human score with the covariate: what people reward themselves.
    n_outputs : int
    n_undefined_resamples, resamples : int
    seed : int
    """

    slope: float
    slope_interval: Interval
    partial_correlation: float
    partial_correlation_interval: Interval
    correlation_human: float
    n_outputs: int
    n_undefined_resamples: int
    resamples: int
    seed: int


def covariate_bias(
    human: ArrayLike,
    judge: ArrayLike,
    covariate: ArrayLike,
    *,
    clusters: ArrayLike | None = None,
    systems: ArrayLike | None = None,
    confidence: float = 0.95,
    resamples: int = DEFAULT_RESAMPLES,
    rng: Rng = None,
) -> CovariateBias:
    """Regress a judge's score on the human score and a covariate; the covariate's slope is the bias.

    By the theorem of Frisch, Waugh and Lovell the slope is that of the judge's score minus the human score, brought to
    the judge's scale by least squares, on what the human score leaves of the covariate. Noise in the human scores
    makes them a poor control: if people reward length, part of that is then charged to the judge.

    Parameters
    ----------
    human, judge, covariate : arrays of shape (n,)
        Outputs with a NaN in any of the three are left out.
    clusters : array of shape (n,), optional
        A label per output; whole clusters are resampled.
    systems : array of shape (n,), optional
        A label per output: its system. Of three or more, intervals are of other systems, too (see `two_way_totals`),
        and nothing is resampled.
    confidence : float
    resamples : int
    rng : int or numpy.random.Generator, optional

    Returns
    -------
    CovariateBias
        NaN where fewer than four outputs are known, or the covariate is constant or a function of the human scores.

    Raises
    ------
    ArgumentError
        If shapes do not agree, or another argument is outside its values.
    """
    arrays = equal_vectors(human=human, judge=judge, covariate=covariate)
    numbers, seed = cluster_numbers(clusters, len(arrays[0])), resolve_seed(rng)
    known = np.asarray(~np.isnan(arrays).any(axis=0))
    y, f, x = (values[known] - (values[known].mean() if known.any() else 0.0) for values in arrays)
    sums = np.stack([np.ones_like(y), y, f, x, y * y, f * f, x * x, y * f, y * x, f * x], axis=1)
    found = measured(
        sums, _partial, systems, numbers, known, confidence=confidence, resamples=resamples, seed=seed
    )
    return CovariateBias(
        slope=float(found.values[0]),
        slope_interval=found.intervals[0],
        partial_correlation=float(found.values[1]),
        partial_correlation_interval=found.intervals[1],
        correlation_human=float(found.values[2]),
        n_outputs=len(y),
        n_undefined_resamples=found.n_undefined[0],
        resamples=found.resamples,
        seed=seed,
    )


def _partial(sums: FloatArray) -> FloatArray:
    """Return slope, partial correlation and the human's correlation with the covariate for rows of sums."""
    n, y, f, x, yy, ff, xx, yf, yx, fx = sums.T
    with np.errstate(invalid="ignore", divide="ignore"):
        yy, ff, xx = (
            np.where(v > COLLINEAR * s, v, np.nan) for v, s in _spreads(n, (y, yy), (f, ff), (x, xx))
        )
        yf, yx, fx = yf - y * f / n, yx - y * x / n, fx - f * x / n
        free = xx - yx * yx / yy
        free = np.where((free > COLLINEAR * xx) & (n > 3), free, np.nan)
        left = ff - yf * yf / yy
        together = fx - yf * yx / yy
        partial = np.where(left > COLLINEAR * ff, together / np.sqrt(free * left), np.nan)
        return np.stack([together / free, partial, yx / np.sqrt(xx * yy)], axis=1)


def _spreads(n: FloatArray, *pairs: tuple[FloatArray, FloatArray]) -> list[tuple[FloatArray, FloatArray]]:
    """Return the centred sums of squares, each with the plain one."""
    return [(squares - total * total / n, squares) for total, squares in pairs]
