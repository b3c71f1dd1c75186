"""Jackknife intervals of metrics against the plain function."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.errors import UnsupportedMethodError
from trueness.methods.correlations import Correlations
from trueness.methods.differences import Differences
from trueness.methods.jackknife_intervals import JACKKNIFE, PREDICTION
from trueness.statistics.jackknife.jackknife_interval import jackknife_interval
from trueness.statistics.score_arrays import ScoreArrays

KEYS = [("system", "pearson"), ("input", "kendall"), ("system", "gap_tau:high=0.3")]


@pytest.mark.parametrize(("method", "new_systems"), [(JACKKNIFE, None), (PREDICTION, 9)])
def test_limits_are_the_plain_ones(arrays, method, new_systems):
    given = Correlations(arrays, KEYS, confidence=0.9)
    found = method.limits(given, "both")
    for level, name in KEYS[:2]:
        (group,) = given.groups
        expected = jackknife_interval(
            arrays, group, (level,), (name,), confidence=0.9, new_systems=new_systems
        )
        assert found[level, name] == expected[level, name]
    assert np.isnan(found[KEYS[2]]).all()


def test_differences_have_none(arrays):
    assert JACKKNIFE.of_differences(Differences(arrays, [(0, 1)], KEYS), "both") == {}


def test_it_needs_four_systems():
    few = ScoreArrays.of(np.random.default_rng(1).normal(size=(2, 3, 5)), np.ones((3, 5)))
    with pytest.raises(UnsupportedMethodError, match="needs 4 of them or more; there are 3"):
        JACKKNIFE.check_units(few)
