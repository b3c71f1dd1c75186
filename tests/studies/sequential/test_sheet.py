"""The sheet that is filled in, and read again."""

from __future__ import annotations

import csv
import io

import numpy as np

import trueness
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.sequential.sheet import sheet


def test_names_come_back_as_they_are():
    names = ('a,"b"', "=1+1", "line\rbreak", "plain")
    judge = np.array([[[0.0, 1, 1, 0]]])
    table = ScoreTable((Scorer("gpt"),), ("s",), names, judge, has_systems=True)
    found = trueness.sequential(table, next_outputs=2, rng=1)
    text = sheet(found.next, table, "human")
    head, *rows = csv.reader(io.StringIO(text, newline=""))
    assert head == ["system", "input", "turn", "drawn_with", "human"]
    assert [tuple(row) for row in rows] == [
        ("s", one.input, str(one.turn), repr(one.drawn_with), "") for one in found.next
    ]
    plain = ScoreTable((Scorer("gpt"),), ("(no system)",), names, judge, has_systems=False)
    assert sheet([], plain, "quality") == "input,turn,drawn_with,quality\n"
