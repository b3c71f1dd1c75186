"""What a look at a table shows."""

from __future__ import annotations

import numpy as np
import polars as pl

from trueness.data.reading.read import read_scores
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.data.scores.table_notes import table_notes

NAN = np.nan


def test_names_without_scores_are_noted():
    table = ScoreTable(
        (Scorer("x"), Scorer("y")),
        ("a", "b"),
        ("1", "2"),
        np.array([[[1, NAN], [NAN, NAN]], np.full((2, 2), NAN)]),
    )
    assert table_notes(table) == [
        "1 scorer without any score: 'y'",
        "1 system without any score: 'b'",
        "1 input without any score: '2'",
    ]


def test_a_whole_table_has_no_notes():
    assert table_notes(ScoreTable((Scorer("x"),), ("a", "b"), ("1",), np.ones((1, 2, 1)))) == []


def of_rows(*rows):
    return pl.DataFrame(rows, schema=["system", "input", "x"], orient="row")


GAP = "{} of {} outputs ({} systems x {} inputs) have no score"


def test_outputs_without_scores_are_counted_beside_names_without_any():
    table = ScoreTable((Scorer("x"),), ("a", "b"), ("1", "2", "3"), np.array([[[1, NAN, NAN], [1, 1, NAN]]]))
    assert table_notes(table) == [GAP.format(1, 6, 2, 3), "1 input without any score: '3'"]


def test_what_is_said_is_about_what_is_left():
    rows = of_rows(
        ("a", "1", 1), ("A ", "2", 2), ("b", "1", 1), ("b", "2", 1), ("c", "1", 3), ("d", "3", None)
    )
    whole = read_scores(rows)
    assert GAP.format(3, 15, 5, 3) in whole.notes
    assert "1 system without any score: 'd'" in whole.notes
    part = read_scores(rows, without="d,inputs=3")
    assert [note for note in part.notes if "score" in note] == [GAP.format(3, 8, 4, 2)]
    joined = read_scores(rows, without="d,inputs=3", join="alike")
    assert [note for note in joined.notes if "no score" in note] == [GAP.format(1, 6, 3, 2)]


def test_of_joined_files_it_is_said_once():
    one, two = of_rows(("a", "1", 1), ("b", "2", 1)), of_rows(("a", "2", 1), ("b", "1", 1)).rename({"x": "y"})
    merged = read_scores(one, two)
    assert not [note for note in merged.notes if "no score" in note]
