"""How many outputs it takes to settle on which side of a bar a number lies, as far as an interval of it tells."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from trueness.errors import ArgumentError

SURE_OF_NUMBER = 0.8
"""In so many studies the number is between the two that are said."""


class LabelsToSettle(NamedTuple):
    """How many outputs an interval takes to lie beyond a bar, or short of it; NaN without an interval of some width.

    Attributes
    ----------
    low, high : float
        Between which the number lies in `SURE_OF_NUMBER` of studies; the second infinite where the truth may be at a
        bar.
    likely : float
        The number if the truth is as estimated; infinite where the estimate is at a bar.
    """

    low: float
    likely: float
    high: float


def labels_to_settle(
    low: float,
    high: float,
    bars: Sequence[float],
    n_outputs: int,
    *,
    power: float = 0.8,
    confidence: float = 0.95,
) -> LabelsToSettle:
    """Return between which numbers of outputs an interval lies beyond a bar, or short of it, with a power.

    Where the truth is at a distance d from the nearest bar, and the interval has the half width w with n outputs, it
    takes n (w / d)² (1 + z_power / z_confidence)², as of a normal estimate whose standard error falls with the root of
    n (Lehr 1992, Statistics in Medicine 11). The truth is not known: the numbers are those of the least and the largest
    d within the interval of confidence `SURE_OF_NUMBER`. Since the number of outputs falls with d, they hold at least
    as often as that interval does; the number at the estimate alone promises too much half of the time.

    Parameters
    ----------
    low, high : float
        A two-sided interval, symmetrical about its estimate, or nearly so.
    bars : sequence of float
        One, or the two ends of a margin.
    n_outputs : int
        Behind the interval.
    power, confidence : float

    Raises
    ------
    ArgumentError
        If there is no bar.
    """
    if not bars:
        raise ArgumentError("`bars` must hold one number or more.")
    # between two bars the middle is as far from both as anything can be
    turns = [*bars, *([sum(bars) / len(bars)] if len(bars) > 1 else [])]
    return _settling(
        low,
        high,
        lambda value: min(abs(value - bar) for bar in bars),
        turns,
        n_outputs,
        power=power,
        confidence=confidence,
    )


def labels_to_settle_change(
    low: float,
    high: float,
    margin: float,
    n_outputs: int,
    *,
    power: float = 0.8,
    confidence: float = 0.95,
) -> LabelsToSettle:
    """Return with how many outputs a change is shown either to be one, or to be no larger than a margin.

    As `labels_to_settle`, where the distance of a change d is the larger of those from none, |d|, and from the margin
    within it, margin - |d|: it is settled by the one that shows first. No change is less than half a margin away.

    Parameters
    ----------
    low, high : float
        A two-sided interval of the change, symmetrical about its estimate, or nearly so.
    margin : float
        Above 0.
    n_outputs : int
    power, confidence : float
    """
    turns = [-margin / 2, 0.0, margin / 2]
    return _settling(
        low,
        high,
        lambda change: max(abs(change), margin - abs(change)),
        turns,
        n_outputs,
        power=power,
        confidence=confidence,
    )


def _settling(
    low: float,
    high: float,
    distance: Callable[[float], float],
    turns: Sequence[float],
    n_outputs: int,
    *,
    power: float,
    confidence: float,
) -> LabelsToSettle:
    """Return the numbers of the least and the largest distance, which lie at the ends of an interval or at a turn."""
    from scipy.special import ndtri

    half = (high - low) / 2
    if not half > 0:
        return LabelsToSettle(math.nan, math.nan, math.nan)
    z = float(ndtri((1 + confidence) / 2))
    shrunk = half * float(ndtri((1 + SURE_OF_NUMBER) / 2)) / z
    middle = (low + high) / 2
    ends = (middle - shrunk, middle + shrunk)
    distances = [distance(value) for value in (*ends, *(one for one in turns if ends[0] <= one <= ends[1]))]
    needed = n_outputs * (half * (1 + float(ndtri(power)) / z)) ** 2
    likely, high = (needed / one**2 if one > 0 else math.inf for one in (distance(middle), min(distances)))
    return LabelsToSettle(needed / max(distances) ** 2, likely, high)
