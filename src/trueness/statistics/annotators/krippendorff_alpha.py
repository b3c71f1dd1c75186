"""Krippendorff's alpha: agreement of any number of annotators beyond chance, with ratings missing."""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from trueness.errors import ArgumentError, check_choice
from trueness.statistics.annotators.rating_codes import rating_codes
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.engine.resample import (
    DEFAULT_RESAMPLES,
    TILE,
    BootstrapPlan,
    Rng,
    n_tiles,
    resolve_seed,
)
from trueness.statistics.interval import Interval
from trueness.statistics.intervals import bootstrap_interval

FEW_VALUES = 16
"""Values of which all pairs are summed in less time than all ratings of every unit."""

MEASUREMENTS = ("nominal", "ordinal", "interval", "ratio")
"""What a difference of two ratings means: other or not, ranks between, distance, distance relative to the sum."""


class Alpha(NamedTuple):
    """Krippendorff's alpha and what it rests on.

    Attributes
    ----------
    estimate : float
        At most 1; 0 is agreement as by chance; NaN where all ratings are equal or no unit has two.
    n_units : int
        Units with at least two ratings.
    n_dropped : int
        Units with one rating, or none: nothing to compare, left out.
    n_ratings : int
        Ratings in the units kept.
    """

    estimate: float
    n_units: int
    n_dropped: int
    n_ratings: int


@dataclasses.dataclass(frozen=True)
class RatedUnits:
    """Units with at least two ratings, ready for any weights.

    Attributes
    ----------
    values : array of shape (V,)
        The distinct ratings, ascending.
    place : array of shape (U, A)
        Position of each rating among the values; V where there is none.
    kept : array of shape (units,)
        Which of the units as given have at least two ratings.
    ordered : bool
        Whether ratings have an order: labels in words have none.
    """

    values: FloatArray
    place: IntArray
    kept: NDArray[np.bool_]
    ordered: bool = True

    @classmethod
    def of(cls, ratings: ArrayLike) -> RatedUnits:
        """Prepare ratings of shape (A, ...): annotators first; all further axes are units.

        Raises
        ------
        ArgumentError
            If there is no axis of units, or a rating is infinite.
        """
        codes = rating_codes(ratings)
        matrix = codes.values
        if matrix.ndim < 2:
            raise ArgumentError(
                "`ratings` must have one row per annotator and a column per unit; their shape is "
                f"{matrix.shape}."
            )
        flat = matrix.reshape(len(matrix), -1).T
        kept = np.sum(~np.isnan(flat), axis=1) >= 2
        flat = flat[kept]
        given = ~np.isnan(flat)
        values = np.unique(flat[given])
        place = np.where(given, np.searchsorted(values, np.where(given, flat, 0.0)), len(values))
        return cls(values, np.asarray(place, dtype=np.intp), kept, codes.ordered)

    @property
    def sizes(self) -> FloatArray:
        """Ratings of each unit, shape (U,)."""
        return np.asarray(np.sum(self.place < len(self.values), axis=1), dtype=np.float64)

    def counts(self) -> FloatArray:
        """How many ratings of each value a unit has, shape (U, V)."""
        n_units, n_values = len(self.place), len(self.values)
        flat = (np.arange(n_units)[:, None] * (n_values + 1) + self.place).ravel()
        found = np.bincount(flat, minlength=n_units * (n_values + 1)).reshape(n_units, n_values + 1)
        return np.asarray(found[:, :n_values], dtype=np.float64)


def krippendorff_alpha(ratings: ArrayLike, measurement: str = "ordinal") -> Alpha:
    """Return Krippendorff's alpha.

    alpha = 1 - D_o / D_e, with D_o the mean squared difference within units and D_e that between all ratings
    (Krippendorff 2011, Computing Krippendorff's alpha-reliability). Differences are 0 or 1 (nominal), ratings
    between two values with half of those at either (ordinal), distances (interval), or distances divided by sums
    (ratio).

    Parameters
    ----------
    ratings : array of shape (A, ...)
        One row per annotator; all further axes are units; numbers, or labels in words (nominal); NaN or None where one
        gave nothing.
    measurement : {'nominal', 'ordinal', 'interval', 'ratio'}

    Returns
    -------
    Alpha

    Raises
    ------
    ArgumentError
        If the measurement is unknown, ratings have no axis of units or are infinite, or are negative on a ratio
        scale.

    Examples
    --------
    >>> krippendorff_alpha([[1, 2, 3, 3], [1, 2, 3, 4]], "nominal").estimate.__round__(3)
    0.696
    """
    units = RatedUnits.of(ratings)
    estimate = float(weighted_alpha(units, np.ones((1, len(units.place))), measurement)[0])
    return Alpha(estimate, len(units.place), int(np.sum(~units.kept)), int(units.sizes.sum()))


def krippendorff_alpha_interval(
    ratings: ArrayLike,
    measurement: str = "ordinal",
    *,
    method: str = "percentile",
    confidence: float = 0.95,
    resamples: int = DEFAULT_RESAMPLES,
    rng: Rng = None,
) -> Interval:
    """Return a bootstrap interval for alpha, units drawn with replacement.

    Units that share an input are not independent; `annotators` resamples systems and inputs instead.

    Parameters
    ----------
    ratings, measurement
        As in `krippendorff_alpha`.
    method : {'percentile', 'basic'}
    confidence : float
    resamples : int
    rng : int or numpy.random.Generator, optional

    Returns
    -------
    Interval

    Raises
    ------
    ArgumentError
        As `krippendorff_alpha`, or if another option is outside its values.
    """
    check_choice("method", method, ("percentile", "basic"))
    units = RatedUnits.of(ratings)
    estimate = float(weighted_alpha(units, np.ones((1, len(units.place))), measurement)[0])
    if not len(units.place):
        return Interval(np.nan, np.nan)
    plan = BootstrapPlan(
        over="inputs", n_systems=1, n_inputs=len(units.place), resamples=resamples, seed=resolve_seed(rng)
    )
    parts = (part.inputs for tile in range(n_tiles(resamples)) for part in plan.parts(tile))
    values = np.concatenate([weighted_alpha(units, w, measurement) for w in parts if w is not None])
    return bootstrap_interval(values, estimate, method=method, confidence=confidence)


