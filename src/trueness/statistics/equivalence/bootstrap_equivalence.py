"""Two one-sided tests (TOST) of equivalence from bootstrap values of a difference, and the margins that pass them.

H0: the difference lies outside of the equivalence region; it is given up, and the two called equivalent, if both
one-sided tests reject. With D* the bootstrap values and B of them defined,

    p = max( (1 + #{D* <= low}) / (1 + B), (1 + #{D* >= high}) / (1 + B) ).

Schuirmann (1987), A comparison of the two one-sided tests procedure and the power approach for assessing the
equivalence of average bioavailability, Journal of Pharmacokinetics and Biopharmaceutics 15:657-680; with the bootstrap
for correlations of metrics Braun et al. (2022), section 3.3, who take the share of exceedances without adding one.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, check_proportion
from trueness.statistics.array_types import FloatArray
from trueness.statistics.equivalence.equivalence_bounds import Bounds
from trueness.statistics.exceedances import EXCEEDANCE_TOLERANCE
from trueness.statistics.given_numbers import given_numbers


class EquivalenceTest(NamedTuple):
    """A test whether two correlations are equivalent.

    Attributes
    ----------
    estimate : float
        The difference on the data.
    low, high : float
        Its interval with confidence 1 - 2 alpha: two one-sided tests at level alpha reject where it lies within the
        bounds.
    pvalue : float
        Small where the difference is shown to lie within the bounds; NaN where something is undefined.
    pvalue_low, pvalue_high : float
        Of the one-sided tests: that the difference is above the lower bound, and below the upper one. NaN for tests
        that are not two one-sided ones.
    smallest_margin : float
        Every larger symmetric margin passes at level alpha, and none that is smaller; infinite if none passes.
    too_wide : bool
        Whether the interval is at least as wide as the region between the bounds. An Anderson-Hauck test may reject
        even then, however few the data.
    n_undefined_resamples, resamples : int
        Resamples without a difference, and all of them; 0 for closed forms.
    """

    estimate: float
    low: float
    high: float
    pvalue: float
    pvalue_low: float
    pvalue_high: float
    smallest_margin: float
    too_wide: bool
    n_undefined_resamples: int = 0
    resamples: int = 0


def bootstrap_equivalence(
    samples: ArrayLike, estimate: float, bounds: Bounds, *, alpha: float = 0.05
) -> EquivalenceTest:
    """Test equivalence by two one-sided tests on bootstrap values of a difference.

    The p-value decides. The percentile interval agrees with it except where a bound falls between two neighbouring
    values of its quantiles.

    Parameters
    ----------
    samples : array of shape (B,)
        Bootstrap values of the difference, NaN where undefined (left out, and counted).
    estimate : float
        The difference on the data.
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
    given = given_numbers(samples)
    values = given[~np.isnan(given)]
    lost = given.size - values.size
    if not values.size or math.isnan(estimate):
        return undefined_equivalence(estimate, lost, given.size)
    low, high = (float(limit) for limit in np.quantile(values, [alpha, 1 - alpha]))
    above = below = math.nan
    if not (math.isnan(bounds.low) or math.isnan(bounds.high)):
        above = float((1 + np.sum(values <= bounds.low + EXCEEDANCE_TOLERANCE)) / (1 + values.size))
        below = float((1 + np.sum(values >= bounds.high - EXCEEDANCE_TOLERANCE)) / (1 + values.size))
    return EquivalenceTest(
        estimate=estimate,
        low=low,
        high=high,
        pvalue=max(above, below),
        pvalue_low=above,
        pvalue_high=below,
        smallest_margin=smallest_margin(values, alpha=alpha),
        too_wide=bool(high - low >= bounds.high - bounds.low),
        n_undefined_resamples=lost,
        resamples=given.size,
    )


def undefined_equivalence(
    estimate: float, n_undefined_resamples: int = 0, resamples: int = 0
) -> EquivalenceTest:
    """Return a test that says nothing, for a difference that is undefined or cannot be tested."""
    nothing = math.nan
    return EquivalenceTest(
        estimate=estimate,
        low=nothing,
        high=nothing,
        pvalue=nothing,
        pvalue_low=nothing,
        pvalue_high=nothing,
        smallest_margin=nothing,
        too_wide=False,
        n_undefined_resamples=n_undefined_resamples,
        resamples=resamples,
    )


def equivalence_pvalues(samples: ArrayLike, margins: ArrayLike) -> FloatArray:
    """Return the p-value of equivalence as a function of the symmetric margin (Braun et al. 2022, Figure 4a).

    Parameters
    ----------
    samples : array of shape (B,)
        Bootstrap values of the difference, NaN where undefined (left out).
    margins : array of any shape
        Margins of at least 0; NaN gives NaN.

    Returns
    -------
    array of the shape of `margins`
        Never rises with the margin: at least about one half at 0, 1 / (1 + B) beyond the largest value.

    Raises
    ------
    ArgumentError
        If a margin is negative.
    """
    values = given_numbers(samples)
    values = np.sort(values[~np.isnan(values)])
    wanted = given_numbers(margins)
    if np.any(wanted < 0):
        raise ArgumentError(f"`margins` must be at least 0; here is {float(wanted[wanted < 0].flat[0])!r}.")
    if not values.size:
        return np.full(wanted.shape, np.nan)
    below = np.searchsorted(values, -wanted + EXCEEDANCE_TOLERANCE, side="right")
    above = values.size - np.searchsorted(values, wanted - EXCEEDANCE_TOLERANCE, side="left")
    return np.where(np.isnan(wanted), np.nan, (1 + np.maximum(below, above)) / (1 + values.size))


def smallest_margin(samples: ArrayLike, *, alpha: float = 0.05) -> float:
    """Return the margin that every passing one exceeds: the p-value is at most `alpha` for all larger margins only.

    With k the most exceedances that still reject, it is the larger of the value that k values exceed and of the negated
    value that k values fall short of, and 0 if both lie on the other side.

    Parameters
    ----------
    samples : array of shape (B,)
        Bootstrap values of the difference, NaN where undefined (left out).
    alpha : float
        Level of the test, below 0.5.

    Returns
    -------
    float
        NaN without values; infinite if so few resamples were drawn that no margin passes.

    Raises
    ------
    ArgumentError
        If `alpha` does not lie between 0 and 0.5.

    Examples
    --------
    >>> smallest_margin([-0.3, -0.1, 0.0, 0.1, 0.2, 0.25, 0.3, 0.1, 0.1], alpha=0.2)
    0.25
    """
    alpha = check_level(alpha)
    values = given_numbers(samples)
    values = np.sort(values[~np.isnan(values)])
    if not values.size:
        return math.nan
    allowed = math.floor(alpha * (1 + values.size) - 1)
    while (2 + allowed) / (1 + values.size) <= alpha:  # compared as the p-value will be, rounding included
        allowed += 1
    while allowed >= 0 and (1 + allowed) / (1 + values.size) > alpha:
        allowed -= 1
    if allowed < 0:
        return math.inf
    return max(0.0, float(values[-1 - allowed]), float(-values[allowed]))


def check_level(alpha: float) -> float:
    """Return the level of an equivalence test, whose interval has confidence 1 - 2 alpha.

    Raises
    ------
    ArgumentError
        If it does not lie between 0 and 0.5.
    """
    if check_proportion("alpha", alpha) >= 0.5:
        raise ArgumentError(f"`alpha` of an equivalence test must be below 0.5; it is {alpha!r}.")
    return float(alpha)
