"""Equivalence of two correlations that share a variable: two metrics, or a metric under two conditions, and one human.

r12, r13, r23 and n are as in `dependent_correlations`: n is the number of *units*, each scored by metric, rival and
human. (The function `neg.twocors` of the R package negligible, version 0.1.9, takes the two correlations for those of
samples of n1 and n2 and works with n1 + n2, that is 2n, which makes p-values far too small.)

The scale is that of Williams' t (Steiger 1980, equation 7); the tests are derived for Pearson correlations of
independent, normal units. With Spearman or Kendall they are heuristics.
"""

from __future__ import annotations

import math

from trueness.statistics.correlation_triple import check_triple
from trueness.statistics.equivalence.bootstrap_equivalence import EquivalenceTest
from trueness.statistics.equivalence.equivalence_bounds import Bounds
from trueness.statistics.equivalence.scaled_equivalence import (
    ScaledDifference,
    scaled_anderson_hauck,
    scaled_tost,
)


def williams_equivalence(
    r12: float, r13: float, r23: float, n: float, bounds: Bounds, *, alpha: float = 0.05
) -> EquivalenceTest:
    """Test equivalence of two dependent correlations by two one-sided tests on Williams' scale, with n - 3 df.

    Parameters
    ----------
    r12, r13, r23 : float
        Correlations of metric and human, rival and human, metric and rival.
    n : float
        Number of independent units.
    bounds : Bounds
    alpha : float
        Level of the test, below 0.5.

    Returns
    -------
    EquivalenceTest
        NaN where an argument is NaN, n <= 3 or r23 = -1. Where r23 = 1 the difference is 0 by construction, and
        certain.

    Raises
    ------
    ArgumentError
        If a correlation lies outside [-1, 1], the three cannot belong to one complete data set, or `alpha` does not lie
        between 0 and 0.5.

    References
    ----------
    Counsell and Cribbie (2015), Equivalence tests for comparing correlation and regression coefficients, British
    Journal of Mathematical and Statistical Psychology 68:292-309 (TOST-rho-D).

    Examples
    --------
    >>> round(williams_equivalence(0.50, 0.49, 0.20, 5, Bounds(-0.05, 0.05)).pvalue, 2)
    0.48
    """
    return scaled_tost(dependent_difference(r12, r13, r23, n), bounds, alpha=alpha)


def anderson_hauck(
    r12: float, r13: float, r23: float, n: float, bounds: Bounds, *, alpha: float = 0.05
) -> EquivalenceTest:
    """Test equivalence of two dependent correlations by Anderson and Hauck's test on Williams' scale.

    Parameters
    ----------
    r12, r13, r23, n, alpha
        As in `williams_equivalence`.
    bounds : Bounds
        Finite.

    Returns
    -------
    EquivalenceTest
        See `scaled_equivalence.scaled_anderson_hauck` on `too_wide`: where it is true, a small p-value shows nothing.

    Raises
    ------
    ArgumentError
        As in `williams_equivalence`, or if a bound is infinite.

    References
    ----------
    Counsell and Cribbie (2015), as in `williams_equivalence` (AH-rho-D). Braun et al. (2022), section 3.4, use it on
    summaries; their released code has the normal density in place of the distribution function, which is not repeated.

    Examples
    --------
    >>> test = anderson_hauck(0.50, 0.49, 0.20, 5, Bounds(-0.05, 0.05))
    >>> round(test.pvalue, 3), test.too_wide
    (0.011, True)
    """
    return scaled_anderson_hauck(dependent_difference(r12, r13, r23, n), bounds, alpha=alpha)


def dependent_difference(r12: float, r13: float, r23: float, n: float) -> ScaledDifference:
    """Return r12 - r13 on the scale of Williams' t (raises as `williams_equivalence`)."""
    triple = check_triple(r12, r13, r23, n)
    if not bool(triple.defined) or float(triple.r23) == -1:
        return ScaledDifference(float(triple.r12 - triple.r13), math.nan, math.nan)
    first, second, between = float(triple.r12), float(triple.r13), float(triple.r23)
    units = float(triple.n)
    if bool(triple.identical):
        return ScaledDifference(0.0, math.inf, units - 3)
    spread = (
        2 * float(triple.determinant) * (units - 1) / (units - 3)
        + ((first + second) / 2) ** 2 * (1 - between) ** 3
    )
    scale = math.sqrt((units - 1) * (1 + between) / spread) if spread > 0 else math.nan
    return ScaledDifference(first - second, scale, units - 3)
