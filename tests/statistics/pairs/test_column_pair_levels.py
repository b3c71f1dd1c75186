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


def test_a_resample_of_inputs_whose_scores_differ_little_has_the_correlation_of_its_own():
    rng = np.random.default_rng(2)
    x, z = rng.normal(size=(2, 5, 2)) * [1.0, 1e-3]
    arrays, second = (ScoreArrays.of(one, other) for one, other in ((x, z), (x[:, 1:], z[:, 1:])))
    drawn = Weights(None, np.array([[0.0, 1.0]]))
    found = PooledDifferences.of(arrays, arrays.group((0,))).level_values(drawn).values["pdp"]
    i, k = np.triu_indices(5, 1)
    each = np.array([one[i, 1] - one[k, 1] for one in (x, z)])
    expected = np.sum(each[0] * each[1]) / np.sqrt(np.sum(each[0] ** 2) * np.sum(each[1] ** 2))
    assert found[0, 0] == pytest.approx(expected)
    alone = PooledDifferences.of(second, second.group((0,))).level_values(ALL).values["pdp"]
    assert alone[0, 0] == pytest.approx(expected)


def test_clear_pairs_that_the_metric_orders_as_people_do_less_the_others():
    # all three pairs are clear; the metric has the second and third the other way round
    arrays = ScoreArrays.of([[0.0], [2], [1]], [[0.0], [50], [100]])
    found = RelativeRankings.of(arrays, arrays.group((0,)), 25.0, "darr").level_values(ALL)
    assert found.values["darr"].tolist() == [[(2 - 1) / 3]]


def test_nothing_clear_is_undefined():
    arrays = ScoreArrays.of([[1.0], [2]], [[1.0], [2]])
    found = RelativeRankings.of(arrays, arrays.group((0,)), 5.0, "darr:threshold=5").level_values(ALL)
    assert np.isnan(found.values["darr:threshold=5"]).all()
