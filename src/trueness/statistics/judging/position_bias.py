"""Whether a judge of pairs prefers what it is shown first: every pair judged in both orders."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import DataError
from trueness.statistics.alike_units import alike_units
from trueness.statistics.array_types import FloatArray
from trueness.statistics.engine.resample import DEFAULT_RESAMPLES, Rng, resolve_seed
from trueness.statistics.interval import Interval
from trueness.statistics.intervals import bootstrap_interval
from trueness.statistics.judging.cluster_totals import (
    bootstrap_totals,
    cluster_numbers,
    cluster_totals,
    renumbered,
)
from trueness.statistics.judging.equal_vectors import equal_vectors


class PositionBias(NamedTuple):
    """How often the order decides.

    Attributes
    ----------
    bias : float
        How much more often than half the output shown first wins, ties counting half: −0.5 to 0.5.
    bias_interval : Interval
        Percentiles over resampled clusters; where these are all alike, that of `alike_units`.
    consistent : float
        Share of pairs with the same verdict in both orders.
    consistent_interval : Interval
    n_first, n_second : int
        Pairs in which the order decides for the first and for the second place: the sums of both verdicts differ.
    pvalue : float
        Two-sided sign test of `n_first` against `n_second`; 1 where there are none. It takes pairs for independent.
    n_pairs : int
        Pairs judged in both orders.
    resamples : int
    seed : int
    """

    bias: float
    bias_interval: Interval
    consistent: float
    consistent_interval: Interval
    n_first: int
    n_second: int
    pvalue: float
    n_pairs: int
    resamples: int
    seed: int


def position_bias(
    shown_first: ArrayLike,
    shown_second: ArrayLike,
    *,
    clusters: ArrayLike | None = None,
    confidence: float = 0.95,
    resamples: int = DEFAULT_RESAMPLES,
    rng: Rng = None,
) -> PositionBias:
    """Measure how the order of two outputs moves a judge's preference.

    Without a bias a pair's verdict does not depend on the order; a pair's bias is half the difference of the two
    preferences for the same output.

    Parameters
    ----------
    shown_first, shown_second : arrays of shape (n,)
        The judge's preference for output A of each pair, from 0 (B wins) over 0.5 (tie) to 1 (A wins): when A is
        shown first, and when it is shown second. Pairs with a NaN are left out.
    clusters : array of shape (n,), optional
        A label per pair; whole clusters are resampled.
    confidence : float
    resamples : int
    rng : int or numpy.random.Generator, optional

    Raises
    ------
    ArgumentError
        If shapes do not agree, or another argument is outside its values.
    DataError
        If a preference lies outside [0, 1], or no pair was judged in both orders.
    """
    one, other = equal_vectors(shown_first=shown_first, shown_second=shown_second)
    numbers, seed = cluster_numbers(clusters, len(one)), resolve_seed(rng)
    known = ~(np.isnan(one) | np.isnan(other))
    if not known.any():
        raise DataError("no pair was judged in both orders.")
    both = np.stack([one[known], other[known]])
    if both.min() < 0 or both.max() > 1:
        raise DataError("preferences must lie between 0 (B wins) and 1 (A wins); a tie is 0.5.")
    moved = (both[0] - both[1]) / 2
    sums = np.stack([np.ones_like(moved), moved, both[0] == both[1]], axis=1).astype(np.float64)
    found = sums.mean(axis=0)
    numbers = renumbered(numbers[known])
    totals = cluster_totals(sums, numbers)
    drawn = bootstrap_totals(totals, resamples, seed)
    limits = [
        _interval(drawn[:, k] / drawn[:, 0], float(found[k]), lowest, highest, len(totals), confidence)
        for k, lowest, highest in ((1, -0.5, 0.5), (2, 0.0, 1.0))
    ]
    first, second = int(np.sum(moved > 0)), int(np.sum(moved < 0))
    return PositionBias(
        bias=float(found[1]),
        bias_interval=limits[0],
        consistent=float(found[2]),
        consistent_interval=limits[1],
        n_first=first,
        n_second=second,
        pvalue=_sign_test(first, second),
        n_pairs=int(known.sum()),
        resamples=resamples,
        seed=seed,
    )


def _interval(
    drawn: FloatArray, found: float, lowest: float, highest: float, units: int, confidence: float
) -> Interval:
    if np.ptp(drawn) > 0:
        return bootstrap_interval(drawn, found, confidence=confidence)
    alike = alike_units(found, lowest, highest, units, confidence)
    return Interval(alike.low, alike.high)


def _sign_test(first: int, second: int) -> float:
    """Return min(1, 2 P(X <= the smaller count)) for X binomial with probability one half."""
    from scipy.special import bdtr

    return float(min(1.0, 2 * bdtr(min(first, second), first + second, 0.5)))
