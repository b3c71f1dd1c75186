"""Which outputs are furthest apart: worked by hand, of all systems and of one, among an input and among all."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.data.texts.texts import TextRow, Texts
from trueness.errors import DataError
from trueness.studies.disagreements.outputs_apart import OutputsApart, outputs_written

HUMAN = [[4.0, 1.0], [3.0, 2.0], [2.0, 3.0]]
TURNED = [[2.0, 1.0], [3.0, 2.0], [4.0, 3.0]]  # the first input the other way round
ERRORS = [[1.0, 3.0], [2.0, 2.0], [3.0, 1.0]]  # less is better, in people's order


@pytest.fixture
def table():
    scorers = (Scorer("human", "human"), Scorer("turned"), Scorer("errors", None, False))
    return ScoreTable(scorers, ("a", "b", "c"), ("x", "y"), np.array([HUMAN, TURNED, ERRORS]))


def listed(rows):
    return [(row.system, row.input, row.gap) for row in rows]


def test_outputs_of_all_systems_and_of_one(table):
    apart = OutputsApart(table, "human", {("a", "x"): "what a wrote"}, "input")
    rows = list(apart.from_people("turned", 5))
    assert listed(rows) == [("a", "x", -1), ("c", "x", 1)]  # those at the same place are not listed
    assert (rows[0].output, rows[1].output) == ("what a wrote", "")
    assert listed(apart.from_people("turned", 5, "c")) == [("c", "x", 1)]
    assert listed(apart.from_people("turned", 5, "b")) == []
    assert listed(apart.from_people("errors", 5)) == []  # turned round as declared
    assert len(list(apart.from_people("turned", 1))) == 1


def test_between_two_metrics_people_say_who_is_nearer(table):
    apart = OutputsApart(table, "human", {}, "input")
    rows = list(apart.between("turned", "errors", 5))
    assert listed(rows) == [("a", "x", -1), ("c", "x", 1)]
    assert {row.nearer for row in rows} == {"errors"}


def test_among_all_outputs(table):
    apart = OutputsApart(table, "human", {}, "all")
    # places by people: a-x 1, b-x and c-y 2.5, c-x and b-y 4.5, a-y 6; by the metric a-x and c-x are exchanged
    assert listed(apart.from_people("turned", 5)) == [("a", "x", -0.7), ("c", "x", 0.7)]
    assert listed(apart.from_people("turned", 5, "c")) == [("c", "x", 0.7)]


def test_texts_of_other_outputs_are_refused(table):
    assert outputs_written(None, table) == {}
    assert outputs_written(Texts((TextRow("a", "x", "t"),)), table) == {("a", "x"): "t"}
    with pytest.raises(DataError, match="the same names"):
        outputs_written(Texts((TextRow("a", "z", "t"),)), table)
