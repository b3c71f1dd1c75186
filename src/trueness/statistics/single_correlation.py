"""Whether one correlation differs from a value, from the number and its units alone."""

from __future__ import annotations

import math
from typing import NamedTuple

from trueness.errors import check_choice
from trueness.statistics.certain import ALTERNATIVES, student_pvalue
from trueness.statistics.fisher import FISHER_COEFFICIENTS, check_correlation, check_units, fisher_error


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
    0.0025
    """
    value, units = float(check_correlation("r", r)), float(check_units(n))
    if float(check_correlation("null", null)) != 0:
        return against_bar(value, units, coefficient, null, alternative)
    check_choice("coefficient", coefficient, FISHER_COEFFICIENTS)
    check_choice("alternative", alternative, ALTERNATIVES)
    if math.isnan(value) or units < 3:
        return SingleCorrelation(math.nan, math.nan)
    if coefficient == "kendall":
        deviate = value / math.sqrt(2 * (2 * units + 5) / (9 * units * (units - 1)))
        return SingleCorrelation(deviate, student_pvalue(deviate, math.inf, alternative))
    if abs(value) == 1:
        return SingleCorrelation(math.copysign(math.inf, value), math.nan)
    t = value * math.sqrt((units - 2) / (1 - value * value))
    return SingleCorrelation(t, student_pvalue(t, units - 2, alternative))


def against_bar(r: float, n: float, coefficient: str, bar: float, alternative: str) -> SingleCorrelation:
    """Test one correlation against any value on Fisher's scale (see `single_correlation`, which raises as this)."""
    value, units = float(check_correlation("r", r)), float(check_units(n))
    null = float(check_correlation("null", bar))
    check_choice("coefficient", coefficient, FISHER_COEFFICIENTS)
    check_choice("alternative", alternative, ALTERNATIVES)
    error = float(fisher_error(value, units, coefficient))
    if math.isnan(error) or abs(null) == 1:
        return SingleCorrelation(math.nan, math.nan)
    deviate = (math.atanh(value) - math.atanh(null)) / error
    return SingleCorrelation(deviate, student_pvalue(deviate, math.inf, alternative))
