"""Whether one correlation lies within a margin of a value, from the number and its units alone."""

from __future__ import annotations

import math

from trueness.statistics.equivalence.equivalence_bounds import Bounds
from trueness.statistics.fisher import check_correlation
from trueness.statistics.single_correlation import SingleCorrelation, against_bar


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
    0.00218
    """
    bar = float(check_correlation("null", null))
    sides = [
        against_bar(r, n, coefficient, bar + bound, alternative)
        for bound, alternative in ((bounds.low, "greater"), (bounds.high, "less"))
        if abs(bar + bound) < 1
    ]
    if not sides or any(math.isnan(side.pvalue) for side in sides):
        return SingleCorrelation(math.nan, math.nan)
    return max(sides, key=lambda side: side.pvalue)