def weighted_alpha(units: RatedUnits, weights: FloatArray, measurement: str) -> FloatArray:
    """Return alpha under each of B weight vectors, shape (B,); a unit of weight 2 stands there twice.

    Time is O(B U A) for the ordinal scale of many values V, O(B U V²) for that of few, and O(B U) otherwise, plus
    O(B V²) on a ratio scale; memory stays at some tens of megabytes.

    Parameters
    ----------
    units : RatedUnits
    weights : array of shape (B, U)
        Counts of the units kept.
    measurement : {'nominal', 'ordinal', 'interval', 'ratio'}

    Raises
    ------
    ArgumentError
        If the measurement is unknown, or ratings are negative on a ratio scale.
    """
    check_choice("measurement", measurement, MEASUREMENTS)
    if measurement != "nominal" and not units.ordered:
        raise ArgumentError(
            f"`measurement`={measurement!r} needs the order of the labels. Take 'nominal', or give their ranks."
        )
    if measurement == "ratio" and np.any(units.values < 0):
        raise ArgumentError(
            "`measurement`='ratio' needs ratings of at least 0; use 'interval' for a scale with negative values."
        )
    if not len(units.place):
        return np.full(len(weights), np.nan)
    totals = weights @ units.counts()  # (B, V): ratings of each value
    n = totals.sum(axis=1)
    if measurement == "ordinal":
        observed, expected = _ordinal(units, weights, totals)
    else:
        per_unit, expected = _fixed_differences(units, totals, measurement)
        observed = weights @ per_unit
    # by counting: a tiny sum of squares may be rounding, or a scale in tiny steps
    defined = np.sum(totals > 0, axis=1) >= 2
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(defined, 1.0 - (n - 1.0) * observed / expected, np.nan)


def _fixed_differences(
    units: RatedUnits, totals: FloatArray, measurement: str
) -> tuple[FloatArray, FloatArray]:
    """Return each unit's sum of squared differences over m - 1, and that between all ratings, per resample."""
    m, counts = units.sizes, units.counts()
    if measurement == "ratio":
        v = units.values
        total = v[:, None] + v[None, :]
        delta = np.divide(
            np.square(v[:, None] - v[None, :]), np.square(total), out=np.zeros(total.shape), where=total > 0
        )
        return np.einsum("uv,uv->u", counts @ delta, counts) / (m - 1), np.einsum(
            "bv,bv->b", totals @ delta, totals
        )
    if measurement == "nominal":
        return (m * m - np.sum(counts * counts, axis=1)) / (m - 1), np.square(totals.sum(axis=1)) - np.sum(
            totals * totals, axis=1
        )
    # the spread about a middle value: sums of squares lose no digits to a far origin
    v = units.values - (units.values[0] + units.values[-1]) / 2
    within = m * (counts @ (v * v)) - np.square(counts @ v)
    between = totals.sum(axis=1) * (totals @ (v * v)) - np.square(totals @ v)
    return 2.0 * within / (m - 1), 2.0 * between


def _ordinal(units: RatedUnits, weights: FloatArray, totals: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return observed and expected sums of squared rank differences; ranks depend on what was drawn.

    The ordinal difference of two values is that of their midranks among all ratings, so sums over pairs are sums of
    squares and squares of sums, as for distances.
    """
    m = units.sizes
    n = totals.sum(axis=1, keepdims=True)
    ranks = np.cumsum(totals, axis=1) - totals / 2 - n / 2  # centred
    total = np.sum(totals * ranks, axis=1)
    expected = 2.0 * (n[:, 0] * np.sum(totals * ranks * ranks, axis=1) - total * total)
    counts = units.counts()
    if counts.shape[1] <= FEW_VALUES:  # both sums are then of values, not of units
        alone = weights @ (m[:, None] * counts / (m[:, None] - 1))
        pairs = counts[:, :, None] * counts[:, None] / (m[:, None, None] - 1)
        together = (weights @ pairs.reshape(len(m), -1)).reshape(-1, *pairs.shape[1:])
        products = np.einsum("bvw,bv,bw->b", together, ranks, ranks)
        return 2.0 * (np.sum(alone * ranks * ranks, axis=1) - products), expected
    observed = np.empty(len(weights))
    padded = np.concatenate([ranks, np.zeros((len(ranks), 1))], axis=1)  # no rating adds nothing
    for start in range(0, len(weights), TILE):
        rows = slice(start, start + TILE)
        sums = np.zeros((len(padded[rows]), len(m)))
        squares = np.zeros_like(sums)
        for annotator in range(units.place.shape[1]):
            rank = padded[rows][:, units.place[:, annotator]]
            sums += rank
            squares += rank * rank
        per_unit = 2.0 * (m * squares - sums * sums) / (m - 1)
        observed[rows] = np.einsum("bu,bu->b", weights[rows], per_unit)
    return observed, expected
