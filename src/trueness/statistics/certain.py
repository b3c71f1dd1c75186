"""A number with its certainty, and Student's t, from which most limits and p-values come.

What is said of a standard error that is 0 or unknown, once for all:

* Where the error is unknown (NaN), or there are no degrees of freedom (NaN, 0 or fewer), limits and p-values are NaN.
* Where the error is 0, all units say the same: both limits are the value, and the p-value is 1 where the value is what
  is tested. Of another value it is NaN: units without noise do not show how noisy others are.
* With infinitely many degrees of freedom Student's t is the normal distribution.

Where units are all alike, some statistics say more than that, or less:

* Means of values with bounds (`clustered_mean`, `pair_mean`, `advantage_difference`, `judge_drift` of scores) have the
  limits of `alike_units`, as far as the units that nobody has seen could take them.
* `value_of_totals`, `paired_t`, `resampled_t` of another value than 0, `prediction_powered` and `winner_inference` have
  none.
* Of two judges or panels nothing says which is better: the one-sided p-value is .5 in `better_judge` of labels, NaN in
  `panel_choice`. Strengths that differ without error are not said to differ: the p-value is 1 (`strength_ranks`).
* The slopes of a regression without residuals (`rank_regression`) are certain: the p-value is 0.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import NamedTuple, TypedDict, overload

import numpy as np

from trueness.errors import check_choice
from trueness.statistics.array_types import FloatArray
from trueness.statistics.interval import Interval

ALTERNATIVES = ("two-sided", "greater", "less")
"""What a p-value is of: that the value is another, larger, or smaller."""

NAN = float("nan")


@overload
def student_reach(degrees: float, confidence: float) -> float: ...
@overload
def student_reach(degrees: FloatArray, confidence: float) -> FloatArray: ...
def student_reach(degrees: float | FloatArray, confidence: float) -> float | FloatArray:
    """Return how many standard errors on either side hold what is estimated, by Student's t.

    Parameters
    ----------
    degrees : float or array
        Degrees of freedom; not above 0, there is no such number: NaN.
    confidence : float
        Of both sides together; -1 to 1, so that a one-sided quantile q is that of 2 q - 1.

    References
    ----------
    Student (1908), The probable error of a mean, Biometrika 6:1-25.
    """
    return student_quantile(degrees, (1 + confidence) / 2)


@overload
def student_quantile(degrees: float, level: float) -> float: ...
@overload
def student_quantile(degrees: FloatArray, level: float) -> FloatArray: ...
def student_quantile(degrees: float | FloatArray, level: float) -> float | FloatArray:
    """Return the quantile of Student's t that is not exceeded with some probability (see `student_reach`).

    Parameters
    ----------
    degrees : float or array
    level : float
        The probability.
    """
    from scipy.special import stdtrit

    found = stdtrit(degrees, level)
    return float(found) if np.ndim(found) == 0 else np.asarray(found, dtype=np.float64)


@overload
def student_limits(value: float, error: float, degrees: float, confidence: float) -> tuple[float, float]: ...
@overload
def student_limits(
    value: FloatArray, error: FloatArray, degrees: float | FloatArray, confidence: float
) -> tuple[FloatArray, FloatArray]: ...
def student_limits(
    value: float | FloatArray, error: float | FloatArray, degrees: float | FloatArray, confidence: float
) -> tuple[float, float] | tuple[FloatArray, FloatArray]:
    """Return the limits of Student's t interval about values (for errors that are 0 or unknown see the module).

    Parameters
    ----------
    value, error, degrees : float or array
        Estimates, their standard errors, and the degrees of freedom of these.
    confidence : float
    """
    half = student_reach(degrees, confidence) * error
    if np.ndim(half) == 0:
        return float(value - half), float(value + half)
    return np.asarray(value - half), np.asarray(value + half)


@overload
def student_statistic(distance: float, error: float, tolerance: float = 0.0) -> float: ...
@overload
def student_statistic(distance: FloatArray, error: FloatArray, tolerance: float = 0.0) -> FloatArray: ...
def student_statistic(
    distance: float | FloatArray, error: float | FloatArray, tolerance: float = 0.0
) -> float | FloatArray:
    """Return distances in standard errors; without error 0 for a distance of 0, and NaN for others.

    Parameters
    ----------
    distance, error : float or array
        Estimates less what is tested, and their standard errors.
    tolerance : float
        A distance, or an error, that is no larger is 0 but for rounding.
    """
    apart, errors = np.asarray(distance, dtype=np.float64), np.asarray(error, dtype=np.float64)
    none = np.where((np.abs(apart) <= tolerance) & ~np.isnan(errors), 0.0, np.nan)
    found = np.divide(apart, errors, out=none, where=errors > tolerance)
    return float(found) if np.ndim(found) == 0 else np.asarray(found)


@overload
def student_pvalue(statistic: float, degrees: float, alternative: str = "two-sided") -> float: ...
@overload
def student_pvalue(
    statistic: FloatArray, degrees: float | FloatArray, alternative: str = "two-sided"
) -> FloatArray: ...
def student_pvalue(
    statistic: float | FloatArray, degrees: float | FloatArray, alternative: str = "two-sided"
) -> float | FloatArray:
    """Return p-values of Student's t.

    Parameters
    ----------
    statistic : float or array
        Distances in standard errors (see `student_statistic`); infinite ones have a p-value of 0 or 1.
    degrees : float or array
    alternative : {'two-sided', 'greater', 'less'}

    Raises
    ------
    ArgumentError
        If `alternative` is none of these.
    """
    from scipy.special import stdtr

    check_choice("alternative", alternative, ALTERNATIVES)
    if alternative == "two-sided":
        found = np.asarray(2 * stdtr(degrees, -np.abs(statistic)), dtype=np.float64)
    else:
        found = np.asarray(
            stdtr(degrees, statistic if alternative == "less" else -statistic), dtype=np.float64
        )
    return float(found) if np.ndim(found) == 0 else found


def _itself(values: FloatArray) -> FloatArray:
    return values


def _within_one(values: FloatArray) -> FloatArray:
    return np.clip(values, -1.0, 1.0)


def _within_two(values: FloatArray) -> FloatArray:
    return np.clip(values, -2.0, 2.0)


class Scale(NamedTuple):
    """A scale on which a value is nearly normal.

    Attributes
    ----------
    forth, back : callable
        To the scale, increasing, and from it.
    """

    forth: Callable[[FloatArray], FloatArray]
    back: Callable[[FloatArray], FloatArray]


PLAIN = Scale(_itself, _itself)
"""Values as they are."""

WITHIN_ONE = Scale(_itself, _within_one)
"""Values as they are, of which none lies beyond -1 or 1: limits are cut there."""

WITHIN_TWO = Scale(_itself, _within_two)
"""Differences of two values between -1 and 1: limits are cut at -2 and 2."""

FISHER = Scale(np.arctanh, np.tanh)
"""Fisher's z of correlations, infinite where they are perfect; `fisher_scale` has the one for every coefficient."""


