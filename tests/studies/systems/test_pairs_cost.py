"""Pairs of very many systems are refused at once, those of many announced, few are not spoken of."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import ArgumentError
from trueness.parallel.progress import listening
from trueness.statistics.systems.system_pairs import SystemPairs
from trueness.studies.systems.pairs_cost import only_highest, pairs_cost
from trueness.studies.systems.settings import SystemSettings
from trueness.studies.systems.study import systems


def table(n_systems, n_inputs=20):
    scores = np.random.default_rng(0).normal(size=(1, n_systems, n_inputs))
    names = (tuple(f"{kind}{k}" for k in range(size)) for kind, size in (("s", n_systems), ("i", n_inputs)))
    return ScoreTable((Scorer("people", "human"),), *names, scores)


def cost(n_systems, n_inputs=20, scorers=1, **given):
    pairs = SystemPairs.of(np.random.default_rng(0).normal(size=(n_systems, n_inputs)))
    return pairs_cost([pairs] * scorers, SystemSettings.of(rng=1, **given))


def test_of_very_many_systems_only_pairs_with_the_highest_are_tested():
    settings = SystemSettings.of(rng=1)
    assert only_highest(5_000, 2, settings, by_formula=True)
    assert not only_highest(1_000, 1, settings, by_formula=True)
    assert only_highest(800, 1, SystemSettings.of(rng=1, alternative="greater"), by_formula=True)


def test_more_than_are_kept_are_refused_with_a_way_out():
    with pytest.raises(
        ArgumentError, match=r"5,000 systems are 12,497,500 pairs.*149,970,000 tests by 12 scorers.*--without"
    ):
        only_highest(5_000, 12, SystemSettings.of(rng=1), by_formula=True)
    with pytest.raises(ArgumentError, match="more than the 500,000"):
        systems(table(1_100), rng=1, test="bootstrap", resamples=99)


def test_little_is_not_said_and_much_is():
    assert not cost(100).said
    assert "249,500 tests of pairs of systems by 2 scorers" in cost(500, scorers=2, resamples=999_999).said
    assert cost(1_000).held > 2**29


def test_more_of_anything_costs_more():
    assert cost(200, test="t").seconds > 3 * cost(100, test="t").seconds
    assert cost(100, scorers=3).seconds == pytest.approx(3 * cost(100).seconds)
    assert cost(100, resamples=3_999).seconds > cost(100, test="t").seconds
    # the larger one is counted in compiled code
    assert cost(150).seconds < cost(90).seconds * 1.5


def test_the_study_says_so_before_it_starts():
    heard: list[str] = []
    with listening(heard.append):
        systems(table(4), rng=1, memory=1_000)
    assert heard[0].startswith("6 tests of pairs of systems by 1 scorer: roughly")
