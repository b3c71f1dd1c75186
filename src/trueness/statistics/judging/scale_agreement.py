"""Agreement of a judge that uses the human's own rating scale: errors and quadratic-weighted kappa."""

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
from trueness.statistics.ties import RELATIVE_TOLERANCE

MEASURES = ("mean_error", "mean_absolute_error", "quadratic_kappa")


class ScaleAgreement(NamedTuple):
    """How far a judge's ratings are from the human's.

    Attributes
    ----------
    mean_error : float
        Mean of judge − human; above 0 the judge is generous.
    mean_absolute_error : float
    quadratic_kappa : float
        Cohen's kappa with quadratic weights; NaN if all ratings, of both, are one and the same.
    intervals : dict of str to Interval
        Of each of `MEASURES`, percentiles over resampled clusters, or Student's t over systems and clusters.
    n_outputs : int
    n_undefined_resamples : dict of str to int
    resamples : int
    seed : int
    applies_to_systems : bool
        Whether intervals are of other systems, too, or of other outputs of these.
    """

    mean_error: float
    mean_absolute_error: float
    quadratic_kappa: float
    intervals: dict[str, Interval]
    n_outputs: int
    n_undefined_resamples: dict[str, int]
    resamples: int
    seed: int
    applies_to_systems: bool = False


def scale_agreement(
    human: ArrayLike,
    judge: ArrayLike,
    *,
    clusters: ArrayLike | None = None,
    systems: ArrayLike | None = None,
    confidence: float = 0.95,
    resamples: int = DEFAULT_RESAMPLES,
    rng: Rng = None,
) -> ScaleAgreement:
    """Compare ratings on one scale.

    With quadratic weights kappa is 1 − mean (f − y)² / (var f + var y + (mean f − mean y)²), variances with divisor n:
    the expected squared difference of independent ratings is the denominator (Cohen 1968). So it needs no categories,
    and equals Lin's (1989) concordance coefficient.

    Parameters
    ----------
    human, judge : arrays of shape (n,)
        Ratings on the same scale; outputs with a NaN are left out.
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
    y, f = one[known], other[known]
    center = float(y.mean()) if y.size else 0.0
    error, y, f = f - y, y - center, f - center
    sums = np.stack([np.ones_like(y), error, np.abs(error), error**2, y, f, y**2, f**2], axis=1)
    found = measured(
        sums, _measures, systems, numbers, known, confidence=confidence, resamples=resamples, seed=seed
    )
    return ScaleAgreement(
        mean_error=float(found.values[0]),
        mean_absolute_error=float(found.values[1]),
        quadratic_kappa=float(found.values[2]),
        intervals={name: _within(name, one) for name, one in zip(MEASURES, found.intervals, strict=True)},
        n_outputs=len(y),
        n_undefined_resamples=dict(zip(MEASURES, found.n_undefined, strict=True)),
        resamples=found.resamples,
        seed=seed,
        applies_to_systems=not found.resamples,
    )


def _within(name: str, limits: Interval) -> Interval:
    """Return limits cut at those of the measure."""
    low, high = {"mean_absolute_error": (0.0, np.inf), "quadratic_kappa": (-1.0, 1.0)}.get(
        name, (-np.inf, np.inf)
    )
    return Interval(float(np.maximum(limits.low, low)), float(np.minimum(limits.high, high)))


def _measures(sums: FloatArray) -> FloatArray:
    """Return mean error, mean absolute error and kappa for rows of sums."""
    with np.errstate(invalid="ignore", divide="ignore"):
        error, absolute, square, y, f, yy, ff = (sums[:, k] / sums[:, 0] for k in range(1, 8))
        expected = ff + yy - 2 * f * y
        kappa = np.where(expected > RELATIVE_TOLERANCE * (ff + yy), 1 - square / expected, np.nan)
    return np.stack([error, absolute, kappa], axis=1)