class ValueColumns(TypedDict):
    """The columns of a row that hold a number with its limits."""

    estimate: float
    low: float
    high: float


@dataclasses.dataclass(frozen=True, slots=True)
class Certain:
    """A number, and how certain it is.

    Attributes
    ----------
    value, low, high : float
        As they are shown; the limits are NaN where they are unknown.
    error, degrees : float
        The standard error on `scale`, and its degrees of freedom. NaN of limits that do not come from a standard error,
        such as those of resamples, or of a share after Wilson.
    pvalue : float
        Of the test that goes with the interval: two-sided, of 0 on `scale`, unless the function says otherwise. NaN
        where nothing is tested.
    scale : Scale
        The scale on which the interval was made, with the way back.
    """

    value: float
    low: float = NAN
    high: float = NAN
    error: float = NAN
    degrees: float = NAN
    pvalue: float = NAN
    scale: Scale = PLAIN

    @classmethod
    def measured(
        cls, value: float, error: float, degrees: float, confidence: float, *, scale: Scale = PLAIN
    ) -> Certain:
        """Return a value with Student's t limits and p-value (for errors that are 0 or unknown see the module).

        Parameters
        ----------
        value : float
            As it is shown.
        error, degrees : float
            Its standard error on the scale, and the degrees of freedom of that.
        confidence : float
        scale : Scale
        """
        pvalue = student_pvalue(student_statistic(_on(scale.forth, value), error), degrees)
        return cls(value, error=error, degrees=degrees, pvalue=pvalue, scale=scale).at(confidence)

    @classmethod
    def between(cls, value: float, limits: Interval | tuple[float, float], pvalue: float = NAN) -> Certain:
        """Return a value of which limits are known, but no standard error.

        Parameters
        ----------
        value : float
        limits : Interval
            Of numbers.
        pvalue : float
        """
        low, high = limits
        return cls(float(value), float(low), float(high), pvalue=float(pvalue))

    @classmethod
    def unknown(cls, value: float = NAN) -> Certain:
        """Return a value of which nothing says how certain it is; NaN if left out."""
        return cls(float(value))

    def at(self, confidence: float) -> Certain:
        """Return the value with limits of another confidence; NaN where no standard error is known.

        Parameters
        ----------
        confidence : float
        """
        if self.error == 0 and self.degrees > 0:
            return dataclasses.replace(self, low=self.value, high=self.value)
        center = _on(self.scale.forth, self.value)
        low, high = student_limits(center, self.error, self.degrees, confidence)
        low, high = _on(self.scale.back, low), _on(self.scale.back, high)
        return dataclasses.replace(self, low=low, high=high)

    def turned(self) -> Certain:
        """Return a difference seen from the other side, which is known as well; 0 has no sign."""
        return dataclasses.replace(self, value=0.0 - self.value, low=0.0 - self.high, high=0.0 - self.low)

    @property
    def width(self) -> float:
        """From one limit to the other; NaN where they are unknown, or on the same side infinite."""
        return self.high - self.low

    @property
    def limits(self) -> Interval:
        """Both limits."""
        return Interval(self.low, self.high)

    def shown(self) -> ValueColumns:
        """Return the columns of a row that hold this number: ``Row(metric=name, **found.shown())``."""
        return {"estimate": self.value, "low": self.low, "high": self.high}


def _on(way: Callable[[FloatArray], FloatArray], value: float) -> float:
    with np.errstate(invalid="ignore", divide="ignore"):
        return float(way(np.array([value]))[0])
