"""Two one-sided tests (TOST) of equivalence from a difference and what is known of it on Fisher's scale.

The interval with confidence 1 - 2 alpha is of the kind that stands beside a test of the difference (see
`apart_differences`), and the p-value the smallest alpha at which it lies within the bounds: the two never contradict.

Schuirmann (1987), A comparison of the two one-sided tests procedure and the power approach for assessing the
equivalence of average bioavailability, Journal of Pharmacokinetics and Biopharmaceutics 15:657-680.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trueness.errors import ArgumentError
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.equivalence.bootstrap_equivalence import (
    EquivalenceTest,
    check_level,
    undefined_equivalence,
)
from trueness.statistics.equivalence.corrected_margins import MarginsAlone
from trueness.statistics.equivalence.equivalence_bounds import Bounds
from trueness.statistics.jackknife.apart_differences import ApartDifferences

_AT_ONCE = 2**14
"""Pairs times margins whose ellipses are walked round together: some MiB."""


def jackknife_equivalence(
    differences: ApartDifferences, bounds: Sequence[Bounds], *, alpha: float = 0.05
) -> list[EquivalenceTest]:
    """Test equivalence by two one-sided tests; the p-value is the larger of the two.

    Parameters
    ----------
    differences : ApartDifferences
        Of P pairs.
    bounds : sequence of Bounds
        Of each.
    alpha : float
        Level of the test, below 0.5.

    Returns
    -------
    list of EquivalenceTest
        Undefined where nothing is known of how sure a difference is.

    Raises
    ------
    ArgumentError
        If `alpha` does not lie between 0 and 0.5.

    Examples
    --------
    >>> import numpy as np
    >>> from trueness.statistics.equivalence.equivalence_bounds import equivalence_bounds
    >>> sides = np.array([0.9]), np.array([0.83])
    >>> variances = np.array([0.04]), np.array([0.04]), np.array([0.0025])
    >>> twins = ApartDifferences.of(sides, variances, np.array([20.0]), "pearson", 30)
    >>> round(jackknife_equivalence(twins, [equivalence_bounds(0.1)])[0].pvalue, 3)
    0.035
    """
    alpha = check_level(alpha)
    estimates = differences.estimates
    lows, highs = (np.array([one[side] for one in bounds], dtype=np.float64) for side in (0, 1))
    above, below = differences.above(lows), differences.below(highs)
    limits = differences.limits(1 - 2 * alpha)
    known = differences.known
    found = []
    for p, one in enumerate(bounds):
        if not known[p]:
            found.append(undefined_equivalence(float(estimates[p])))
            continue
        low, high = (float(limit[p]) for limit in limits)
        found.append(
            EquivalenceTest(
                estimate=float(estimates[p]),
                low=low,
                high=high,
                pvalue=float(np.maximum(above[p], below[p])),
                pvalue_low=float(above[p]),
                pvalue_high=float(below[p]),
                smallest_margin=max(0.0, -low, high),
                too_wide=bool(high - low >= one.high - one.low),
            )
        )
    return found


def jackknife_pvalues(differences: ApartDifferences, margins: FloatArray) -> FloatArray:
    """Return p-values of equivalence as functions of the symmetric margin.

    Parameters
    ----------
    differences : ApartDifferences
        Of P pairs.
    margins : array of shape (L,)
        At least 0.

    Returns
    -------
    array of shape (P, L)
        Never rises with the margin; NaN where nothing is known of how sure the difference is.

    Raises
    ------
    ArgumentError
        If a margin is negative.
    """
    if np.any(margins < 0):
        raise ArgumentError(f"`margins` must be at least 0; here is {float(margins[margins < 0].flat[0])!r}.")
    found = np.empty((len(differences.distances), len(margins)))
    pairs = max(1, _AT_ONCE // max(1, len(margins)))
    for start in range(0, len(found), pairs):
        places = np.arange(start, min(len(found), start + pairs))
        many, bounds = differences.at(np.repeat(places, len(margins))), np.tile(margins, len(places))
        found[places] = np.maximum(many.above(-bounds), many.below(bounds)).reshape(len(places), -1)
    return found


def jackknife_margins(
    differences: Sequence[ApartDifferences], alpha: float, sides: Sequence[str | None]
) -> MarginsAlone:
    """Return the margins of two one-sided tests at every level (see `corrected_margins`).

    Parameters
    ----------
    differences : sequence of ApartDifferences
        Of one coefficient, one pair each; at least one.
    alpha : float
        Level of the tests before correction, below 0.5.
    sides : sequence of {'low', 'high'} or None
        The only side of each test that has a bound; None where both have one, of the same size.

    Returns
    -------
    callable
    """
    together = ApartDifferences.together(differences)
    bounded_below, bounded_above = (
        np.array([side != other for side in sides], dtype=bool) for other in ("high", "low")
    )

    def alone(factor: float, tests: IntArray) -> FloatArray:
        low, high = together.at(tests).limits(1 - 2 * alpha / factor)
        reached = np.maximum(
            np.where(bounded_below[tests], -low, 0.0), np.where(bounded_above[tests], high, 0.0)
        )
        return np.where(np.isnan(low + high), np.nan, np.maximum(0.0, reached))

    return alone
