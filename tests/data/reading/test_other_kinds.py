"""What holds no scores is told by what it holds, and by nothing that holds scores."""

from __future__ import annotations

import json

import polars as pl
import pytest

from trueness.data.reading.other_kinds import pairs_in, telling_other_kinds, texts_in
from trueness.data.reading.read import read_scores
from trueness.errors import FormatError

TEXTS = [{"system": s, "input": i, "summary": f"{s} {i}", "ref": "a text"} for s in "ab" for i in "12"]
SCORES = [{"system": s, "input": i, "human": 1, "bleu": 0.5} for s in "ab" for i in "12"]
PAIRS = [{"input": i, "a": "x", "b": "y", "verdict": "A"} for i in "12"]


@pytest.fixture
def written(tmp_path):
    def write(rows, name="file.jsonl"):
        path = tmp_path / name
        if name.endswith("jsonl"):
            path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        else:
            pl.DataFrame(rows).write_parquet(path)
        return str(path)

    return write


@pytest.mark.parametrize("name", ["file.jsonl", "file.parquet"])
def test_texts_are_read_as_what_is_said_of_them(written, name):
    found = texts_in(written(TEXTS, name))
    assert found is not None
    stream, said = found
    assert said == "output=summary,reference=ref"
    rows = [row for part in stream.partitions() for row in part]
    assert [(row.output, row.references) for row in rows][:2] == [("a 1", ("a text",)), ("a 2", ("a text",))]


def test_scores_are_neither(written):
    path = written(SCORES)
    assert texts_in(path) is None
    assert pairs_in(path) is None
    assert texts_in("no file") is None


def test_what_only_looks_like_texts_is_left_to_those_who_read_scores(written):
    """An answer beside labels of one system: without a reference it is no file of texts."""
    rows = [{"id": k, "answer": "some words", "human": k % 2} for k in range(4)]
    assert texts_in(written(rows)) is None
    assert read_scores(written(rows)).scorer_names == ("human",)


def test_a_file_that_says_it_holds_texts_is_held_to_it(written):
    with pytest.raises(FormatError, match="output"):
        texts_in(written([{"system": "a", "input": "1", "output": None}]))


def test_pairs_are_told_by_their_layout(written):
    assert pairs_in(written(PAIRS)) == "pairs"
    assert pairs_in(pl.DataFrame(PAIRS)) == "pairs"
    assert pairs_in(written(PAIRS), columns="scorers=a") is None


def test_an_error_stays_where_nothing_else_is_known(written):
    broken = [{"system": s, "input": i, "human": "good" if s == "a" else "odd"} for s in "ab" for i in "12"]
    with pytest.raises(FormatError, match="order of the column's 2 labels"):
        read_scores(written(broken))
    error = FormatError("as it was.")
    with pytest.raises(FormatError) as raised, telling_other_kinds([written(SCORES)]):
        raise error
    assert raised.value is error


def test_answers_of_one_system_with_references_are_texts(written):
    rows = [
        {"question": f"what is {k}?", "answer": "some words", "ground_truth": "other words", "rating": k % 2}
        for k in range(4)
    ]
    stream, said = texts_in(written(rows))
    assert said == "output=answer,reference=ground_truth"
    assert stream.facts.dimensions == ("rating",)
    assert not stream.facts.has_systems
