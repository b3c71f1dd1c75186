"""People against machines, scorer by scorer."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.systems.human_machine_separation import human_machine_separation
from trueness.statistics.systems.system_pairs import SystemPairs
from trueness.studies.systems.people_separation import people_separation
from trueness.studies.systems.system_settings import SystemSettings
from trueness.studies.systems.system_tests import system_tests

NAMES = ("a", "b", "c", "d")
SETTINGS = SystemSettings(resamples=499, seed=2, correction="bonferroni")


def given():
    rng = np.random.default_rng(2)
    scores = rng.normal(size=(2, 4, 25))
    scores[0, 1] += 5  # by the first scorer the person is far better
    scores[0, 3] += 9  # and one machine better still
    return {name: SystemPairs.of(values) for name, values in zip(("good", "noise"), scores, strict=True)}


def test_rows_and_their_correction():
    pairs = given()
    tests = {name: system_tests(name, NAMES, values, SETTINGS) for name, values in pairs.items()}
    good, noise = people_separation(NAMES, ("b",), pairs, tests, SETTINGS)
    alone = human_machine_separation(
        pairs["good"], [False, True, False, False], resamples=499, rng=2, confidence=0.95
    )
    assert (good.auc, good.low, good.pvalue) == (alone.auc, alone.low, alone.pvalue)
    assert good.pvalue_adjusted == pytest.approx(min(1, 2 * good.pvalue))
    assert noise.pvalue_adjusted == pytest.approx(min(1, 2 * noise.pvalue))
    # of three pairs with the person two are won and one is lost
    assert (good.n_pairs, good.n_people_better, good.n_machine_better) == (3, 2, 1)
    assert (noise.n_pairs, noise.n_people_better, noise.n_machine_better) == (3, 0, 0)
    assert good.auc_systems == pytest.approx(2 / 3)


def test_nobody_is_people():
    assert people_separation(NAMES, (), given(), {}, SETTINGS) == ()
