"""Intervals of coefficients of agreement: for other systems, other inputs and, where there are enough, other people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.errors import check_choice, check_proportion
from trueness.statistics.annotators.other_people import FEWEST_PEOPLE
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.certain import student_reach

OVERS = ("both", "systems", "inputs")

BLOCK = 2_000_000
"""Weights of units held at a time."""

MOST_PATTERNS = 20_000_000
"""Patterns of ratings times units up to which what systems and inputs do together is taken out of the variance."""

KURTOSIS = 2.0
"""Degrees of freedom are this many times (Σ u²)² / Σ u⁴ over what units do, at most units − 1 (see `pair_mean`)."""

Measure = Callable[[FloatArray], FloatArray]
"""Weights of units, shape (B, U), to F coefficients, shape (F, B)."""

MeasureOf = Callable[[FloatArray], Measure]
"""Ratings, shape (A, U), to what measures their agreement."""


class AgreementLimits(NamedTuple):
    """Intervals of coefficients that are at most 1.

    Attributes
    ----------
    low, high : arrays of shape (F,)
        NaN where nothing varies, or a coefficient is undefined.
    """

    low: FloatArray
    high: FloatArray


class LeftOut(NamedTuple):
    """What leaving out units of a kind in turn says of F coefficients.

    Attributes
    ----------
    variance, degrees, bias : arrays of shape (F,)
    units : int or array of shape (F,)
    """

    variance: FloatArray
    degrees: FloatArray
    bias: FloatArray
    units: int | FloatArray


def agreement_jackknife(
    ratings: FloatArray,
    measure_of: MeasureOf,
    *,
    over: str = "both",
    clusters: NDArray[np.intp] | None = None,
    system_clusters: NDArray[np.intp] | None = None,
    people: bool = True,
    confidence: float = 0.95,
) -> AgreementLimits:
    """Return intervals of coefficients of agreement.

    The variance is V_sys + V_inp − V_int, and not less than either: each system, each input and each output left out in
    turn; of enough people that of leaving out each is added. Limits are on the scale of log(1 − coefficient), by the
    delta method, about the coefficient without the jackknife's bias (Quenouille 1956). Student's t has
    Satterthwaite's degrees of freedom. Where all ratings of every output are equal, coefficients are 1 in each part,
    and n units leave room for a share of t² / (n + t²) that are not (Wilson 1927).

    Parameters
    ----------
    ratings : array of shape (A, N, M)
        NaN where missing.
    measure_of : callable
    over : {'both', 'systems', 'inputs'}
        What varies beside people; what there is one of does not.
    clusters, system_clusters : arrays of shapes (M,) and (N,), optional
        Cluster numbers.
    people : bool
        Whether people vary, if there are five or more.
    confidence : float

    Raises
    ------
    ArgumentError
        If `over` or `confidence` is outside its values.

    References
    ----------
    Owen (2007), Ann. Appl. Stat. 1; Cameron, Gelbach and Miller (2011), J. Bus. Econ. Stat. 29.
    """
    check_choice("over", over, OVERS)
    check_proportion("confidence", confidence)
    n_people, n_systems, n_inputs = ratings.shape
    flat = ratings.reshape(n_people, -1)
    measure = measure_of(flat)
    point = measure(np.ones((1, flat.shape[1])))[:, 0]
    rated: NDArray[np.bool_] = np.asarray((~np.isnan(flat)).any(axis=0))
    system, input = (one.ravel() for one in np.indices((n_systems, n_inputs)))
    labels = {
        "systems": (np.arange(n_systems) if system_clusters is None else system_clusters)[system],
        "inputs": (np.arange(n_inputs) if clusters is None else clusters)[input],
    }
    varying = {
        name: numbers
        for name, numbers in labels.items()
        if over in ("both", name) and len(np.unique(numbers[rated])) > 1
    }
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):  # a limit may be infinite
        parts = [_left_out(measure, flat, numbers, rated, point) for numbers in varying.values()]
        if not parts:
            return AgreementLimits(np.full(len(point), np.nan), np.full(len(point), np.nan))
        together = None
        if len(parts) > 1:
            cells = np.unique(np.stack(list(varying.values())), axis=1, return_inverse=True)[1].ravel()
            together = _of_cells(measure, flat, cells)
        of_people = _without_people(flat, measure_of, point) if people and n_people >= FEWEST_PEOPLE else None
    return limits_of(point, parts, together, of_people, confidence)


def limits_of(
    point: FloatArray,
    parts: Sequence[LeftOut],
    together: FloatArray | None,
    people: LeftOut | None,
    confidence: float,
) -> AgreementLimits:
    """Return intervals of F coefficients.

    Parameters
    ----------
    point : array of shape (F,)
    parts : sequence of LeftOut
        Of systems, inputs, or both.
    together : array of shape (F,), optional
        The variance of leaving out outputs, where both systems and inputs vary.
    people : LeftOut, optional
    confidence : float
    """
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):  # a limit may be infinite
        of_units = [part.variance for part in parts]
        variance = np.sum(of_units, axis=0)
        if together is not None:
            variance = np.maximum(variance - together, np.max(of_units, axis=0))
        if people is not None:
            parts = [*parts, people]
            variance = variance + people.variance
        spread = np.sum([part.variance**2 / part.degrees for part in parts], axis=0)
        fewest = np.min([np.broadcast_to(part.units, point.shape) for part in parts], axis=0)
        least = np.min([part.degrees for part in parts], axis=0)
        degrees = np.where(spread > 0, np.maximum(variance**2 / spread, least), fewest - 1)
        t = student_reach(degrees, confidence)
        away = 1 - point
        bias = np.sum([part.bias for part in parts], axis=0)
        error = np.sqrt(variance) / away
        low, high = (1 - away * np.exp(bias / away + sign * t * error) for sign in (1, -1))
        low, high = np.minimum(low, point), np.maximum(high, point)
    unknown = np.isnan(variance) | ~(degrees > 0)
    alike = away <= ALIKE
    unlike = t**2 / (fewest + t**2)
    low = np.where(alike, 1 - unlike, low)
    high = np.where(alike, 1.0, high)
    return AgreementLimits(np.where(unknown & ~alike, np.nan, low), np.where(unknown & ~alike, np.nan, high))


ALIKE = 1e-12
"""A coefficient that is not further from 1 is 1."""


def left_out(left: FloatArray, whole: FloatArray, times: FloatArray | None = None) -> LeftOut:
    """Return the jackknife's variance and bias.

    Parameters
    ----------
    left : array of shape (F, G)
        Coefficients without each unit.
    whole : array of shape (F,)
        Coefficients with all.
    times : array of shape (F, G), optional
        How many units each stands for; default one each.
    """
    if times is None:
        times = np.ones((1, left.shape[1]))
    left = np.where(times > 0, left, 0.0)
    units = times.sum(axis=1)
    middle = (times * left).sum(axis=1) / units
    squares = np.square(left - middle[:, None])
    total = (times * squares).sum(axis=1)
    variance = (units - 1) / units * total
    degrees = np.minimum(units - 1, KURTOSIS * total**2 / (times * squares**2).sum(axis=1))
    bias = (units - 1) * (middle - whole)
    return LeftOut(variance, np.where(variance > 0, degrees, units - 1.0), bias, units)


MANY = 1_000
"""Units of one output each, from which on those with equal ratings are left out once: fewer take no time."""


def _left_out(
    measure: Measure, flat: FloatArray, numbers: IntArray, rated: NDArray[np.bool_], whole: FloatArray
) -> LeftOut:
    names, first = np.unique(numbers[rated], return_index=True)
    again = np.arange(len(names))
    if len(names) == int(rated.sum()) > MANY:
        # units of one output each: without either of two with equal ratings the rest is the same
        own = _filled(flat[:, rated][:, first])
        _, first, again = np.unique(own, axis=1, return_index=True, return_inverse=True)
        names, again = names[first], again.reshape(-1)
    step = max(1, BLOCK // len(numbers))
    found = [
        measure((names[start : start + step, None] != numbers).astype(np.float64))
        for start in range(0, len(names), step)
    ]
    return left_out(np.concatenate(found, axis=1)[:, again], whole)


def _filled(ratings: FloatArray) -> FloatArray:
    """Return ratings of which missing ones are equal."""
    return np.where(np.isnan(ratings), np.inf, ratings)


def _of_cells(measure: Measure, flat: FloatArray, cells: IntArray) -> FloatArray:
    """Return the jackknife's variance over outputs, or clusters of them; those with equal ratings move it equally.

    0, which makes the variance too large, where there are very many different ones.
    """
    n_cells = int(cells.max()) + 1
    first, counts = np.arange(n_cells), np.ones(n_cells, dtype=np.intp)
    if n_cells == flat.shape[1]:
        _, first, counts = np.unique(_filled(flat), axis=1, return_index=True, return_counts=True)
        first = cells[first]
    if len(first) * flat.shape[1] > MOST_PATTERNS:
        return np.zeros(len(measure(np.ones((1, flat.shape[1])))))
    step = max(1, BLOCK // flat.shape[1])
    left = np.concatenate(
        [
            measure((first[start : start + step, None] != cells).astype(np.float64))
            for start in range(0, len(first), step)
        ],
        axis=1,
    )
    return left_out(left, left[:, 0], counts[None].astype(np.float64)).variance


def _without_people(flat: FloatArray, measure_of: MeasureOf, whole: FloatArray) -> LeftOut:
    weights = np.ones((1, flat.shape[1]))
    left = [measure_of(np.delete(flat, k, axis=0))(weights) for k in range(len(flat))]
    return left_out(np.concatenate(left, axis=1), whole)
