"""Zou's interval for the difference of two correlations that share a variable."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from trueness.statistics.correlation_triple import check_triple
from trueness.statistics.fisher import fisher
from trueness.statistics.interval import Interval

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


def zou_interval(
    r12: ArrayLike,
    r13: ArrayLike,
    r23: ArrayLike,
    n: ArrayLike,
    confidence: float = 0.95,
    coefficient: str = "pearson",
) -> Interval:
    """Return Zou's interval for r12 - r13, from the Fisher limits (l, u) of each.

    low = r12 - r13 - sqrt((r12-l1)^2 + (u2-r13)^2 - 2c (r12-l1)(u2-r13)), high likewise with the other
    limits; c = [(r23 - r12 r13/2)(1 - r12^2 - r13^2 - r23^2) + r23^3] / [(1 - r12^2)(1 - r13^2)].

    Parameters
    ----------
    r12, r13, r23 : array_like
        Correlations of metric and human, rival and human, metric and rival, in [-1, 1]. All arguments
        broadcast.
    n : array_like
        Number of independent units behind all three.
    confidence : float
        Confidence level, strictly between 0 and 1.
    coefficient : {'pearson', 'spearman', 'kendall'}
        For Pearson the interval is Zou's. For the others it is **approximate**: the limits are those of
        Bonett and Wright, but c is still the large-sample correlation of two Pearson coefficients.

    Returns
    -------
    Interval
        In the unit of r. NaN where an argument is NaN, where n <= 3 (4 for Kendall), and where abs(r12) or
        abs(r13) is 1. Where r23 = 1 the interval contains 0 but has a width: the formula's limit, kept for
        continuity.

    Raises
    ------
    ArgumentError
        If a correlation lies outside [-1, 1], if the three cannot belong to one complete data set, or if
        `confidence` or `coefficient` is not one of the above.

    References
    ----------
    Zou (2007), Toward using confidence intervals to compare correlations, Psychological Methods 12:399-413.

    Examples
    --------
    >>> low, high = zou_interval(0.396, 0.179, 0.088, 66)
    >>> round(float(low), 3), round(float(high), 3)
    (-0.093, 0.517)
    """
    triple = check_triple(r12, r13, r23, n)
    a, b, k = triple.r12, triple.r13, triple.r23
    low_a, high_a = fisher(a, triple.n, coefficient, confidence)
    low_b, high_b = fisher(b, triple.n, coefficient, confidence)
    free = (1 - a**2) * (1 - b**2)
    defined = triple.defined & (free > 0)
    c = ((k - a * b / 2) * (1 - a**2 - b**2 - k**2) + k**3) / np.where(defined, free, 1.0)
    below_a, above_a, below_b, above_b = a - low_a, high_a - a, b - low_b, high_b - b
    # As abs(c) <= 1, what is negative in a radicand is rounding.
    to_low = np.maximum(below_a**2 + above_b**2 - 2 * c * below_a * above_b, 0.0)
    to_high = np.maximum(above_a**2 + below_b**2 - 2 * c * above_a * below_b, 0.0)
    low = np.where(defined, a - b - np.sqrt(to_low), np.nan)
    high = np.where(defined, a - b + np.sqrt(to_high), np.nan)
    return Interval(low[()], high[()])
