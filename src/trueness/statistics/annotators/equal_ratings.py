"""How often annotators give the same rating, and the same beyond chance where nearly all ratings are of one value."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.statistics.annotators.krippendorff_alpha import RatedUnits
from trueness.statistics.array_types import FloatArray


def equal_ratings(units: RatedUnits, weights: FloatArray) -> FloatArray:
    """Return the mean over units of the share of pairs of annotators with equal ratings, under B weight vectors.

    Parameters
    ----------
    units : RatedUnits
    weights : array of shape (B, U)
        Counts of the units kept.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(weights @ _equal(units) / weights.sum(axis=1))


def gwet_ac1_of_all(units: RatedUnits, weights: FloatArray) -> FloatArray:
    """Return Gwet's AC1 of any number of annotators under B weight vectors, shape (B,).

    With r_ik of r_i ratings of unit i in category k: p_a is the mean of Σ_k r_ik (r_ik − 1) / (r_i (r_i − 1)), pi_k the
    mean of r_ik / r_i and p_e = Σ pi_k (1 − pi_k) / (Q − 1) (Gwet 2008, British Journal of Mathematical and Statistical
    Psychology 61, section 4). Categories are the values that occur; NaN where there are fewer than two.

    Parameters
    ----------
    units : RatedUnits
    weights : array of shape (B, U)
    """
    size = len(units.values)
    if size < 2:
        return np.full(len(weights), np.nan)
    equal = equal_ratings(units, weights)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = weights @ (units.counts() / units.sizes[:, None]) / weights.sum(axis=1)[:, None]
        chance = np.sum(share * (1 - share), axis=1) / (size - 1)
        return np.asarray((equal - chance) / (1 - chance))


def _equal(units: RatedUnits) -> FloatArray:
    counts, sizes = units.counts(), units.sizes
    return np.asarray(np.sum(counts * (counts - 1), axis=1) / (sizes * (sizes - 1)))


class CommonestRating(NamedTuple):
    """The value that most ratings have.

    Attributes
    ----------
    value : float
        Of equally common ones the smallest; NaN where there are no ratings.
    n_equal, n_ratings : int
        How many ratings have it, and all.
    n_unlike : int
        Outputs with two ratings or more of which one or more is another.
    """

    value: float
    n_equal: int
    n_ratings: int
    n_unlike: int


def commonest_rating(ratings: ArrayLike) -> CommonestRating:
    """Return the value that most ratings have, and how many outputs have another.

    Parameters
    ----------
    ratings : array of shape (A, ...)
        NaN where there is none.
    """
    table = np.asarray(ratings, dtype=np.float64)
    known = table[~np.isnan(table)]
    if not known.size:
        return CommonestRating(float("nan"), 0, 0, 0)
    values, counts = np.unique(known, return_counts=True)
    value = float(values[np.argmax(counts)])
    flat = table.reshape(len(table), -1)
    twice = (~np.isnan(flat)).sum(axis=0) > 1
    other = (~np.isnan(flat) & (flat != value)).any(axis=0)
    return CommonestRating(value, int(counts.max()), int(known.size), int(np.sum(twice & other)))
