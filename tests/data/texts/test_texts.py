"""Texts: order, keys, human scores with annotators and documents."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer
from trueness.data.texts.texts import TextRow, Texts
from trueness.errors import DataError, DuplicateKeyError, UnknownNameError


def row(system, number, **more) -> TextRow:
    return TextRow(system, number, f"{system} wrote {number}", **more)


def test_names_come_in_the_order_of_their_first_row():
    texts = Texts((row("b", "2"), row("a", "2", human={"y": 1.0}), row("b", "1", human={"x": 2.0, "y": 3.0})))
    assert (texts.systems, texts.inputs, texts.dimensions, len(texts)) == (
        ("b", "a"),
        ("2", "1"),
        ("y", "x"),
        3,
    )


def test_two_rows_of_one_output_are_refused():
    with pytest.raises(DuplicateKeyError, match="mine: rows 1 and 3 are both for system 'a', input '1'"):
        Texts((row("a", "1"), row("a", "2"), row("a", "1")), name="mine")


def test_no_rows_are_refused():
    with pytest.raises(DataError, match="texts are missing"):
        Texts(())


def test_an_orientation_needs_its_dimension():
    with pytest.raises(UnknownNameError, match="Did you mean 'noise'"):
        Texts((row("a", "1", human={"noise": 1.0}),), lower_is_better=("nois",))


def test_without_judgements_there_are_no_human_scores():
    assert Texts((row("a", "1"),)).human_scores() is None


def test_human_scores_are_a_table_with_gaps():
    texts = Texts(
        (row("a", "1", human={"good": 1.0, "noise": 4.0}), row("b", "2", human={"good": 2.0}), row("b", "1")),
        lower_is_better=("noise",),
        name="mine",
        notes=("something was left out",),
    )
    table = texts.human_scores()
    assert table.scorers == (Scorer("good", "human"), Scorer("noise", "human", higher_is_better=False))
    np.testing.assert_array_equal(table.matrix("good"), [[1, math.nan], [math.nan, 2]])
    np.testing.assert_array_equal(table.matrix("noise"), [[4, math.nan], [math.nan, math.nan]])
    assert table.name == "mine"
    assert table.notes[0] == "something was left out"
    assert "2 of 4 outputs (2 systems x 2 inputs) have no score" in table.notes


def test_ratings_become_annotators():
    texts = Texts(
        (
            row("a", "1", ratings={"ann": {"good": 1.0}, "bob": {"good": 2.0, "fluent": 5.0}}),
            row("b", "1", ratings={"bob": {"good": 4.0}}),
        )
    )
    table = texts.human_scores()
    assert table.scorer_names == ("good", "fluent")
    np.testing.assert_array_equal(table.matrix("good"), [[1.5], [4]])
    assert table.annotations["good"].annotators == ("ann", "bob")
    np.testing.assert_array_equal(table.annotations["good"].values, [[[1], [math.nan]], [[2], [4]]])
    assert table.annotations["fluent"].annotators == ("bob",)


def test_a_number_beside_ratings_must_be_their_mean():
    ratings = {"ann": {"good": 1.0}, "bob": {"good": 2.0}}
    assert Texts((row("a", "1", human={"good": 1.5}, ratings=ratings),)).human_scores().matrix("good") == 1.5
    with pytest.raises(DataError, match=r"'good' is 2 for system 'a', input '1'.*mean.*1.5"):
        Texts((row("a", "1", human={"good": 2.0}, ratings=ratings),)).human_scores()


def test_documents_group_inputs():
    good = {"good": 1.0}
    rows = (
        row("a", "1", document="d", human=good),
        row("a", "2", document="e", human=good),
        row("b", "1", human=good),
    )
    assert Texts(rows).human_scores().input_groups == {"document": ("d", "e")}
    with pytest.raises(DataError, match="document"):
        Texts((*rows, row("b", "2", document="d", human=good))).human_scores()


def test_further_groups_count_and_old_fingerprints_stay():
    plain = Texts((row("a", "1"),))
    assert plain.fingerprint == "85a44ea57f67ac78eb5265efc2ebc21f267266e5c0dd3365f62afd936086def5"
    assert Texts((row("a", "1", groups={"lang": "de"}),)).fingerprint != plain.fingerprint
    table = Texts(
        tuple(row(s, i, groups={"lang": i, "lab": s}, human={"good": 1.0}) for s in "ab" for i in "12")
    )
    assert table.groups == ("lang", "lab")
    scores = table.human_scores()
    assert (scores.input_groups, scores.system_groups) == ({"lang": ("1", "2")}, {"lab": ("a", "b")})
    neither = Texts(
        tuple(row(s, i, groups={"lang": f"{s}{i}"}, human={"good": 1.0}) for s in "ab" for i in "12")
    ).human_scores()
    assert (neither.input_groups, neither.system_groups) == ({}, {})
    assert any(note.startswith("left out: 'lang' is no grouping column") for note in neither.notes)


def test_scores_keep_their_facts_and_cells():
    texts = Texts((row("a", "1", human={"good": 1.0}), row("b", "1")), name="mine")
    table = texts.with_scores({Scorer("m", "metric", higher_is_better=False): [3.0, math.nan]})
    assert table.scorers == (Scorer("good", "human"), Scorer("m", "metric", higher_is_better=False))
    np.testing.assert_array_equal(table.matrix("m"), [[3], [math.nan]])


def test_scores_that_do_not_fit_are_refused():
    texts = Texts((row("a", "1", human={"good": 1.0}), row("b", "1")))
    with pytest.raises(DataError, match=r"'m' have shape \(1,\); it must be \(2,\)"):
        texts.with_scores({Scorer("m"): [3.0]})
    for taken in ("good", "system"):
        with pytest.raises(DataError, match=f"(than|called) '{taken}', "):
            texts.with_scores({Scorer(taken): [3.0, 4.0]})
    with pytest.raises(DataError, match="human dimensions and scores"):
        Texts((row("a", "1"),)).with_scores({})


def test_statistics_land_in_their_cells():
    texts = Texts((row("b", "2"), row("a", "1"), row("a", "2")))
    table = texts.with_scores({Scorer("m"): [1, 2, 3]}, {"m": ("percentage", [[1, 2], [3, 4], [5, 6]])})
    gone = [math.nan, math.nan]
    assert (table.systems, table.inputs) == (("b", "a"), ("2", "1"))
    np.testing.assert_array_equal(table.corpus["m"].values, [[[1, 2], gone], [[5, 6], [3, 4]]])
    assert table.corpus["m"].formula == "percentage"


def test_statistics_that_do_not_fit_are_refused():
    texts = Texts((row("a", "1"), row("b", "1")))
    scores = {Scorer("m"): [1, 2]}
    with pytest.raises(DataError, match=r"statistics of 'm' have shape \(1, 2\); it must be \(2, s\)"):
        texts.with_scores(scores, {"m": ("percentage", [[1, 2]])})
    with pytest.raises(UnknownNameError, match="corpus formula"):
        texts.with_scores(scores, {"m": ("share", [[1, 2], [3, 4]])})
    with pytest.raises(UnknownNameError, match="'n'"):
        texts.with_scores(scores, {"n": ("percentage", [[1, 2], [3, 4]])})


def test_the_fingerprint_is_that_of_what_was_written():
    rows = (TextRow("a", "x", "one"), TextRow("b", "x", "two", references=("r",)))
    found = Texts(rows, name="these").fingerprint
    assert len(found) == 64
    assert Texts(rows[::-1], name="others", notes=("a note",)).fingerprint == found
    others = [
        dataclasses.replace(rows[0], output="One"),
        dataclasses.replace(rows[0], references=("r",)),
        dataclasses.replace(rows[0], human={"relevance": 1.0}),
    ]
    assert len({found, *(Texts((row, rows[1])).fingerprint for row in others)}) == 4
