"""Values at a level come with counts of what has none, under the same names."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.statistics.coefficient_facts import NAMES, coefficient_facts, coefficients_at
from trueness.statistics.engine.resample import Weights
from trueness.statistics.level_names import LEVELS
from trueness.statistics.level_values import LevelValues
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.score_arrays import ScoreArrays


@pytest.mark.parametrize(
    ("level", "labels"), [*((level, False) for level in LEVELS), ("input", True), ("global", True)]
)
def test_every_coefficient_has_both(level, labels):
    rng = np.random.default_rng(1)
    names = [name for name in coefficients_at(level, NAMES) if coefficient_facts(name).labels == labels]
    people = np.tile([0.0, 1], (6, 3)) if labels else rng.normal(size=(6, 6))
    if labels:
        people[::2] = 1 - people[::2]  # each input and each system has both
    arrays = ScoreArrays.of(rng.normal(size=(2, 6, 6)), people)
    found = level_correlations(arrays, arrays.group((0, 1)), Weights(np.ones((3, 6)), None), level, names)
    assert isinstance(found, LevelValues)
    assert set(found.values) == set(found.n_undefined) == set(names)
    for name in names:
        assert found.values[name].shape[1] == found.n_undefined[name].shape[1] == 2
        assert not found.n_undefined[name].any()


def test_it_is_frozen():
    found = LevelValues({}, {})
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.values = {}
