"""One family of tests."""

from __future__ import annotations

import numpy as np

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.disagreements.study import disagreements


def test_each_metric_is_asked_and_the_nearest_once():
    rng = np.random.default_rng(4)
    human = rng.normal(size=(5, 30))
    scores = np.stack([human, human + rng.normal(size=human.shape), rng.normal(size=human.shape)])
    scorers = (Scorer("human", "human"), Scorer("near"), Scorer("noise"))
    table = ScoreTable(scorers, tuple("abcde"), tuple(f"i{k}" for k in range(30)), scores)
    found = disagreements(table).decisions
    assert [(one.rule, one.about) for one in found] == [
        ("may_be_best", ""),
        ("nearer_than_chance", "near"),
        ("nearer_than_chance", "noise"),
        ("system_elsewhere", "near"),
        ("system_elsewhere", "noise"),
    ]
    assert [one.answer for one in found[:3]] == ["yes", "yes", "cannot_tell"]
    assert found[0].names == ("near",)
