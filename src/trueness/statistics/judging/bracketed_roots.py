"""Roots of many functions at once, each kept between two ends; rows that are done are asked nothing more."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from trueness.statistics.array_types import FloatArray, IntArray

STEPS = 100
"""What has not come to an end by then is given as it is."""

NARROW = 1e-15
"""A bracket that is narrower than this, as a part of its ends, is a root."""


def illinois_roots(
    function: Callable[[FloatArray, IntArray], FloatArray], low: FloatArray, high: FloatArray, within: float
) -> FloatArray:
    """Return where functions change sign, by the Illinois method with a halving now and then.

    Parameters
    ----------
    function : callable
        Takes places, shape (R,), and the rows they are of, and returns the values there.
    low, high : arrays of shape (B,)
        Values there are of different signs.
    within : float
        A place with a value of this size is a root. So is one whose value is NaN.
    """
    rows: IntArray = np.arange(len(low))
    at_low, at_high = function(low, rows), function(high, rows)
    side, found = np.zeros(low.shape), low.copy()
    for k in range(STEPS):
        with np.errstate(invalid="ignore", divide="ignore"):
            middle = high - at_high * (high - low) / (at_high - at_low)
        middle = np.where((middle > low) & (middle < high) & (k % 4 != 3), middle, (low + high) / 2)
        at = function(middle, rows)
        below = np.sign(at) == np.sign(at_low)
        at_high = np.where(below & (side > 0), at_high / 2, at_high)
        at_low = np.where(~below & (side < 0), at_low / 2, at_low)
        low, at_low = np.where(below, middle, low), np.where(below, at, at_low)
        high, at_high = np.where(below, high, middle), np.where(below, at_high, at)
        side = np.where(below, 1.0, -1.0)
        found[rows] = middle
        more = (np.abs(at) > within) & (high - low > NARROW * np.abs(low))
        if not more.all():
            low, high, at_low, at_high, side = (one[more] for one in (low, high, at_low, at_high, side))
            rows = rows[more]
            if not rows.size:
                break
    return found


def newton_roots(
    function: Callable[[FloatArray, IntArray], tuple[FloatArray, FloatArray]],
    ends: tuple[FloatArray, FloatArray],
    start: FloatArray,
    within: float,
) -> FloatArray:
    """Return where falling functions are 0, by Newton's method.

    The bracket is halved where a step would lead out of it, or the one before has not halved the value.

    Parameters
    ----------
    function : callable
        Takes places, shape (R,), and the rows they are of, and returns the values there and the places to go to next:
        Newton's, on whatever scale the function is nearly straight.
    ends : two arrays of shape (B,)
        The values are at least 0 at the lower end, and at most 0 at the higher one.
    start : array of shape (B,)
    within : float
        A place with a value of this size is a root. So is one whose value is NaN.
    """
    rows: IntArray = np.arange(len(start))
    found, place, before = start.copy(), start, np.full(start.shape, np.inf)
    low, high = ends
    for _ in range(STEPS):
        at, step = function(place, rows)
        found[rows] = place
        low, high = np.where(at > 0, place, low), np.where(at > 0, high, place)
        more = (np.abs(at) > within) & (high - low > NARROW * np.abs(place))
        good = (step > low) & (step < high) & (np.abs(at) <= before / 2)
        place, before = np.where(good, step, (low + high) / 2), np.abs(at)
        if not more.all():
            low, high, place, before = (one[more] for one in (low, high, place, before))
            rows = rows[more]
            if not rows.size:
                break
    return found
