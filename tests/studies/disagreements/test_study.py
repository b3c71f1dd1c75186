"""The outputs that are listed, worked by hand; what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.data.texts.texts import TextRow, Texts
from trueness.errors import ArgumentError, DataError, UnknownNameError
from trueness.studies.disagreements.study import disagreements

HUMAN = np.array([[4.0, 4], [3, 3], [2, 2], [1, np.nan]])
LIKE = np.array([[0.4, 0.4], [0.3, 0.1], [0.2, 0.2], [0.1, 0.9]])
UNLIKE = -np.array([[40.0, 40], [30, 30], [20, 20], [10, 10]])


@pytest.fixture
def table():
    scorers = (Scorer("human", "human"), Scorer("like"), Scorer("unlike"))
    return ScoreTable(
        scorers,
        ("a", "b", "c", "d"),
        ("x", "y"),
        np.stack([HUMAN, LIKE, UNLIKE]),
        input_groups={"document": ("one", "one")},
    )


def test_the_outputs_furthest_apart_come_first(table):
    found = disagreements(table, metrics=["unlike"], listed=4)
    first = found.outputs[0]
    assert {(row.system, row.input) for row in found.outputs} == {
        ("a", "x"),
        ("d", "x"),
        ("a", "y"),
        ("c", "y"),
    }
    # of equally distant ones, those among more outputs
    assert [row.n_placed for row in found.outputs] == [4, 4, 3, 3]
    assert (first.place_human, first.place_metric, first.gap) == (1, 4, -1)
    assert (first.score_human, first.score) == (4, -40)


def test_distances_by_hand(table):
    like, unlike = disagreements(table).distances
    # input x in order; input y: places 1, 3, 2 in place of 1, 2, 3
    assert like.estimate == pytest.approx((0 + (0 + 1 + 1) / 3 / 2) / 2)
    assert unlike.estimate == pytest.approx(((3 + 1 + 1 + 3) / 4 / 3 + (2 + 0 + 2) / 3 / 2) / 2)
    assert like.chance == pytest.approx(np.mean([5 / 12, 4 / 9]))
    assert (like.n_inputs, like.n_outputs) == (2, 7)


def test_where_two_metrics_differ_people_say_who_is_nearer(table):
    found = disagreements(table, listed=1)
    (row,) = found.between
    assert (row.metric, row.rival, row.system, row.input) == ("like", "unlike", "a", "x")
    assert (row.place_metric, row.place_rival, row.place_human, row.gap, row.nearer) == (1, 4, 1, 1, "like")
    assert {row.rival for row in disagreements(table, baseline="like", metrics=["unlike"]).between} == {
        "like"
    }


def test_systems_and_inputs(table):
    found = disagreements(table, metrics=["unlike"])
    moved = {row.system: row.estimate for row in found.systems}
    assert moved == {"d": 1, "c": pytest.approx((1 / 3 + 1) / 2), "b": pytest.approx(-1 / 6), "a": -1}
    assert [row.system for row in found.systems] == ["d", "c", "b", "a"]
    assert [(row.input, row.estimate) for row in found.inputs] == [
        ("x", pytest.approx(2 / 3)),
        ("y", pytest.approx(2 / 3)),
    ]


def test_lower_is_better_is_turned_round(table):
    turned = table.with_orientation(lower_is_better=["unlike"])
    assert disagreements(turned, metrics=["unlike"]).distances[0].estimate == 0
    assert disagreements(turned, metrics=["unlike"]).outputs == ()


def test_all_outputs_in_one_order(table):
    found = disagreements(table, metrics=["like"], among="all")
    assert found.settings.among == "all"
    assert found.outputs[0].n_placed == 7
    assert (found.systems, found.inputs) == ((), ())
    assert np.isnan(found.distances[0].low)


def test_items_without_systems_are_placed_among_all():
    rng = np.random.default_rng(0)
    table = ScoreTable(
        (Scorer("human", "human"), Scorer("m")),
        ("(no system)",),
        tuple(f"d{k}" for k in range(9)),
        rng.normal(size=(2, 1, 9)),
        has_systems=False,
    )
    found = disagreements(table)
    assert found.settings.among == "all"
    assert "input 'd" in found.conclusions[1]
    with pytest.raises(DataError, match=r"placed among all \(--among"):
        disagreements(table, among="input")


def test_texts_stand_beside_their_outputs(table):
    texts = Texts(tuple(TextRow(s, i, f"{s} on {i}") for s in "abcd" for i in "xy"))
    found = disagreements(table, texts=texts, metrics=["unlike"], listed=1)
    assert found.outputs[0].output == f"{found.outputs[0].system} on x"
    assert not [caution for caution in found.cautions if caution.code == "no_texts"]
    assert [caution.code for caution in disagreements(table).cautions] == [
        "few_inputs",
        "no_texts",
        "independent_inputs",
    ]
    with pytest.raises(DataError, match="must have the same names"):
        disagreements(table, texts=Texts((TextRow("other", "x", "a"),)))


def test_clusters_are_the_units(table):
    found = disagreements(table, metrics=["like"], clusters="document")
    assert np.isnan(found.distances[0].low)
    assert "clusters:document" in str(found.signature)


def test_what_is_refused(table):
    with pytest.raises(UnknownNameError, match="nothing"):
        disagreements(table, baseline="nothing")
    with pytest.raises(ArgumentError, match="must be a metric"):
        disagreements(table, baseline="human")
    with pytest.raises(UnknownNameError, match="page"):
        disagreements(table, clusters="page")
    with pytest.raises(ArgumentError, match="listed"):
        disagreements(table, listed=0)
    alone = np.stack([HUMAN, np.where(np.isnan(HUMAN), 1.0, np.nan), LIKE])
    silent = ScoreTable(table.scorers, table.systems, table.inputs, alone)
    with pytest.raises(DataError, match="lacks a score for every output that 'human' judged"):
        disagreements(silent, metrics=[table.scorer_names[1]])


def test_a_metric_that_scored_nothing_is_left_out_and_said(table):
    alone = np.stack([HUMAN, np.where(np.isnan(HUMAN), 1.0, np.nan), LIKE])
    found = disagreements(ScoreTable(table.scorers, table.systems, table.inputs, alone))
    assert {row.metric for row in found.distances} == {table.scorer_names[2]}
    note = f"left out, without a score for any output that 'human' judged: '{table.scorer_names[1]}'"
    assert note in [caution.message for caution in found.cautions]
