"""How many pairs of scores tie."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics import tie_share as module
from trueness.statistics.tie_share import tie_share

NAN = float("nan")


def test_by_counting():
    values = np.array([[1.0, 5.0], [1.0, NAN], [2.0, 5.0], [1.0, 6.0]])
    assert tie_share(values) == (3 + 1) / (6 + 3)
    assert np.isnan(tie_share(values[:1]))


@pytest.mark.parametrize("together", [1, 7, 30])
def test_it_is_the_same_for_any_number_of_columns_at_a_time(monkeypatch, together):
    values = np.random.default_rng(2).integers(0, 4, (6, 20)) * np.ones(1)
    values[values == 3] = NAN
    whole = tie_share(values)
    monkeypatch.setattr(module, "BLOCK", together)
    assert tie_share(values) == whole
