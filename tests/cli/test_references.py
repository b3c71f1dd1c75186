"""`trueness compare --references`: the same numbers as the function, the page and its repetition, refusals."""

from __future__ import annotations

import json

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.data.texts.texts import TextRow, Texts
from trueness.data.writing.write import write_scores
from trueness.data.writing.write_texts import write_texts
from trueness.studies.references.study import references

FAST = ("--human", "relevance", "--resamples", "9", "--over", "inputs", "--seed", "1")


def test_numbers_page_and_repetition(run, tmp_path):
    words = ("a b c d", "a c e g", "b d f h", "a e f h", "c d g h")
    texts = Texts(
        tuple(
            TextRow(f"s{i}", f"d{j}", words[(i * 2 + j) % 5], words[j : j + 2])
            for i in range(5)
            for j in range(4)
        )
    )
    values = np.random.default_rng(0).normal(size=(1, 5, 4))
    table = ScoreTable(
        (Scorer("relevance", "human"),),
        tuple(f"s{i}" for i in range(5)),
        tuple(f"d{j}" for j in range(4)),
        values,
    )
    write_scores(table, tmp_path / "people.csv")
    write_texts(texts, tmp_path / "texts.jsonl")
    done = run(
        *(
            "compare",
            "--references",
            "people.csv",
            "--texts",
            "texts.jsonl",
            *FAST,
            "--json",
            "--out",
            "p.html",
        ),
        *("--figures", "drawn"),
    )
    assert (done.status, done.complaints) == (0, [])
    assert [path.name for path in (tmp_path / "drawn").iterdir()] == ["references-1-kendall-global.svg"]
    (row,) = json.loads(done.out)
    wanted = references(table, texts=texts, over="inputs", resamples=9, rng=1).widening[0]
    assert row["widening"] == pytest.approx(wanted.widening)
    status, out, _ = run("rerun", "p.html")
    assert status == 0
    assert "all equal" in out


def test_texts_have_to_be_named(run, scores):
    status, _, err = run("compare", "--references", scores, *FAST)
    assert (status, "name their file (--texts)" in err) == (2, True)
