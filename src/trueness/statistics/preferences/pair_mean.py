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

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, check_choice, check_proportion
from trueness.statistics.array_types import FloatArray, IntArray

OVERS = ("both", "inputs", "systems")

KURTOSIS = 2.0
"""Degrees of freedom are this many times (Σ u²)² / Σ u⁴ over what units contribute, at most units − 1."""


class PairMean(NamedTuple):
    """A mean over pairs, and how sure it is.

    Attributes
    ----------
    estimate, low, high, standard_error : float
        NaN without pairs; limits NaN with fewer than two units.
    degrees : float
        Of Student's t.
    pvalue : float
        Two-sided, of the mean being `null`.
    over : str
        What varies, as it could be had: ``inputs`` where a system is in every pair, such as a baseline that all others
        are shown beside, or one of two.
    n_pairs, n_inputs, n_systems : int
    """

    estimate: float
    low: float
    high: float
    standard_error: float
    degrees: float
    pvalue: float
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
    confidence: float = 0.95,
) -> PairMean:
    """Return the mean of what is known of pairs, with an interval and a test.

    Parameters
    ----------
    values : array of shape (n,)
        NaN where nothing is known.
    inputs : array of shape (n,)
        A label per pair, such as its input or a group of inputs.
    first, second : arrays of shape (n,)
        Labels of the two systems.
    weights : array of shape (n,), optional
        By default all 1.
    over : {'both', 'inputs', 'systems'}
        What varies: other inputs, other systems, or both.
    share : bool
        Whether values lie in [0, 1]: the interval is then Wilson's (1927), with the number of pairs that would be as
        precise if they were independent; otherwise Student's t about the mean.
    null : float
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
    if np.any(
        np.bincount(ends) == len(given)
    ):  # without it there is nothing: of other systems nothing is known
        over = "inputs"
    if not given.size:
        nothing = (float("nan"),) * 6
        return PairMean(*nothing, over, 0, 0, 0)
    estimate = float(weight @ given / weight.sum())
    variance, degrees = _variance(
        weight * (given - estimate), weight, groups, one, other, n_inputs, n_systems, over
    )
    error = float(np.sqrt(variance))
    statistic = estimate - null
    low, high, pvalue = _limits(statistic, error, degrees, confidence)
    low, high = low + null, high + null
    if share and degrees > 0:
        low, high = _wilson(estimate, variance, degrees, n_inputs, confidence)
    return PairMean(estimate, low, high, error, degrees, pvalue, over, len(given), n_inputs, n_systems)


def _variance(
    parts: FloatArray,
    weight: FloatArray,
    groups: IntArray,
    one: IntArray,
    other: IntArray,
    n_inputs: int,
    n_systems: int,
    over: str,
) -> tuple[float, float]:
    """Return the variance of the mean and its degrees of freedom; NaN where nothing is known of other units."""
    total = weight.sum()
    of_inputs, degrees_inputs = _left_out(_sums(groups, parts), _sums(groups, weight), total, n_inputs)
    if over == "inputs":
        return of_inputs, degrees_inputs
    by_system = [_sums(one, x, n_systems) + _sums(other, x, n_systems) for x in (parts, weight)]
    of_systems, degrees_systems = _left_out(by_system[0], by_system[1], total, n_systems)
    if over == "systems":
        return of_systems, degrees_systems
    cells = np.concatenate([groups * n_systems + one, groups * n_systems + other])
    within = _sums(np.unique(cells, return_inverse=True)[1], np.tile(parts, 2))
    shared = float(within @ within) / total**2
    variance = max(of_systems + of_inputs - shared, of_systems, of_inputs)
    spread = of_systems**2 / degrees_systems + of_inputs**2 / degrees_inputs if degrees_inputs > 0 else np.nan
    degrees = (of_systems + of_inputs) ** 2 / spread if spread > 0 else float(min(n_inputs, n_systems) - 1)
    return variance, degrees


def _left_out(sums: FloatArray, weights: FloatArray, total: float, units: int) -> tuple[float, float]:
    """Return the jackknife's variance over units with these sums of deviations, and its degrees of freedom."""
    if units < 2:
        return float("nan"), 0.0
    left = total - weights
    if np.any(left <= 0):  # a unit has a part in every pair
        return float("nan"), 0.0
    moved = -sums / left
    moved = moved - moved.mean()
    squares = moved**2
    variance = float((units - 1) / units * squares.sum())
    if variance <= 0:
        return 0.0, float(units - 1)
    return variance, float(min(units - 1, KURTOSIS * squares.sum() ** 2 / (squares**2).sum()))


def _limits(estimate: float, error: float, degrees: float, confidence: float) -> tuple[float, float, float]:
    """Return Student's limits and the two-sided p-value of 0."""
    from scipy.special import stdtr, stdtrit

    if not degrees > 0 or np.isnan(error):
        return (float("nan"),) * 3
    half = float(stdtrit(degrees, (1 + confidence) / 2)) * error
    without_error = 1.0 if estimate == 0 else float("nan")
    pvalue = float(2 * stdtr(degrees, -abs(estimate) / error)) if error > 0 else without_error
    return estimate - half, estimate + half, pvalue


def _wilson(
    estimate: float, variance: float, degrees: float, units: int, confidence: float
) -> tuple[float, float]:
    """Return Wilson's limits for a share with this variance; where it has none, as if every input were one pair."""
    from scipy.special import stdtrit

    square = float(stdtrit(degrees, (1 + confidence) / 2)) ** 2
    binomial = estimate * (1 - estimate)
    n = binomial / variance if variance > 0 and binomial > 0 else float(units)
    middle = (estimate + square / (2 * n)) / (1 + square / n)
    half = np.sqrt(square) / (1 + square / n) * np.sqrt(binomial / n + square / (4 * n**2))
    return max(0.0, float(middle - half)), min(1.0, float(middle + half))


def _sums(numbers: IntArray, values: FloatArray, units: int = 0) -> FloatArray:
    return np.bincount(numbers, values, units).astype(np.float64)
