"""Which inputs stand together, and one family of tests."""

from __future__ import annotations

import numpy as np

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.disagreements.decided import inputs_alike, natural
from trueness.studies.disagreements.study import disagreements


def test_numbers_in_names_stand_in_their_order():
    assert sorted(["d10", "d2", "d1", "e"], key=natural) == ["d1", "d2", "d10", "e"]


def named(values, names, **groups):
    systems = tuple(f"s{k}" for k in range(len(values)))
    return ScoreTable((Scorer("human", "human"),), systems, names, values[None], input_groups=groups)


def test_inputs_of_one_document_are_alike_by_their_names_or_their_labels():
    rng = np.random.default_rng(4)
    gaps = np.repeat(rng.normal(size=(5, 12)), 5, axis=1) + 0.5 * rng.normal(size=(5, 60))
    order = rng.permutation(60)
    labels = tuple(f"d{k // 5}" for k in range(60))
    in_order, mixed = tuple(f"i{k}" for k in range(60)), tuple(f"i{k}" for k in order)
    assert inputs_alike(named(gaps, in_order), gaps) < 1e-6
    assert inputs_alike(named(gaps, mixed), gaps) > 0.01
    assert inputs_alike(named(gaps, mixed, document=labels), gaps) < 1e-6
    few = tuple(f"half{k // 30}" for k in range(60))  # two labels are no documents
    assert inputs_alike(named(gaps, mixed, half=few), gaps) == inputs_alike(named(gaps, mixed), gaps)


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
