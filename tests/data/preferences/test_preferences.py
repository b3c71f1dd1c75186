"""A table of verdicts: what must not change between rows, joining, texts, and pairs made of scores."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.data.preferences.preferences import (
    BOTH_BAD,
    A,
    B,
    PairRow,
    Preferences,
    joined_preferences,
    leave_out_of_preferences,
    pair_rows,
    preferences_from_scores,
)
from trueness.data.scores.leave_out import Leaving
from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.errors import DataError, FormatError, UnknownNameError


def rows():
    return [
        PairRow(1, "q", "x", "y", "r", A, 1, text_a="one two", text_b="three", families=(("x", "fam"),)),
        PairRow(2, "q", "y", "x", "s", BOTH_BAD, text_a="three", text_b="one two"),
        PairRow(3, "p", "x", "z", "r", B, -1, role="human", groups=(("topic", "t"),)),
    ]


def test_names_are_numbered_as_they_come():
    table = Preferences.of(rows(), name="some")
    assert (table.systems, table.inputs, table.raters) == (("x", "y", "z"), ("q", "p"), ("r", "s"))
    assert table.roles == ("human", None)
    assert table.families == {"x": "fam"}
    assert table.groups == {"topic": ("", "t")}
    assert table.outputs == {("x", "q"): "one two", ("y", "q"): "three"}
    np.testing.assert_array_equal(table.words_a, [2, 1, np.nan])
    assert "3 verdicts of 2 raters" in repr(table)


def test_what_must_not_change_between_rows():
    for change, column in (
        ({"families": (("x", "other"),)}, "family"),
        ({"groups": (("topic", "u"),), "input": "p", "b": "z"}, "topic"),
        ({"role": "judge"}, "role"),
    ):
        with pytest.raises(FormatError, match=f"some, row 4, column '{column}'"):
            Preferences.of([*rows(), rows()[0]._replace(row=4, **change)], name="some")
    with pytest.raises(DataError, match="verdicts are missing"):
        Preferences.of([])


def test_an_output_with_several_texts_is_scored_by_nobody():
    table = Preferences.of([*rows(), rows()[0]._replace(text_a="another")])
    assert ("x", "q") not in table.outputs
    assert any("1 output with several texts" in note for note in table.notes)
    assert table.words_a[3] == 1
    texts = table.texts()
    assert [(row.system, row.input, row.output) for row in texts.rows] == [("y", "q", "three")]


def test_tables_are_joined_with_all_they_say():
    one, other = Preferences.of(rows()[:1], name="one"), Preferences.of(rows()[1:], name="other")
    both = joined_preferences([one, other])
    assert both.fingerprint == Preferences.of(rows()).fingerprint
    assert both.name == "one + other"
    differing = joined_preferences([one, Preferences.of([rows()[0]._replace(text_a="a b c d")])])
    np.testing.assert_array_equal(differing.words_a, [2, 4])


def test_fingerprints_tell_contents_apart():
    base = Preferences.of(rows()).fingerprint
    assert Preferences.of(reversed(rows())).fingerprint == base
    for changed in ({"verdict": B}, {"first": 0}, {"rater": "t"}, {"text_a": "two"}, {"families": ()}):
        assert Preferences.of([rows()[0]._replace(**changed), *rows()[1:]]).fingerprint != base, changed


def test_pairs_from_scores_follow_every_annotator():
    rng = np.random.default_rng(1)
    rated = rng.integers(1, 4, (2, 3, 4)).astype(float)
    rated[0, 1, 2] = np.nan
    table = ScoreTable(
        scorers=(
            Scorer("quality", "human", higher_is_better=True),
            Scorer("error", "metric", higher_is_better=False),
        ),
        systems=("a", "b", "c"),
        inputs=("p", "q", "r", "s"),
        values=np.stack([np.nanmean(rated, axis=0), rng.normal(size=(3, 4))]),
        annotations={"quality": Annotations(("ann", "bob"), rated)},
    )
    found = preferences_from_scores(table, human="quality", judges=["error"])
    assert found.raters == ("ann", "bob", "error")
    assert found.roles == ("human", "human", "judge")
    assert len(found) == 12 * 3 - 2
    for k in range(len(found)):
        j, one, other = (int(x[k]) for x in (found.input, found.a, found.b))
        name = found.raters[found.rater[k]]
        values = -table.matrix("error") if name == "error" else rated[("ann", "bob").index(name)]
        assert found.verdict[k] == np.sign(values[one, j] - values[other, j])
    assert len(set(zip(found.a.tolist(), found.b.tolist(), strict=True))) == len(
        list(itertools.combinations("abc", 2))
    )
    with pytest.raises(UnknownNameError):
        preferences_from_scores(table, human="qualty")
    with pytest.raises(DataError, match="say whose scores"):
        preferences_from_scores(table)


def test_voters_of_an_arena_are_people():
    rows = [PairRow(1, "q", "m", "n", "arena_user_12", A), PairRow(2, "q", "m", "n", "somebody", B)]
    assert Preferences.of(rows, name="votes").roles == ("human", None)


def test_systems_inputs_and_raters_are_left_out_of_verdicts():
    rows = [
        PairRow(1, "q", "m", "n", "ann", A, text_a="M", text_b="N", groups=(("topic", "t"),)),
        PairRow(2, "q", "n", "o", "bob", B),
        PairRow(3, "p", "n", "m", "bob", B, -1, role="human"),
        PairRow(4, "p", "o", "m", "ann", A),
    ]
    table = Preferences.of(rows, name="votes", notes=("read",))

    def left(**said):
        found = leave_out_of_preferences(table, Leaving.of(said.get("only"), said.get("without")))
        return found, [(row.input, row.a, row.b, row.rater) for row in pair_rows(found)]

    found, verdicts = left(without="o")
    assert verdicts == [("q", "m", "n", "ann"), ("p", "n", "m", "bob")]
    assert found.outputs == {("m", "q"): "M", ("n", "q"): "N"}
    assert (found.groups, found.roles) == ({"topic": ("t", "")}, (None, "human"))
    assert found.notes == ("read", "1 system left out as asked: 'o'")
    assert left(only="raters=bob", without="inputs=q")[1] == [("p", "n", "m", "bob")]
    assert left(without="annotators=b*")[1] == [("q", "m", "n", "ann"), ("p", "o", "m", "ann")]
    assert left()[0] is table
    with pytest.raises(UnknownNameError, match="no annotator is called 'carl'"):
        left(without="raters=carl")
    with pytest.raises(DataError, match="verdicts are missing"):
        left(without="inputs=q,raters=bob", only="n,m")
