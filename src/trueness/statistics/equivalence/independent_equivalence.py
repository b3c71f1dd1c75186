"""Equivalence of two correlations of different units: a metric under two conditions whose data do not match.

The standard error is sqrt((1 - r1²)² / (n1 - 2) + (1 - r2²)² / (n2 - 2)), that of Kraatz (2007) in Counsell and Cribbie
(2015), Equivalence tests for comparing correlation and regression coefficients, British Journal of Mathematical and
Statistical Psychology 68:292-309. It is for Pearson correlations; with rank coefficients it is a heuristic.
"""

from __future__ import annotations

import math

from trueness.statistics.equivalence.bootstrap_equivalence import EquivalenceTest
from trueness.statistics.equivalence.equivalence_bounds import Bounds
from trueness.statistics.equivalence.scaled_equivalence import (
    ScaledDifference,
    scaled_anderson_hauck,
    scaled_tost,
)
from trueness.statistics.fisher import check_correlation, check_units


def kraatz_equivalence(
    r1: float, r2: float, n1: float, n2: float, bounds: Bounds, *, alpha: float = 0.05
) -> EquivalenceTest:
    """Test equivalence of two independent correlations by two one-sided normal tests.

    Parameters
    ----------
    r1, r2 : float
        The correlation under each condition, in [-1, 1].
    n1, n2 : float
        Numbers of independent units behind them.
    bounds : Bounds
    alpha : float
        Level of the test, below 0.5.

    Returns
    -------
    EquivalenceTest
        NaN where an argument is NaN or a number of units is at most 2.

    Raises
    ------
    ArgumentError
        If a correlation lies outside [-1, 1] or `alpha` does not lie between 0 and 0.5.
    """
    return scaled_tost(independent_difference(r1, r2, n1, n2), bounds, alpha=alpha)


def independent_anderson_hauck(
    r1: float, r2: float, n1: float, n2: float, bounds: Bounds, *, alpha: float = 0.05
) -> EquivalenceTest:
    """Test equivalence of two independent correlations by Anderson and Hauck's test.

    Parameters
    ----------
    r1, r2, n1, n2, alpha
        As in `kraatz_equivalence`.
    bounds : Bounds
        Finite.

    Returns
    -------
    EquivalenceTest
        See `scaled_equivalence.scaled_anderson_hauck` on `too_wide`.

    Raises
    ------
    ArgumentError
        As in `kraatz_equivalence`, or if a bound is infinite.
    """
    return scaled_anderson_hauck(independent_difference(r1, r2, n1, n2), bounds, alpha=alpha)


def independent_difference(r1: float, r2: float, n1: float, n2: float) -> ScaledDifference:
    """Return r1 - r2 on the scale of its standard error (raises as `kraatz_equivalence`)."""
    first, second = float(check_correlation("r1", r1)), float(check_correlation("r2", r2))
    sizes = float(check_units(n1)), float(check_units(n2))
    variance = math.nan
    if min(sizes) > 2:
        variance = sum((1 - r**2) ** 2 / (n - 2) for r, n in zip((first, second), sizes, strict=True))
    scale = math.inf if variance == 0 else 1 / math.sqrt(variance) if variance > 0 else math.nan
    return ScaledDifference(first - second, scale)
