"""The Fisher interval for one correlation, with the constants of Bonett and Wright.

It is an interval for *one* correlation over n independent, roughly normal units. An input-level estimate is
an average of correlations, and a metric's scores are seldom normal: there, a bootstrap interval answers the
question.

References
----------
Fisher (1921), On the "probable error" of a coefficient of correlation deduced from a small sample, Metron 1.
Bonett and Wright (2000), Sample size requirements for estimating Pearson, Kendall and Spearman correlations,
Psychometrika 65:23-28.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from trueness.errors import ArgumentError, check_choice, check_proportion
from trueness.statistics.interval import Interval
from trueness.statistics.ties import RELATIVE_TOLERANCE

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

FISHER_COEFFICIENTS = ("pearson", "spearman", "kendall")
"""The coefficients that Bonett and Wright give constants for."""

ROUNDING = RELATIVE_TOLERANCE
"""A correlation this close to 1 or -1, on either side, is 1 or -1 up to rounding."""

_KENDALL_VARIANCE = 0.437
_KENDALL_RANGE = 0.8
_SPEARMAN_RANGE = 0.9
_SPEARMAN_UNITS = 25


def fisher(r: ArrayLike, n: ArrayLike, coefficient: str = "pearson", confidence: float = 0.95) -> Interval:
    """Return the Fisher interval of a correlation: ``tanh(atanh(r) -+ q c / sqrt(n - b))``.

    b = 3, 3, 4 and c^2 = 1, 1 + r^2/2, 0.437 for Pearson, Spearman and Kendall; q is the normal quantile.

    Parameters
    ----------
    r : array_like
        The correlation, in [-1, 1].
    n : array_like
        Number of independent units behind it: systems at system level, outputs at global level. At input
        level no single n exists, and the interval is not one for the average that is reported there.
    coefficient : {'pearson', 'spearman', 'kendall'}
        Which coefficient `r` is. Kendall's constant is derived for tau without ties.
    confidence : float
        Confidence level, strictly between 0 and 1.

    Returns
    -------
    Interval
        `low` and `high`, of the broadcast shape of `r` and `n`. NaN where `r` or `n` is NaN, where n <= b,
        and where abs(r) = 1: there atanh is infinite, and the zero-width interval of the formula would claim
        certainty.

    Raises
    ------
    ArgumentError
        If `r` lies outside [-1, 1] by more than rounding, if `n` is not a number, or if `coefficient` or
        `confidence` is not one of the above.

    References
    ----------
    Bonett and Wright (2000).

    Examples
    --------
    >>> low, high = fisher(0.6, 16)
    >>> round(float(low), 6), round(float(high), 6)
    (0.148446, 0.844524)
    """
    check_choice("coefficient", coefficient, FISHER_COEFFICIENTS)
    confidence = check_proportion("confidence", confidence)
    from scipy.special import ndtri

    r, n = np.broadcast_arrays(check_correlation("r", r), check_units(n))
    error = fisher_error(r, n, coefficient)
    half = ndtri((1 + confidence) / 2) * error
    z = np.arctanh(np.where(np.isnan(error), 0.0, r))
    return Interval(np.tanh(z - half)[()], np.tanh(z + half)[()])


def fisher_error(r: ArrayLike, n: ArrayLike, coefficient: str = "pearson") -> NDArray[np.float64]:
    """Return the standard error of atanh(r), c / sqrt(n - b); NaN where `fisher` has no interval.

    Parameters
    ----------
    r, n, coefficient
        As in `fisher`, checked.
    """
    r, n = np.broadcast_arrays(np.asarray(r, dtype=np.float64), np.asarray(n, dtype=np.float64))
    defined = (n > _lost_units(coefficient)) & (np.abs(r) < 1)
    units = np.where(defined, n - _lost_units(coefficient), 1.0)
    return np.where(defined, np.sqrt(_variance(np.where(defined, r, 0.0), coefficient) / units), np.nan)


def fisher_warnings(
    r: float, n: float, coefficient: str = "pearson", *, ties: bool = False
) -> tuple[str, ...]:
    """Say where a Fisher interval lies outside the range in which its constants were validated.

    Parameters
    ----------
    r : float
        The correlation.
    n : float
        Number of independent units behind it.
    coefficient : {'pearson', 'spearman', 'kendall'}
        Which coefficient `r` is.
    ties : bool
        Whether either variable holds tied values.

    Returns
    -------
    tuple of str
        One sentence per reason; empty if there is none.

    Raises
    ------
    ArgumentError
        If `r` lies outside [-1, 1] by more than rounding, or if `coefficient` is not one of the above.

    References
    ----------
    Bonett and Wright (2000): abs(tau) below 0.8 and no ties; abs(rho) below about 0.9 and n of at least 25.
    """
    check_choice("coefficient", coefficient, FISHER_COEFFICIENTS)
    size = abs(float(check_correlation("r", r)))
    if math.isnan(size):
        return ("the correlation is undefined, and so is its interval",)
    lost = _lost_units(coefficient)
    found = []
    if not n > lost:
        found.append(
            f"a Fisher interval for {coefficient} needs more than {lost} units, not {n:g}: it is undefined"
        )
    if size == 1:
        found.append("a Fisher interval is undefined for a correlation of 1 or -1")
    elif coefficient == "kendall" and size >= _KENDALL_RANGE:
        found.append(
            f"the Fisher interval for kendall is validated for |tau| < {_KENDALL_RANGE}, not for {size:.2f}"
        )
    elif coefficient == "spearman" and size >= _SPEARMAN_RANGE:
        found.append(
            f"the Fisher interval for spearman is validated for |rho| < {_SPEARMAN_RANGE}, not for {size:.2f}"
        )
    if coefficient == "kendall" and ties:
        found.append("the Fisher interval for kendall is derived for data without ties")
    if coefficient == "spearman" and lost < n < _SPEARMAN_UNITS:
        found.append(
            f"the Fisher interval for spearman is validated for n >= {_SPEARMAN_UNITS}, not for {n:g}"
        )
    return tuple(found)


def check_correlation(argument: str, value: ArrayLike) -> NDArray[np.float64]:
    """Return correlations as floats in [-1, 1]; NaN stays NaN.

    A value within rounding of 1 or -1 becomes 1 or -1: the atanh of 1 - 1e-16 would pass rounding off as
    information.

    Raises
    ------
    ArgumentError
        If a value lies outside [-1, 1] by more than rounding, or is not a number.
    """
    try:
        r = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ArgumentError(f"`{argument}` must hold correlations; it holds {value!r}.") from error
    outside = np.abs(r) > 1 + ROUNDING
    if np.any(outside):
        raise ArgumentError(
            f"`{argument}` must hold correlations between -1 and 1; it holds {float(r[outside].flat[0])!r}."
        )
    return np.where(np.abs(r) >= 1 - ROUNDING, np.sign(r), r)


def check_units(n: ArrayLike) -> NDArray[np.float64]:
    """Return numbers of independent units as floats.

    Raises
    ------
    ArgumentError
        If a value is not a number.
    """
    try:
        return np.asarray(n, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ArgumentError(f"`n` must hold numbers of independent units; it holds {n!r}.") from error


def _lost_units(coefficient: str) -> int:
    return 4 if coefficient == "kendall" else 3


def _variance(r: NDArray[np.float64], coefficient: str) -> NDArray[np.float64]:
    if coefficient == "kendall":
        return np.full_like(r, _KENDALL_VARIANCE)
    return 1 + r**2 / 2 if coefficient == "spearman" else np.ones_like(r)
