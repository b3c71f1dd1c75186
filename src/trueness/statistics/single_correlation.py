"""Whether one correlation differs from a value, or lies within a margin of it, from the number and its units alone."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from trueness.errors import check_choice
from trueness.statistics.equivalence.equivalence_bounds import Bounds
from trueness.statistics.fisher import FISHER_COEFFICIENTS, check_correlation, check_units, fisher_error

ALTERNATIVES = ("two-sided", "greater", "less")


class SingleCorrelation(NamedTuple):
    """A test of one correlation.

    Attributes
    ----------
    statistic : float
        Student's t, or a normal deviate.
    pvalue : float
        NaN where there are too few units; where the correlation is 1 or -1 and so has no standard error.
    """

    statistic: float
    pvalue: float


def single_correlation(
    r: float, n: float, coefficient: str = "pearson", *, null: float = 0.0, alternative: str = "two-sided"
) -> SingleCorrelation:
    """Test one correlation over independent units.

    Against 0: t = r √((n − 2) / (1 − r²)) with n − 2 degrees of freedom, exact for normal scores, and for Spearman's
    rho as SciPy has it; for Kendall's tau, without ties, its normal deviate, of variance 2 (2n + 5) / (9n (n − 1)).
    Against another value: the difference on Fisher's scale, with the standard error of the interval `fisher`.

    Parameters
    ----------
    r : float
        In [-1, 1].
    n : float
        Independent units: systems at the system level. At the input level there is no single n.
    coefficient : {'pearson', 'spearman', 'kendall'}
    null : float
        In (-1, 1).
    alternative : {'two-sided', 'greater', 'less'}

    Returns
    -------
    SingleCorrelation

    Raises
    ------
    ArgumentError
        If an argument is outside its values.

    References
    ----------
    Student (1908), Probable error of a correlation coefficient, Biometrika 6. Kendall (1938), A new measure of rank
    correlation, Biometrika 30. Bonett and Wright (2000), as in `fisher`.

    Examples
    --------
    >>> round(single_correlation(0.6, 16).pvalue, 4)
    0.014
    >>> round(single_correlation(0.6, 16, null=0.9, alternative="less").pvalue, 4)
    0.0022
    """
    check_choice("coefficient", coefficient, FISHER_COEFFICIENTS)
    check_choice("alternative", alternative, ALTERNATIVES)
    value, units = float(check_correlation("r", r)), float(check_units(n))
    bar = float(check_correlation("null", null))
    if math.isnan(value) or units < 3:
        return SingleCorrelation(math.nan, math.nan)
    if bar != 0:
        return _normal(_deviate(value, bar, units, coefficient), alternative)
    if coefficient == "kendall":
        spread = math.sqrt(2 * (2 * units + 5) / (9 * units * (units - 1)))
        return _normal(value / spread, alternative)
    if abs(value) == 1:
        return SingleCorrelation(math.copysign(math.inf, value), math.nan)
    from scipy.special import stdtr

    t = value * math.sqrt((units - 2) / (1 - value * value))
    return SingleCorrelation(t, _tail(lambda x: float(stdtr(units - 2, x)), t, alternative))


def single_equivalence(
    r: float, n: float, bounds: Bounds, coefficient: str = "pearson", *, null: float = 0.0
) -> SingleCorrelation:
    """Test whether one correlation lies within a margin of a value: two one-sided tests on Fisher's scale.

    Parameters
    ----------
    r, n, coefficient
        As in `single_correlation`.
    bounds : Bounds
        As `equivalence_bounds` makes them, about `null`; a bound at or beyond -1 or 1 is none.
    null : float
        0 asks whether metric and people are as good as unrelated.

    Returns
    -------
    SingleCorrelation
        Of the side that is harder to show; a small p-value says that the correlation lies within the bounds.

    Raises
    ------
    ArgumentError
        If an argument is outside its values.

    References
    ----------
    Goertzen and Cribbie (2010), Detecting a lack of association: an equivalence testing approach, British Journal of
    Mathematical and Statistical Psychology 63, page 531. Schuirmann (1987), J. Pharmacokinet. Biopharm. 15.

    Examples
    --------
    >>> round(single_equivalence(0.02, 100, Bounds(-0.3, 0.3)).pvalue, 5)
    0.00219
    """
    check_choice("coefficient", coefficient, FISHER_COEFFICIENTS)
    value, units = float(check_correlation("r", r)), float(check_units(n))
    bar = float(check_correlation("null", null))
    sides = [
        _normal(_deviate(value, bar + bound, units, coefficient), alternative)
        for bound, alternative in ((bounds.low, "greater"), (bounds.high, "less"))
        if abs(bar + bound) < 1
    ]
    if not sides or any(math.isnan(side.pvalue) for side in sides):
        return SingleCorrelation(math.nan, math.nan)
    return max(sides, key=lambda side: side.pvalue)


def _deviate(r: float, null: float, n: float, coefficient: str) -> float:
    error = float(fisher_error(r, n, coefficient))
    if math.isnan(error) or abs(null) == 1:
        return math.nan
    return (math.atanh(r) - math.atanh(null)) / error


def _normal(deviate: float, alternative: str) -> SingleCorrelation:
    from scipy.special import ndtr

    if math.isnan(deviate):
        return SingleCorrelation(deviate, math.nan)
    return SingleCorrelation(deviate, _tail(lambda x: float(ndtr(x)), deviate, alternative))


def _tail(below: Callable[[float], float], statistic: float, alternative: str) -> float:
    if alternative == "two-sided":
        return min(1.0, 2 * below(-abs(statistic)))
    return below(-statistic if alternative == "greater" else statistic)
