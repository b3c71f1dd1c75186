"""What a look at a table shows."""

from __future__ import annotations

import numpy as np

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
