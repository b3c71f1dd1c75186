"""Equivalence tests of a difference that is divided by its standard error: TOST and Anderson and Hauck's.

Both take the difference and its *scale*, one over the standard error. `dependent_equivalence` and
`independent_equivalence` say what that is for two correlations.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from trueness.errors import ArgumentError
from trueness.statistics.certain import student_pvalue, student_quantile
from trueness.statistics.equivalence.bootstrap_equivalence import EquivalenceTest, check_level
from trueness.statistics.equivalence.equivalence_bounds import Bounds


class ScaledDifference(NamedTuple):
    """A difference on the scale of a distribution.

    Attributes
    ----------
    estimate : float
    scale : float
        One over the standard error; infinite where the difference is certain, NaN where undefined.
    df : float, optional
        Degrees of freedom of Student's t; None for the normal distribution.
    """

    estimate: float
    scale: float
    df: float | None = None


def scaled_tost(difference: ScaledDifference, bounds: Bounds, *, alpha: float = 0.05) -> EquivalenceTest:
    """Test equivalence by two one-sided tests; the p-value is the larger of the two.

    Parameters
    ----------
    difference : ScaledDifference
    bounds : Bounds
    alpha : float
        Level of the test, below 0.5.

    Returns
    -------
    EquivalenceTest

    Raises
    ------
    ArgumentError
        If `alpha` does not lie between 0 and 0.5.
    """
    alpha = check_level(alpha)
    cdf, _ = _distribution(difference.df)
    above = cdf(-_times(difference.estimate - bounds.low, difference.scale))
    below = cdf(_times(difference.estimate - bounds.high, difference.scale))
    half = _half_width(difference, alpha)
    return _test(
        difference, bounds, half, (_larger(above, below), above, below), abs(difference.estimate) + half
    )


def scaled_anderson_hauck(
    difference: ScaledDifference, bounds: Bounds, *, alpha: float = 0.05
) -> EquivalenceTest:
    """Test equivalence by Anderson and Hauck's approximation.

    With d the distance of the difference from the middle of the region, h half the width of the region and w the scale,
    p = Phi((d - h) w) - Phi((-d - h) w). More powerful than TOST, and for the same reason not safe: with little data
    (w near 0) p tends to 0 whatever the difference. So `too_wide` says where the interval with confidence 1 - 2 alpha
    is as wide as the region; a small p-value shows nothing there.

    Parameters
    ----------
    difference : ScaledDifference
    bounds : Bounds
        Finite. The published test has bounds of one size; others shift the middle.
    alpha : float
        Level of the test, below 0.5.

    Returns
    -------
    EquivalenceTest
        Without one-sided p-values. Its `smallest_margin` is the one beyond which this test rejects and the region is
        wider than the interval.

    Raises
    ------
    ArgumentError
        If `alpha` does not lie between 0 and 0.5, or a bound is infinite.

    References
    ----------
    Anderson and Hauck (1983), A new procedure for testing equivalence in comparative bioavailability and other clinical
    trials, Communications in Statistics 12:2663-2692. Counsell and Cribbie (2015), Equivalence tests for comparing
    correlation and regression coefficients, British Journal of Mathematical and Statistical Psychology 68:292-309.
    """
    alpha = check_level(alpha)
    if math.isinf(bounds.low) or math.isinf(bounds.high):
        raise ArgumentError("the Anderson-Hauck test needs two finite bounds; TOST works with one.")
    middle, half_region = (bounds.low + bounds.high) / 2, (bounds.high - bounds.low) / 2
    pvalue = _anderson_hauck(abs(difference.estimate - middle), half_region, difference.scale)
    half = _half_width(difference, alpha)
    smallest = _larger(anderson_hauck_margin(difference, alpha), half)
    return _test(difference, bounds, half, (pvalue, math.nan, math.nan), smallest)


def _test(
    difference: ScaledDifference,
    bounds: Bounds,
    half: float,
    pvalues: tuple[float, float, float],
    smallest: float,
) -> EquivalenceTest:
    return EquivalenceTest(
        estimate=difference.estimate,
        low=difference.estimate - half,
        high=difference.estimate + half,
        pvalue=pvalues[0],
        pvalue_low=pvalues[1],
        pvalue_high=pvalues[2],
        smallest_margin=smallest,
        too_wide=bool(2 * half >= bounds.high - bounds.low),
    )


def _half_width(difference: ScaledDifference, alpha: float) -> float:
    """Return half the width of the interval with confidence 1 - 2 alpha."""
    _, quantile = _distribution(difference.df)
    if math.isnan(difference.scale) or difference.scale == 0:
        return math.nan if math.isnan(difference.scale) else math.inf
    return quantile(1 - alpha) / difference.scale


def _distribution(df: float | None) -> tuple[Callable[[float], float], Callable[[float], float]]:
    """Return the distribution function and its inverse, of Student's t or the normal."""
    from scipy.special import ndtr, ndtri

    if df is None:
        return (lambda x: float(ndtr(x))), (lambda p: float(ndtri(p)))
    return (lambda x: student_pvalue(x, df, "less")), (lambda p: student_quantile(df, p))


def _times(distance: float, scale: float) -> float:
    """Return the product; 0 where a distance of 0 meets an infinite scale."""
    return 0.0 if distance == 0 else distance * scale


def _larger(first: float, second: float) -> float:
    return math.nan if math.isnan(first) or math.isnan(second) else max(first, second)


def _anderson_hauck(distance: float, half_region: float, scale: float) -> float:
    from scipy.special import ndtr

    outside, inside = _times(distance - half_region, scale), _times(-distance - half_region, scale)
    return float(ndtr(outside) - ndtr(inside))


def tost_margin(difference: ScaledDifference, alpha: float, side: str | None = None) -> float:
    """Return the margin beyond which two one-sided tests reject at a level.

    Parameters
    ----------
    difference : ScaledDifference
    alpha : float
        Below 0.5.
    side : {'low', 'high'}, optional
        The only side that has a bound; by default both have one, of the same size.

    Returns
    -------
    float
        At least 0; NaN where the difference has no standard error.
    """
    towards = {"low": -difference.estimate, "high": difference.estimate, None: abs(difference.estimate)}[side]
    return _larger(towards + _half_width(difference, alpha), 0.0)


def anderson_hauck_margin(difference: ScaledDifference, alpha: float) -> float:
    """Return the symmetric margin beyond which Anderson and Hauck's test rejects, however wide the interval is.

    The p-value falls as the margin grows.

    Parameters
    ----------
    difference : ScaledDifference
    alpha : float
        Below 0.5.

    Returns
    -------
    float
        At least 0; NaN where the difference has no standard error.
    """
    from scipy.optimize import brentq
    from scipy.special import ndtri

    size, scale = abs(difference.estimate), difference.scale
    if math.isnan(size) or math.isnan(scale):
        return math.nan
    if math.isinf(scale):
        return size
    if _anderson_hauck(size, 0.0, scale) <= alpha:
        return 0.0
    most = size + float(ndtri(1 - alpha) + 1) / scale  # without the 1, the first term is alpha
    return float(brentq(lambda margin: _anderson_hauck(size, margin, scale) - alpha, 0.0, most, xtol=1e-14))
