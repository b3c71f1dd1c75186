"""Better, equivalent, undecided or worse: what a test of difference and a test of equivalence say together."""

from __future__ import annotations

import math
from typing import Literal

from trueness.studies.equivalence.margin_side import SHOWN, OneSided, Side

ThreeWay = Literal["better", "equivalent", "undecided", "worse", "undefined"]


def verdict(
    difference: float,
    pvalue_difference: float,
    pvalue_equivalence: float,
    alpha: float = 0.05,
    *,
    too_wide: bool = False,
) -> ThreeWay:
    """Return what is known of a metric against its rival.

    A difference that is shown to be smaller than the margin is ``equivalent`` even where it is shown not to be zero:
    what is smaller than the margin was declared to be none. Where neither is shown it is ``undecided``: the data are
    too few for either, and "not significant" is no evidence of equality.

    Parameters
    ----------
    difference : float
        r(metric, human) - r(rival, human).
    pvalue_difference : float
        Two-sided p-value that it is not zero, corrected as it will be read; NaN where not tested.
    pvalue_equivalence : float
        P-value that it lies within the margin, corrected likewise; NaN where not tested.
    alpha : float
        Level of both tests.
    too_wide : bool
        Whether the interval of the equivalence test is as wide as the region (see `EquivalenceTest`): equivalence is
        then not shown, whatever its p-value.

    Returns
    -------
    {'better', 'equivalent', 'undecided', 'worse', 'undefined'}
        ``undefined`` where there is no difference or neither test has a p-value.

    Examples
    --------
    >>> verdict(0.02, 0.40, 0.01)
    'equivalent'
    >>> verdict(0.02, 0.40, 0.20)
    'undecided'
    >>> verdict(0.20, 0.001, 0.90)
    'better'
    """
    if math.isnan(difference) or (math.isnan(pvalue_difference) and math.isnan(pvalue_equivalence)):
        return "undefined"
    if pvalue_equivalence <= alpha and not too_wide:
        return "equivalent"
    if pvalue_difference <= alpha and difference != 0:
        return "better" if difference > 0 else "worse"
    return "undecided"


def one_sided_verdict(
    difference: float,
    pvalue_difference: float,
    pvalue_margin: float,
    alpha: float = 0.05,
    *,
    side: Side,
) -> ThreeWay | OneSided:
    """Return what is known of a metric against its rival where only one side has a margin.

    Such a test shows no equivalence: on the other side the difference may be of any size. So ``better`` (or ``worse``)
    is said where it is shown, and else ``not worse`` (``not better``) by more than the margin. Both tests may be read
    in this order without a further correction.

    Parameters
    ----------
    difference, pvalue_difference, alpha
        As in `verdict`.
    pvalue_margin : float
        P-value that the difference does not lie beyond the margin.
    side : {'low', 'high'}
        The side with a margin (see `margin_side`).

    Returns
    -------
    {'better', 'not worse', 'not better', 'undecided', 'worse', 'undefined'}

    References
    ----------
    European Agency for the Evaluation of Medicinal Products (2000), Points to consider on switching between superiority
    and non-inferiority, CPMP/EWP/482/99.

    Examples
    --------
    >>> one_sided_verdict(0.02, 0.40, 0.01, side="low")
    'not worse'
    >>> one_sided_verdict(0.20, 0.001, 0.001, side="low")
    'better'
    """
    of_difference = verdict(
        difference, pvalue_difference, math.nan if math.isnan(pvalue_margin) else 1.0, alpha
    )
    beyond = "better" if side == "low" else "worse"
    if of_difference in ("undefined", beyond) or not pvalue_margin <= alpha:
        return of_difference
    return SHOWN[side]
