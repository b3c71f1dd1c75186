"""What is named is left out, by name and pattern, with a note; a pattern that fits none is refused."""

from __future__ import annotations

import shlex

import numpy as np
import pytest

from trueness.data.scores.leave_out import (
    Leaving,
    leave_out,
    leave_out_of_each,
    names_matching,
    without_words,
)
from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.errors import ArgumentError, DataError, UnknownNameError

NAMES = ("refA", "ref.B", "Human-A.0", "a,b", "a[1]", "online-B", "inputs=x")


def table(names=NAMES):
    return ScoreTable((Scorer("m"),), names, ("1", "2"), np.zeros((1, len(names), 2)), name="t")


def judged():
    """Two systems, two inputs, a metric, and a human dimension of two annotators, one of whom rated half."""
    ratings = np.array([[[1.0, 2.0], [3.0, 4.0]], [[5.0, np.nan], [np.nan, 8.0]]])
    people = Annotations(("ann", "bob@lab"), ratings)
    values = np.stack([np.zeros((2, 2)), people.mean()])
    return ScoreTable(
        (Scorer("m"), Scorer("h", "human")),
        ("A", "B"),
        ("x1", "y1"),
        values,
        annotations={"h": people},
        name="t",
    )


def left(one, *, only=None, without=None):
    return leave_out(one, Leaving.of(only, without))


def test_names_and_patterns():
    assert names_matching("system", NAMES, ["ref*", "Human-?.0"]) == ("refA", "ref.B", "Human-A.0")
    assert names_matching("system", NAMES, ["{refA,online-*}"]) == ("refA", "online-B")
    assert names_matching("system", NAMES, ["a[1]"]) == ("a[1]",)
    with pytest.raises(UnknownNameError, match="Did you mean 'refA'"):
        names_matching("system", NAMES, ["refC"])


def test_the_rest_stays_and_a_note_says_what_went():
    found = left(table(), without="ref*")
    assert found.systems == NAMES[2:]
    assert found.notes == ("2 systems left out as asked: 'refA', 'ref.B'",)
    assert found.left_out == {"without": ("ref*",)}
    assert left(table(), without=[]).systems == NAMES
    with pytest.raises(DataError, match="nothing is left with --without"):
        left(table(), without="*")


def test_only_what_is_named_stays():
    found = left(table(), only="ref*,online-B", without="refA")
    assert found.systems == ("ref.B", "online-B")
    assert found.left_out == {"only": ("ref*", "online-B"), "without": ("refA",)}


def test_a_system_may_be_called_as_a_kind_is_written():
    assert left(table(), without="inputs=x").systems == NAMES[:-1]
    assert left(table(), without="inputs=2").inputs == ("1",)


@pytest.mark.parametrize("word", ["inputs=x*", "input=x1", " Inputs = x? "])
def test_inputs(word):
    found = left(judged(), without=word)
    assert found.inputs == ("y1",)
    assert found.annotations["h"].values.shape == (2, 2, 1)
    assert found.notes == ("1 input left out as asked: 'x1'",)


@pytest.mark.parametrize(
    "word", ["annotators=bob@lab", "annotators=h@bob@lab", "annotators=h@b*", "annotator=bob*"]
)
def test_the_human_score_is_the_mean_of_the_annotators_who_stay(word):
    found = left(judged(), without=word)
    assert found.annotations["h"].annotators == ("ann",)
    assert found.matrix("h").tolist() == [[1.0, 2.0], [3.0, 4.0]]
    rest = left(judged(), only=word)
    np.testing.assert_array_equal(rest.matrix("h"), [[5.0, np.nan], [np.nan, 8.0]])
    with pytest.raises(DataError, match=r"out every annotator of 'h'.*--without 'metrics=h'"):
        left(judged(), without="annotators=*")


def test_scorers():
    assert left(judged(), without="metrics=m").scorer_names == ("h",)
    assert left(judged(), only="metric=m").annotations == {}
    with pytest.raises(UnknownNameError, match="no scorer is called 'n'"):
        left(judged(), without="metrics=n")
    with pytest.raises(UnknownNameError, match="There is no annotator here"):
        left(table(), without="annotators=ann")


def test_of_several_tables_a_pattern_fits_one():
    first, second = leave_out_of_each([table(), judged()], Leaving.of(None, "refA,annotators=ann"))
    assert first.systems == NAMES[1:]
    assert second.annotations["h"].annotators == ("bob@lab",)
    assert first.left_out == second.left_out
    with pytest.raises(
        DataError, match=r"table 'two': nothing is left.*Leave it out: --without 'tables=NAME'"
    ):
        leave_out_of_each([table(), judged()], Leaving.of("ref*", None), ("one", "two"))


def test_what_is_no_pattern_is_refused():
    with pytest.raises(ArgumentError, match="`without` must be names or patterns; this is 3"):
        Leaving.of(None, [3])
    with pytest.raises(ArgumentError, match="`only` names tables, and one is read"):
        Leaving.of_one_table("tables=a", None)


@pytest.mark.parametrize("names", [[one] for one in NAMES] + [list(NAMES[:3])])
def test_the_option_that_is_said_leaves_them_out(names):
    flag, value = shlex.split(without_words(names))
    assert flag == "--without"
    assert set(NAMES) - set(left(table(), without=value).systems) == set(names)


def test_blanks_belong_to_a_name_but_for_those_beside_commas():
    assert Leaving.of(None, "A ").without == (("systems", "A "),)
    assert Leaving.of(None, "A, B").without == (("systems", "A"), ("systems", "B"))
