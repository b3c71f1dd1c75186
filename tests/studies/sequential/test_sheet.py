"""The sheet that is filled in, and read again."""

from __future__ import annotations

import csv
import io

import numpy as np

import trueness
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.data.texts.texts import TextRow, Texts
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


def test_what_is_to_be_labelled_stands_on_the_sheet():
    names, judge = tuple("abcdef"), np.array([[[0.0, 1, 0, 1, 0, 1]]])
    table = ScoreTable((Scorer("gpt"),), ("s",), names, judge, has_systems=True)
    drawn = trueness.sequential(table, next_outputs=4, rng=1).next
    asked = {name: f"Count, {name}." if name in "ace" else None for name in names}
    texts = Texts(tuple(TextRow("s", name, f"said {name}", source=asked[name]) for name in names))
    head, *lines = csv.reader(io.StringIO(sheet(drawn, table, "human", texts), newline=""))
    assert head == ["system", "input", "source", "output", "turn", "drawn_with", "human"]
    assert len(lines) == len(drawn) > 1
    assert all(line[2:4] == [asked[line[1]] or "", f"said {line[1]}"] for line in lines)
    nameless = ScoreTable((Scorer("gpt"),), ("(no system)",), names, judge, has_systems=False)
    drawn = trueness.sequential(nameless, next_outputs=4, rng=1).next
    bare = Texts(tuple(TextRow("?", name, f"said {name}") for name in names))
    head, *lines = csv.reader(io.StringIO(sheet(drawn, nameless, "human", bare), newline=""))
    assert head == ["input", "output", "turn", "drawn_with", "human"]
    assert all(line[1] == f"said {line[0]}" for line in lines)
