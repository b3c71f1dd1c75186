"""How many outputs people have to score: for an interval of Pearson's r of some width, or to show that r is high."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, DataError
from trueness.statistics.array_types import FloatArray
from trueness.statistics.engine.resample import Rng, random_stream, resolve_seed
from trueness.statistics.interval import Interval
from trueness.statistics.judging.cluster_totals import cluster_numbers, cluster_totals, renumbered
from trueness.statistics.judging.equal_vectors import equal_vectors
from trueness.statistics.judging.labels_needed import PROMISE, LabelsNeeded, asked_quantiles

STREAM = 7004
"""Sets what is drawn here apart from all else of the same seed."""

LOST = 3
"""Outputs that Fisher's standard error 1 / √(n − 3) does not count."""


def scores_needed(
    human: ArrayLike,
    judge: ArrayLike,
    *,
    half_width: float | None = None,
    bar: float | None = None,
    power: float = 0.8,
    clusters: ArrayLike | None = None,
    confidence: float = 0.95,
    resamples: int = 999,
    rng: Rng = None,
) -> LabelsNeeded:
    """Return how many outputs people have to score, from a pilot that they have scored, where outputs are the units.

    On Fisher's scale ζ = artanh r the standard error is spread / √(n − 3), with spread 1 for independent pairs of
    normal scores; here it is that of the linearised ζ over independent groups of outputs, whatever the scores are like.
    An interval has the half width w where sinh(2h) = w (cosh 2ζ + cosh 2h) for h = z spread / √(n − 3); it lies beyond
    a bar with the power where n − 3 is ((z + z_power) spread / (ζ − ζ_bar))². How far a pilot may be trusted is found
    by drawing its groups anew.

    Parameters
    ----------
    human, judge : arrays of shape (n,)
        NaN where there is no score.
    half_width : float, optional
        Half of the interval's whole width; it is not even about r.
    bar : float, optional
        One of the two.
    power : float
        How often the interval is to lie beyond the bar.
    clusters : array of shape (n,), optional
        A label per output, such as its input.
    confidence : float
    resamples : int
    rng : int or numpy.random.Generator, optional

    Returns
    -------
    LabelsNeeded
        Its spread is on Fisher's scale.

    Raises
    ------
    ArgumentError
        If both or neither of width and bar are given, or an argument is outside its values.
    DataError
        If the correlation, or its error, is undefined in the pilot.

    References
    ----------
    Fisher (1921), Metron 1. Bonett and Wright (2000), Psychometrika 65: sample sizes for intervals of correlations.
    """
    z, more = asked_quantiles(half_width, bar, confidence, power)
    if bar is not None and not -1 < bar < 1:
        raise ArgumentError(f"`bar` must lie between -1 and 1; it is {bar!r}.")
    one, other = equal_vectors(human=human, judge=judge)
    known = ~(np.isnan(one) | np.isnan(other))
    x, y = one[known], other[known]
    if len(x) < LOST + 1 or np.ptp(x) == 0 or np.ptp(y) == 0:
        raise DataError(
            f"{len(x)} outputs, or scores that are all equal, are too little for a correlation. Score more."
        )
    x, y = (x - x.mean()) / x.std(), (y - y.mean()) / y.std()
    numbers = renumbered(cluster_numbers(clusters, len(one))[known])
    sums = np.stack([np.ones_like(x), x, y, x * x, y * y, x * y], axis=1)
    totals = cluster_totals(sums, numbers)

    def needed(zeta: FloatArray, spread: FloatArray) -> FloatArray:
        with np.errstate(invalid="ignore", divide="ignore"):
            if half_width is not None:
                return LOST + np.square(z * spread / _half(zeta, half_width))
            distance = zeta - np.arctanh(0.0 if bar is None else bar)
            return np.where(distance > 0, LOST + np.square((z + more) * spread / distance), np.inf)

    zeta, spread = _fisher(totals, np.ones((1, len(totals))))
    if not np.isfinite(spread[0]) or not spread[0] > 0:
        raise DataError(
            "the correlation is 1, or there is one group of outputs: too little to estimate its error. "
            "Score more."
        )
    drawn = random_stream(resolve_seed(rng), STREAM).multinomial(
        len(totals), np.full(len(totals), 1 / len(totals)), resamples
    )
    found = needed(*_fisher(totals, drawn.astype(np.float64)))
    found = found[~np.isnan(found)]
    low, high = np.quantile(found, [(1 - PROMISE) / 2, (1 + PROMISE) / 2], method="nearest")
    return LabelsNeeded(
        number=float(np.ceil(needed(zeta, spread)[0])),
        interval=Interval(float(np.ceil(low)), float(np.ceil(high))),
        estimate=float(np.tanh(zeta[0])),
        spread=float(spread[0]),
        n_outputs=len(x),
    )


def _half(zeta: FloatArray, width: float) -> FloatArray:
    """Return the half width on Fisher's scale of an interval whose half width is `width`: (1 − w) t² − 2 w c t = 1 + w.

    With t = exp(2h) and c = cosh 2ζ, since sinh(2h) = w (c + cosh(2h)).
    """
    c = np.cosh(2 * zeta)
    return np.asarray(np.log((width * c + np.sqrt(np.square(width * c) + 1 - width**2)) / (1 - width)) / 2)


def _fisher(totals: FloatArray, weights: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return ζ of every resample of clusters, and √n times its standard error, shape (B,) each; NaN where undefined."""
    whole = weights @ totals
    n = whole[:, 0]
    mean_x, mean_y, xx, yy, xy = (whole[:, 1:] / n[:, None]).T
    with np.errstate(invalid="ignore", divide="ignore"):
        sd_x, sd_y = np.sqrt(xx - mean_x**2), np.sqrt(yy - mean_y**2)
        r = (xy - mean_x * mean_y) / (sd_x * sd_y)
        r = np.where(np.abs(r) < 1, r, np.nan)
        # u v − r (u² + v²) / 2 in the sums of a cluster, with u and v the standardised scores
        by_x, by_y, by_xy = r / 2 / sd_x**2, r / 2 / sd_y**2, 1 / (sd_x * sd_y)
        of_sums = np.stack(
            [
                mean_x * mean_y * by_xy - mean_x**2 * by_x - mean_y**2 * by_y,
                2 * mean_x * by_x - mean_y * by_xy,
                2 * mean_y * by_y - mean_x * by_xy,
                -by_x,
                -by_y,
                by_xy,
            ],
            axis=1,
        )
        influence = of_sums @ totals.T / (1 - r**2)[:, None]
        groups = weights.sum(axis=1)
        variance = np.sum(weights * influence**2, axis=1) * groups / (groups - 1) / n
        return np.arctanh(r), np.sqrt(variance)
