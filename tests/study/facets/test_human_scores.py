"""Human scores as facets: one table, a human scorer after another."""

from __future__ import annotations

import numpy as np

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.study.facets.human_scores import HumanScores


def test_every_human_score_is_a_facet_of_the_same_table():
    table = ScoreTable((Scorer("a"), Scorer("b"), Scorer("m")), ("s",), ("d", "e"), np.ones((3, 1, 2)))
    found = HumanScores().facets(table, ["b", "a"], 10)
    assert [(name, one.human) for name, one in found.each.items()] == [("b", "b"), ("a", "a")]
    assert all(one.table is table for one in found.each.values())
    assert not found.small


def test_they_are_meant_where_nothing_is_named():
    table = ScoreTable((Scorer("a"),), ("s",), ("d",), np.ones((1, 1, 1)))
    assert HumanScores.asked("", table) == HumanScores()
    assert HumanScores.asked("language", table) is None
