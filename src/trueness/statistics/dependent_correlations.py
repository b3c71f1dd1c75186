"""Closed-form tests of the difference of two correlations that share a variable.

Two metrics are scored on the same units as the human, so their correlations with the human depend on each
other through the correlation of the metrics. In every function:

========  ==============================================
r12       correlation of the metric and the human
r13       correlation of the rival metric and the human
r23       correlation of the metric and the rival metric
n         number of independent units behind all three
========  ==============================================

All four are numbers or arrays and broadcast against each other. The tests are derived for Pearson
correlations of independent, normal units; with Spearman or Kendall they are heuristics, and at input level,
where an average of correlations is reported, no single n exists: resampling answers there.

Edge cases, the same in every test:

* any argument NaN, or n <= 3: NaN;
* r23 = 1 (up to rounding): the metrics are linear functions of each other, so r12 = r13 must hold and
  the difference is 0 by construction: statistic 0, and the p-value that belongs to it: 1 two-sided, 0.5
  one-sided (so "greater" and "less" still sum to 1, and no level below one half rejects);
* abs(r12) = 1 or abs(r13) = 1: NaN in the z-type tests (atanh is infinite); `williams` stays defined;
* r23 = -1: NaN in `williams` (0/0; the rival is the metric reversed, so check its orientation);
* three correlations that no complete data set can have (determinant below 0 by more than rounding):
  ArgumentError.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from trueness.errors import check_choice
from trueness.statistics.certain import student_pvalue
from trueness.statistics.correlation_triple import Triple, check_triple

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

ALTERNATIVES = ("two-sided", "greater", "less")
"""greater: the metric correlates more with the human than its rival does (r12 > r13)."""


class DependentTest(NamedTuple):
    """A test of r12 against r13.

    Attributes
    ----------
    statistic : float or ndarray
        Positive where r12 > r13.
    pvalue : float or ndarray
        Probability of a statistic at least as extreme in the direction of the alternative.
    df : float or ndarray or None
        Degrees of freedom where the statistic is referred to Student's t; None where it is referred to the
        normal.
    """

    statistic: float | Floats
    pvalue: float | Floats
    df: float | Floats | None = None


def williams(
    r12: ArrayLike, r13: ArrayLike, r23: ArrayLike, n: ArrayLike, *, alternative: str = "two-sided"
) -> DependentTest:
    """Return Williams' t test of r12 against r13, with n - 3 degrees of freedom.

    t = (r12 - r13) sqrt((n-1)(1+r23) / (2K (n-1)/(n-3) + rbar^2 (1-r23)^3)), K the determinant of the three
    correlations and rbar the mean of r12 and r13. The sign of a correlation is kept: declare orientations
    before, never take abs(r).

    Parameters
    ----------
    r12, r13, r23, n : array_like
        Correlations of metric and human, rival and human, metric and rival, in [-1, 1]; number of independent
        units.
    alternative : {'two-sided', 'greater', 'less'}
        Greater: r12 > r13.

    Returns
    -------
    DependentTest
        With `df`; for edge cases see the module docstring.

    Raises
    ------
    ArgumentError
        If a correlation lies outside [-1, 1], if the three cannot belong to one complete data set, or if
        `alternative` is unknown.

    References
    ----------
    Williams (1959), The comparison of regression variables, JRSS B 21:396-399. Steiger (1980), Tests for
    comparing elements of a correlation matrix, Psychological Bulletin 87:245-251, equation 7. Graham and
    Baldwin (2014), Testing for significance of increased correlation with human judgment, EMNLP.

    Examples
    --------
    >>> statistic, pvalue, df = williams(0.3, 0.4, 0.5, 100)
    >>> round(float(statistic), 4), round(float(pvalue), 4), float(df)
    (-1.0767, 0.2843, 97.0)
    """
    check_choice("alternative", alternative, ALTERNATIVES)
    triple = check_triple(r12, r13, r23, n)
    n_ = np.where(triple.defined, triple.n, 4.0)
    mean = (triple.r12 + triple.r13) / 2
    denominator = 2 * triple.determinant * (n_ - 1) / (n_ - 3) + mean**2 * (1 - triple.r23) ** 3
    defined = triple.defined & (triple.r23 > -1) & (denominator > 0)
    scale = np.sqrt((n_ - 1) * (1 + triple.r23) / np.where(defined, denominator, 1.0))
    t = _settle((triple.r12 - triple.r13) * scale, defined, triple)
    df = np.where(triple.defined, triple.n - 3, np.nan)
    return DependentTest(t[()], np.asarray(student_pvalue(t, df, alternative))[()], df[()])


def steiger(
    r12: ArrayLike, r13: ArrayLike, r23: ArrayLike, n: ArrayLike, *, alternative: str = "two-sided"
) -> DependentTest:
    """Return Steiger's z test of r12 against r13 (his Z1bar*: the covariance is taken at their mean).

    z = (atanh r12 - atanh r13) sqrt(n-3) / sqrt(2 - 2c), with the covariance c of Dunn and Clark at rbar =
    (r12+r13)/2.

    Parameters
    ----------
    r12, r13, r23, n : array_like
        Correlations of metric and human, rival and human, metric and rival, in [-1, 1]; number of independent
        units.
    alternative : {'two-sided', 'greater', 'less'}
        Greater: r12 > r13.

    Returns
    -------
    DependentTest
        `df` is None; for edge cases see the module docstring.

    Raises
    ------
    ArgumentError
        As in `williams`.

    References
    ----------
    Steiger (1980), Tests for comparing elements of a correlation matrix, Psychological Bulletin 87:245-251.
    """
    triple = check_triple(r12, r13, r23, n)
    return _z_test(triple, _pooled_spread((triple.r12 + triple.r13) / 2, triple.r23), alternative)


def hittner_may_silver(
    r12: ArrayLike, r13: ArrayLike, r23: ArrayLike, n: ArrayLike, *, alternative: str = "two-sided"
) -> DependentTest:
    """Return the z test of Hittner, May and Silver: Steiger's, pooled on the z scale.

    As `steiger`, with rbar = tanh((atanh r12 + atanh r13) / 2). For very unequal correlations this rbar can
    be one that does not go together with r23: the variance estimate is then negative and the result NaN.

    Parameters
    ----------
    r12, r13, r23, n : array_like
        Correlations of metric and human, rival and human, metric and rival, in [-1, 1]; number of independent
        units.
    alternative : {'two-sided', 'greater', 'less'}
        Greater: r12 > r13.

    Returns
    -------
    DependentTest
        `df` is None; for edge cases see the module docstring.

    Raises
    ------
    ArgumentError
        As in `williams`.

    References
    ----------
    Hittner, May and Silver (2003), A Monte Carlo evaluation of tests for comparing dependent correlations,
    Journal of General Psychology 130:149-168.
    """
    triple = check_triple(r12, r13, r23, n)
    mean = np.tanh((_atanh(triple.r12) + _atanh(triple.r13)) / 2)
    return _z_test(triple, _pooled_spread(mean, triple.r23), alternative)


def dunn_clark(
    r12: ArrayLike, r13: ArrayLike, r23: ArrayLike, n: ArrayLike, *, alternative: str = "two-sided"
) -> DependentTest:
    """Return Dunn and Clark's z test of r12 against r13 (the covariance not pooled).

    z = (atanh r12 - atanh r13) sqrt(n-3) / sqrt(2 - 2c),
    c = [r23 (1 - r12^2 - r13^2) - r12 r13 (1 - r12^2 - r13^2 - r23^2)/2] / [(1 - r12^2)(1 - r13^2)].

    Parameters
    ----------
    r12, r13, r23, n : array_like
        Correlations of metric and human, rival and human, metric and rival, in [-1, 1]; number of independent
        units.
    alternative : {'two-sided', 'greater', 'less'}
        Greater: r12 > r13.

    Returns
    -------
    DependentTest
        `df` is None; for edge cases see the module docstring.

    Raises
    ------
    ArgumentError
        As in `williams`.

    References
    ----------
    Dunn and Clark (1969), Correlation coefficients measured on the same individuals, JASA 64:366-377.
    """
    triple = check_triple(r12, r13, r23, n)
    a, b, k = triple.r12, triple.r13, triple.r23
    rest = 1 - a**2 - b**2
    free = (1 - a**2) * (1 - b**2)
    covariance = _ratio(k * rest - a * b * (rest - k**2) / 2, free)
    return _z_test(triple, 2 * (1 - covariance), alternative)


def meng_rosenthal_rubin(
    r12: ArrayLike, r13: ArrayLike, r23: ArrayLike, n: ArrayLike, *, alternative: str = "two-sided"
) -> DependentTest:
    """Return the z test of Meng, Rosenthal and Rubin of r12 against r13.

    z = (atanh r12 - atanh r13) sqrt((n-3) / (2 (1-r23) h)), h = (1 - f r2)/(1 - r2), f = min(1,
    (1-r23)/(2(1-r2))) and r2 the mean of r12^2 and r13^2.

    Parameters
    ----------
    r12, r13, r23, n : array_like
        Correlations of metric and human, rival and human, metric and rival, in [-1, 1]; number of independent
        units.
    alternative : {'two-sided', 'greater', 'less'}
        Greater: r12 > r13.

    Returns
    -------
    DependentTest
        `df` is None; for edge cases see the module docstring.

    Raises
    ------
    ArgumentError
        As in `williams`.

    References
    ----------
    Meng, Rosenthal and Rubin (1992), Comparing correlated correlation coefficients, Psychological Bulletin
    111:172-175.
    """
    triple = check_triple(r12, r13, r23, n)
    return _z_test(triple, _meng_spread(triple), alternative)


def _z_test(triple: Triple, spread: Floats, alternative: str) -> DependentTest:
    """Return the z test whose difference of atanh has variance spread / (n - 3)."""
    check_choice("alternative", alternative, ALTERNATIVES)
    from scipy.special import ndtr

    defined = triple.defined & (spread > 0)
    scale = np.sqrt(np.where(defined, triple.n - 3, 1.0) / np.where(defined, spread, 1.0))
    z = _settle((_atanh(triple.r12) - _atanh(triple.r13)) * scale, defined, triple)
    return DependentTest(z[()], _pvalue(ndtr, z, alternative)[()])


def _pooled_spread(mean: Floats, k: Floats) -> Floats:
    """Return 2 - 2c for both correlations equal to `mean`.

    c = [k(1-2m^2) - m^2(1-2m^2-k^2)/2] / (1-m^2)^2 factors as below, which does not cancel as k approaches 1.
    """
    return 2 * _ratio((1 - k) * (1 - mean**2 * (3 - k) / 2), (1 - mean**2) ** 2)


def _meng_spread(triple: Triple) -> Floats:
    square = (triple.r12**2 + triple.r13**2) / 2
    f = np.minimum(1.0, _ratio(1 - triple.r23, 2 * (1 - square)))
    return 2 * (1 - triple.r23) * _ratio(1 - f * square, 1 - square)


def _ratio(numerator: Floats, denominator: Floats) -> Floats:
    """Return the quotient, NaN where the denominator is 0."""
    safe = denominator != 0
    return np.where(safe, numerator / np.where(safe, denominator, 1.0), np.nan)


def _atanh(r: Floats) -> Floats:
    """Return atanh, NaN where it is infinite."""
    inside = np.abs(r) < 1
    return np.where(inside, np.arctanh(np.where(inside, r, 0.0)), np.nan)


def _settle(value: Floats, defined: NDArray[np.bool_], triple: Triple) -> Floats:
    """Return the value where defined, 0 where the two metrics are identical, else NaN."""
    return np.where(triple.defined & triple.identical, 0.0, np.where(defined, value, np.nan))


def _pvalue(cdf: Callable[[Floats], Floats], statistic: Floats, alternative: str) -> Floats:
    if alternative == "two-sided":
        return 2 * cdf(-np.abs(statistic))
    return cdf(-statistic if alternative == "greater" else statistic)
