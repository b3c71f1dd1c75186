"""Where all units are alike: Wilson's limits of all among n, and a test that is one with the interval."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from trueness.statistics.alike_units import alike_units


def test_units_that_are_all_alike_leave_room_for_others():
    n, square = 25, stats.t.ppf(0.95, 24) ** 2
    found = alike_units(1.0, 0.0, 1.0, n, 0.9, null=0.5)
    assert (found.low, found.high) == pytest.approx((n / (n + square), 1.0))  # Wilson's of n among n
    assert found.pvalue == pytest.approx(2 * stats.t.sf(np.sqrt(n), 24))
    for null in (found.low, 0.2, 0.99):
        assert (alike_units(1.0, 0.0, 1.0, n, 0.9, null=null).pvalue < 0.1 - 1e-9) == (null < found.low)
    for null in (-0.5, 1.5):  # no share at all
        assert alike_units(1.0, 0.0, 1.0, n, 0.9, null=null).pvalue == 0
    assert alike_units(0.0, -1.0, 1.0, n, 0.9).pvalue == 1
    assert np.isnan(alike_units(0.0, -1.0, 1.0, 1, 0.9).low)
