"""Where systems stand: scores, clusters, who beats whom."""

from __future__ import annotations

import math

import numpy as np

from trueness.statistics.systems.system_pairs import SystemPairs
from trueness.studies.systems.system_settings import SystemSettings
from trueness.studies.systems.system_standing import system_standing
from trueness.studies.systems.system_tests import system_tests

NAN = np.nan
NAMES = ("low", "high", "higher", "none")


def standing(scores, people=(), **settings):
    pairs = SystemPairs.of(scores)
    tests = system_tests("x", NAMES, pairs, SystemSettings(test="t", **settings))
    return {row.system: row for row in system_standing("x", NAMES, people, pairs, tests, 0.05)}


def scores():
    rng = np.random.default_rng(1)
    given = rng.normal(size=(4, 30)) + np.array([[0], [3], [3.1], [0]])
    given[3] = NAN
    return given


def test_two_on_top_one_below_one_without_scores():
    found = standing(scores(), people=("high",))
    assert [row.cluster for row in found.values()] == [2, 1, 1, None]
    assert [row.not_outperformed for row in found.values()] == [False, True, True, False]
    assert [(row.n_beaten, row.n_beaten_by) for row in found.values()] == [(0, 2), (1, 0), (1, 0), (0, 0)]
    assert [row.person for row in found.values()] == [False, True, False, False]
    assert found["high"].estimate == np.mean(scores()[1])
    assert [row.n_inputs for row in found.values()] == [30, 30, 30, 0]
    assert math.isnan(found["none"].estimate)


def test_one_sided_tests_say_the_same():
    two, one = standing(scores()), standing(scores(), alternative="less", alpha=0.025)
    for name in NAMES[:3]:
        assert two[name] == one[name]


def test_a_score_is_of_all_inputs_of_a_system():
    given = scores()
    given[0, :10] = NAN
    found = standing(given)
    assert found["high"].estimate == np.mean(given[1])
    assert found["low"].n_inputs == 20
