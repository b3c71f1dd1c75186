"""The exact interval of a proportion is SciPy's."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from trueness.statistics.proportion_interval import proportion_interval


@pytest.mark.parametrize(("count", "of"), [(0, 10), (3, 10), (10, 10), (97, 2000)])
def test_proportion_interval(count, of):
    expected = stats.binomtest(count, of).proportion_ci(0.95, method="exact")
    assert proportion_interval(count, of) == pytest.approx((expected.low, expected.high))
    assert np.isnan(proportion_interval(0, 0)[0])
