"""Between which bounds a difference of two correlations counts as none."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from trueness.errors import ArgumentError


class Bounds(NamedTuple):
    """An equivalence region: correlations whose difference lies between the bounds count as equally good.

    Attributes
    ----------
    low, high : float
        ``low <= 0 <= high``, in the unit of the correlation; infinite where there is no bound on that side, NaN where
        a margin taken from data is undefined.
    """

    low: float
    high: float


MOST = 2.0
"""The largest difference of two correlations there can be."""


def equivalence_bounds(
    margin: float | None = None, *, low: float | None = None, high: float | None = None
) -> Bounds:
    """Return the equivalence region of a margin, or of one margin for each side.

    Parameters
    ----------
    margin : float, optional
        The largest difference that is called none, above 0: the region is from -margin to margin.
    low, high : float, optional
        The bounds of a region that is not symmetric, in place of `margin`: ``low <= 0 <= high``, not both 0. Where only
        one is given, the other side has no bound: the test then is one of non-inferiority (`low`) or non-superiority
        (`high`).

    Returns
    -------
    Bounds

    Raises
    ------
    ArgumentError
        If neither a margin nor a bound is given, or both are, or a value is no number or has the wrong sign.

    Examples
    --------
    >>> equivalence_bounds(0.05)
    Bounds(low=-0.05, high=0.05)
    """
    if (margin is None) == (low is None and high is None):
        raise ArgumentError(
            "give either `margin`, the largest difference that is called none, or `low` and `high`."
        )
    if margin is not None:
        size = _number("margin", margin)
        if size <= 0:
            raise ArgumentError(
                f"`margin` must be above 0; it is {margin!r}. Some difference always stays possible."
            )
        return Bounds(-size, size)
    bounds = Bounds(
        -math.inf if low is None else _number("low", low), math.inf if high is None else _number("high", high)
    )
    if not bounds.low <= 0 <= bounds.high:
        raise ArgumentError(
            f"an equivalence region holds 0: `low` <= 0 <= `high`; they are {low!r} and {high!r}."
        )
    if bounds.low == bounds.high:
        raise ArgumentError("`low` and `high` are both 0. Some difference always stays possible.")
    return bounds


def check_margin(margin: float) -> None:
    """Check that a margin can be exceeded by a difference of correlations.

    Raises
    ------
    ArgumentError
        If it is 2 or more.
    """
    if margin >= MOST:
        raise ArgumentError(
            f"`margin` must be less than {MOST:g}, which no difference of correlations exceeds; it is "
            f"{margin!r}."
        )


def _number(argument: str, value: Any) -> float:
    try:
        number = math.nan if isinstance(value, bool) else float(value)
    except (TypeError, ValueError):
        number = math.nan
    if math.isnan(number):
        raise ArgumentError(f"`{argument}` must be a number; it is {value!r}.")
    return number
