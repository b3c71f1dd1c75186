"""Means over pairs of outputs, when pairs share inputs and systems: variances from leaving out inputs, systems, both.

A pair belongs to one input and to two systems, so that pairs are clustered by input and, as dyads, by system. With T
the mean and T(j), T(k) those without an input and without all pairs of a system,

    V_inp = (M − 1) / M  Σ_j (T(j) − mean)²,
    V_sys = (N − 1) / N  Σ_k (T(k) − mean)²,

and V_int is the sum of the squares of what systems contribute within inputs, which both count. The variance over other
systems and other inputs is V_sys + V_inp − V_int, and not less than either (Fafchamps and Gubert 2007; Cameron and
Miller 2014; for two ways Cameron, Gelbach and Miller 2011). Each pair has two systems, so that what two systems do
together is in V_sys twice; taking it out again made intervals too narrow (docs/preferences.md).
"""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, check_choice, check_proportion
from trueness.statistics.alike_units import alike_units
from trueness.statistics.annotators.other_people import OtherPeople
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.certain import Certain, student_limits, student_pvalue, student_reach

OVERS = ("both", "inputs", "systems")

FEWEST_SYSTEMS = 3
"""With fewer nothing is known of other systems."""

ROUNDING = 1e-24
"""Values in [−1, 1] whose mean has a smaller variance differ by rounding only."""

KURTOSIS = 2.0
"""Degrees of freedom are this many times (Σ u²)² / Σ u⁴ over what units contribute, at most units − 1."""


class PairMean(NamedTuple):
    """A mean over pairs, and how sure it is.

    Attributes
    ----------
    mean : Certain
        NaN without pairs; limits NaN with fewer than two units. The p-value is two-sided, of the mean being `null`; at
        most 1 − confidence where the limits leave `null` out, and only there.
    over : str
        What varies, as it could be had: ``inputs`` where there are fewer than three systems.
    n_pairs, n_inputs, n_systems : int
    """

    mean: Certain
    over: str
    n_pairs: int
    n_inputs: int
    n_systems: int


def pair_mean(
    values: ArrayLike,
    inputs: ArrayLike,
    first: ArrayLike,
    second: ArrayLike,
    *,
    weights: ArrayLike | None = None,
    over: str = "both",
    share: bool = False,
    null: float = 0.0,
    people: OtherPeople | None = None,
    confidence: float = 0.95,
) -> PairMean:
    """Return the mean of what is known of pairs, with an interval and a test.

    Parameters
    ----------
    values : array of shape (n,)
        Shares, or differences of shares, in [−1, 1]; NaN where nothing is known.
    inputs : array of shape (n,)
        A label per pair, such as its input or a group of inputs.
    first, second : arrays of shape (n,)
        Labels of the two systems.
    weights : array of shape (n,), optional
        By default all 1.
    over : {'both', 'inputs', 'systems'}
        What varies: other inputs, other systems, or both.
    share : bool
        Whether values lie in [0, 1]: interval and test are then Wilson's (1927), with the number of pairs that would be
        as precise if they were independent; otherwise Student's t about the mean.
    null : float
        Of a share strictly between 0 and 1, else there is no test.
    people : OtherPeople, optional
        What other people would add to the variance; nothing if left out.
    confidence : float

    Raises
    ------
    ArgumentError
        If shapes do not agree, or an argument is outside its values.

    References
    ----------
    Aronow, Samii and Assenova (2015), Cluster-robust variance estimation for dyadic data, Political Analysis 23.
    """
    check_choice("over", over, OVERS)
    check_proportion("confidence", confidence)
    given = np.asarray(values, dtype=np.float64)
    labels = [np.asarray(one) for one in (inputs, first, second)]
    weight = np.ones(given.shape) if weights is None else np.asarray(weights, dtype=np.float64)
    if given.ndim != 1 or any(one.shape != given.shape for one in (*labels, weight)):
        raise ArgumentError(
            "`values`, `inputs`, `first`, `second` and `weights` must be as long as each other."
        )
    known = ~np.isnan(given) & (weight > 0)
    given, weight = given[known], weight[known]
    groups = np.unique(labels[0][known], return_inverse=True)[1]
    names, ends = np.unique(np.concatenate([labels[1][known], labels[2][known]]), return_inverse=True)
    one, other = np.minimum(*np.split(ends, 2)), np.maximum(*np.split(ends, 2))
    n_inputs, n_systems = int(groups.max(initial=-1)) + 1, len(names)
    over = "inputs" if n_systems < FEWEST_SYSTEMS else over
    if not given.size:
        return PairMean(Certain.unknown(), over=over, n_pairs=0, n_inputs=0, n_systems=0)
    estimate = float(weight @ given / weight.sum())
    variance, degrees, units = _variance(
        weight * (given - estimate), weight, groups, one, other, n_inputs, n_systems, over
    )
    if people is not None and people.vary and degrees > 0:
        variance, degrees = _added(variance, degrees, people.variance, people.degrees)
    limits_of = _wilson if share else _student
    found = limits_of(estimate, variance, degrees, units, null, confidence)
    return PairMean(
        dataclasses.replace(found, error=float(np.sqrt(variance)), degrees=degrees),
        over=over,
        n_pairs=len(given),
        n_inputs=n_inputs,
        n_systems=n_systems,
    )


