"""How often one metric agrees better with the human than another among resamples: measure against measure."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError
from trueness.statistics.array_types import FloatArray
from trueness.statistics.exceedances import EXCEEDANCE_TOLERANCE
from trueness.statistics.given_numbers import given_numbers

RESOLVED = 0.975
"""A pair is resolved if one metric is better in at least this share of resamples (Braun et al. 2022, section 4)."""


class DominanceShift(NamedTuple):
    """How the shares of resolved pairs change from one condition to another.

    Attributes
    ----------
    shift : float
        Mean over pairs of the size of the change of P, whichever its direction; NaN without pairs.
    signed : float
        Mean change of the P of the metric that was better: negative where it is better less often.
    n_pairs : int
        Resolved pairs with a share under both conditions.
    n_unresolved, n_reversed : int
        Of these, pairs that are not resolved in favour of the same metric under the other condition, and pairs in which
        the other metric is better in most resamples.
    """

    shift: float
    signed: float
    n_pairs: int
    n_unresolved: int
    n_reversed: int


def dominance(samples: ArrayLike) -> FloatArray:
    """Return the share P of resamples in which each metric correlates more with the human than each other one.

    Parameters
    ----------
    samples : array of shape (B, K)
        Bootstrap values of the correlations of K metrics, all from the same resamples; NaN where undefined.

    Returns
    -------
    array of shape (K, K)
        P[a, b] of metric a over metric b, over the resamples in which both are defined; NaN on the diagonal and where
        there is none. Equal correlations count half, so P[a, b] + P[b, a] = 1.

    Raises
    ------
    ArgumentError
        If `samples` is no matrix.

    References
    ----------
    Braun, Vasilyev, Iskender and Bohannon (2022), Does summary evaluation survive translation to other languages?,
    NAACL, section 4.
    """
    values = given_numbers(samples)
    if values.ndim != 2:
        raise ArgumentError(f"`samples` must have shape (resamples, metrics); its shape is {values.shape}.")
    n_metrics = values.shape[1]
    shares = np.full((n_metrics, n_metrics), np.nan)
    for a in range(n_metrics):
        for b in range(a + 1, n_metrics):
            difference = values[:, a] - values[:, b]
            difference = difference[~np.isnan(difference)]
            if difference.size:
                same = np.abs(difference) <= EXCEEDANCE_TOLERANCE
                better = float(np.mean((difference > 0) & ~same) + np.mean(same) / 2)
                shares[a, b], shares[b, a] = better, 1 - better
    return shares


def resolved(shares: ArrayLike, threshold: float = RESOLVED) -> np.ndarray:
    """Return which metric is better than which in at least a share of resamples.

    Parameters
    ----------
    shares : array of shape (K, K)
        From `dominance`.
    threshold : float
        Above 0.5 and at most 1.

    Returns
    -------
    array of bool of shape (K, K)

    Raises
    ------
    ArgumentError
        If `threshold` is not above 0.5 and at most 1.
    """
    if not 0.5 < threshold <= 1:
        raise ArgumentError(f"`threshold` must be above 0.5 and at most 1; it is {threshold!r}.")
    with np.errstate(invalid="ignore"):
        return np.asarray(given_numbers(shares) >= threshold - EXCEEDANCE_TOLERANCE)


def dominance_shift(before: ArrayLike, after: ArrayLike, threshold: float = RESOLVED) -> DominanceShift:
    """Return how much the shares of pairs that are resolved under one condition change under another.

    Parameters
    ----------
    before, after : arrays of shape (K, K)
        From `dominance`, of the same metrics in the same order, under the reference condition and the other.
    threshold : float

    Returns
    -------
    DominanceShift

    Raises
    ------
    ArgumentError
        If shapes do not agree or `threshold` is not above 0.5 and at most 1.

    References
    ----------
    Braun et al. (2022), section 4 and Figure 5.
    """
    first, second = given_numbers(before), given_numbers(after)
    if first.shape != second.shape:
        raise ArgumentError(f"shares of shapes {first.shape} and {second.shape} are not of the same metrics.")
    pairs = resolved(first, threshold) & ~np.isnan(second)
    change = (second - first)[pairs]
    if not change.size:
        return DominanceShift(
            shift=float("nan"), signed=float("nan"), n_pairs=0, n_unresolved=0, n_reversed=0
        )
    there = second[pairs]
    return DominanceShift(
        shift=float(np.mean(np.abs(change))),
        signed=float(np.mean(change)),
        n_pairs=int(change.size),
        n_unresolved=int(np.sum(there < threshold - EXCEEDANCE_TOLERANCE)),
        n_reversed=int(np.sum(there < 0.5 - EXCEEDANCE_TOLERANCE)),
    )
