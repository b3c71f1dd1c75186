"""The n of a closed form at each level."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.level_units import CellCounts, level_units
from trueness.statistics.score_arrays import ScoreArrays

COUNTS = {"system": 3, "input": 3, "global": 9, "per_system": 4}


@pytest.mark.parametrize(("level", "units"), COUNTS.items())
def test_what_both_scorers_have_is_counted(level, units):
    human = np.arange(20.0).reshape(4, 5)
    human[:, 4] = np.nan  # an input that nobody judged
    metric = human.copy()
    metric[3] = np.nan  # a system without a score
    metric[0, 1:4] = np.nan
    (group,) = ScoreArrays.of(metric, human).single_groups()
    assert CellCounts.of(group) == (3, 4, 9)
    assert level_units(level, CellCounts.of(group)) == units


def test_an_unknown_level_is_refused():
    with pytest.raises(ArgumentError, match="level"):
        level_units("summary", CellCounts(1, 1, 1))
