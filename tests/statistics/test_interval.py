"""The pair of limits."""

from __future__ import annotations

from trueness.statistics.interval import Interval


def test_unpacks_as_low_then_high():
    interval = Interval(low=0.1, high=0.9)
    low, high = interval
    assert (low, high) == (interval.low, interval.high) == (0.1, 0.9)
