"""Coefficients over pairs within inputs: worked examples and edges (weights: `test_pair_levels`)."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.engine.resample import Weights
from trueness.statistics.pairs.column_pair_levels import (
    InputAccuracy,
    PooledDifferences,
    RelativeRankings,
    centred,
    clear_preferences,
)
from trueness.statistics.score_arrays import ScoreArrays

ALL = Weights(None, None)


def test_published_example_of_ties():
    # Deutsch, Foster and Freitag 2023: human ties thrice; with epsilon 4 of six pairs four are right
    arrays = ScoreArrays.of([[0.0], [2], [6], [8]], [[1.0], [1], [1], [4]], tie_calibration="4")
    found = InputAccuracy.of(arrays, arrays.group((0,))).level_values(ALL).values
    assert found["acc_eq"][0, 0] == 4 / 6
    assert found["tau_eq"][0, 0] == pytest.approx(1 / 3)


def test_clear_preferences_include_the_threshold():
    human = np.array([[0.1, 5.0], [0.3, np.nan], [0.4, 4.0]])
    cells = ~np.isnan(human)
    # .3 - .1 is .2 in decimals, and .4 - .3 is not
    assert clear_preferences(human, cells, 0.2).tolist() == [[-1, 0], [-1, 1], [0, 0]]


def test_centring_keeps_constants_at_zero():
    x = np.array([[[0.1, 7.0], [0.1, 9.0], [0.1, np.nan]]])
    cells = ~np.isnan(x[0])
    found = centred(x, cells)[0]
    assert found[:, 0].tolist() == [0.0, 0.0, 0.0]
    assert found[:, 1].tolist() == [-1.0, 1.0, 0.0]


def test_large_offsets_do_not_matter():
    rng = np.random.default_rng(1)
    x, z = rng.normal(size=(5, 8)), rng.normal(size=(5, 8))
    plain, moved = (ScoreArrays.of(scores, z) for scores in (x, 3 * x + 1e6 * np.arange(8)))
    values = [PooledDifferences.of(a, a.group((0,))).level_values(ALL).values["pdp"] for a in (plain, moved)]
    assert values[0] == pytest.approx(values[1], abs=1e-8)


def test_nothing_clear_is_undefined():
    arrays = ScoreArrays.of([[1.0], [2]], [[1.0], [2]])
    found = RelativeRankings.of(arrays, arrays.group((0,)), 5.0, "darr:threshold=5").level_values(ALL)
    assert np.isnan(found.values["darr:threshold=5"]).all()