def _variance(
    parts: FloatArray,
    weight: FloatArray,
    groups: IntArray,
    one: IntArray,
    other: IntArray,
    n_inputs: int,
    n_systems: int,
    over: str,
) -> tuple[float, float, int]:
    """Return the variance of the mean, NaN where it is not known, its degrees of freedom, and the fewest units."""
    total = weight.sum()
    of_inputs, degrees_inputs = _left_out(_sums(groups, parts), _sums(groups, weight), total)
    if over == "inputs":
        return of_inputs, degrees_inputs, n_inputs
    by_system = [_sums(one, x, n_systems) + _sums(other, x, n_systems) for x in (parts, weight)]
    varying = by_system[1] < total
    n_varying = int(varying.sum())
    of_systems, degrees_systems = _left_out(by_system[0][varying], by_system[1][varying], total)
    if over == "systems":
        return of_systems, degrees_systems, n_varying
    fewest = min(n_inputs, n_varying)
    cells = [(groups * n_systems + end)[varying[end]] for end in (one, other)]
    values = [parts[varying[end]] for end in (one, other)]
    within = _sums(np.unique(np.concatenate(cells), return_inverse=True)[1], np.concatenate(values))
    shared = float(within @ within) / total**2
    variance = max(of_systems + of_inputs - shared, of_systems, of_inputs)
    if not (degrees_inputs > 0 and degrees_systems > 0):
        return variance, 0.0, fewest
    together, degrees = _added(of_systems, degrees_systems, of_inputs, degrees_inputs)
    return variance, degrees if together > 0 else float(fewest - 1), fewest


def _added(one: float, degrees_one: float, other: float, degrees_other: float) -> tuple[float, float]:
    """Return the sum of two variances, and its degrees of freedom (Satterthwaite 1946)."""
    spread = one**2 / degrees_one + other**2 / degrees_other
    return one + other, (one + other) ** 2 / spread if spread > 0 else min(degrees_one, degrees_other)


def _left_out(sums: FloatArray, weights: FloatArray, total: float) -> tuple[float, float]:
    """Return the jackknife's variance over units with these sums of deviations, and its degrees of freedom."""
    units = len(sums)
    if units < 2:
        return float("nan"), 0.0
    moved = -sums / (total - weights)
    moved = moved - moved.mean()
    squares = moved**2
    variance = float((units - 1) / units * squares.sum())
    if variance <= ROUNDING:
        return 0.0, float(units - 1)
    return variance, float(min(units - 1, KURTOSIS * squares.sum() ** 2 / (squares**2).sum()))


def _student(
    estimate: float, variance: float, degrees: float, units: int, null: float, confidence: float
) -> Certain:
    """Return Student's limits and p-value; without variance those of `units` that are alike, within [−1, 1]."""
    if not degrees > 0:
        return Certain.unknown(estimate)
    if not variance > 0:
        return alike_units(estimate, -1.0, 1.0, units, confidence, null=null, freedom=degrees)
    error = float(np.sqrt(variance))
    pvalue = student_pvalue((estimate - null) / error, degrees)
    return Certain.between(estimate, student_limits(estimate, error, degrees, confidence), pvalue)


def _wilson(
    estimate: float, variance: float, degrees: float, units: int, null: float, confidence: float
) -> Certain:
    """Return Wilson's limits and p-value for a share; without variance as if every unit were one pair."""
    if not degrees > 0:
        return Certain.unknown(estimate)
    reach = student_reach(degrees, confidence)
    square = reach**2
    binomial = estimate * (1 - estimate)
    n = binomial / variance if variance > 0 and binomial > 0 else float(units)
    middle = (estimate + square / (2 * n)) / (1 + square / n)
    half = reach / (1 + square / n) * np.sqrt(binomial / n + square / (4 * n**2))
    at_null = null * (1 - null)
    pvalue = (
        student_pvalue((estimate - null) / float(np.sqrt(at_null / n)), degrees) if at_null > 0 else np.nan
    )
    limits = max(0.0, float(middle - half)), min(1.0, float(middle + half))
    return Certain.between(estimate, limits, pvalue)


def _sums(numbers: IntArray, values: FloatArray, units: int = 0) -> FloatArray:
    return np.bincount(numbers, values, units).astype(np.float64)
