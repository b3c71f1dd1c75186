"""Texts are read back as they were written, in every format."""

from __future__ import annotations

import itertools
import json

import pytest

from trueness.data.reading.read_texts import read_texts
from trueness.data.texts.texts import TextRow, Texts
from trueness.data.writing.write_texts import write_texts
from trueness.errors import ArgumentError, DataError

TEXTS = Texts(
    (
        TextRow(
            "a",
            "d1",
            'one, "two"\nthree',
            ("r\ts", "t\r\nu"),
            "source\rtext",
            "g",
            {"relevance": 4.5},
            {},
            {"lang": "de"},
        ),
        TextRow("=b", "d1", "", (), None, None, {}, {"ann": {"fluency": 3.0}}),
        TextRow("c", "Ünicode 東", " [not json ", ("r",), "s", "g", {"relevance": 1e-300}),
    ),
    name="some",
)


@pytest.mark.parametrize("name", ["t.jsonl", "t.csv", "t.tsv", "t.jsonl.gz", "t.x.csv.zst"])
def test_what_is_written_is_read_back(tmp_path, name):
    path = write_texts(TEXTS, tmp_path / name, {"place": ["12% of it", "", "the top"]})
    found = read_texts(path)
    assert found.rows == TEXTS.rows
    assert found.dimensions == ("relevance", "fluency")
    assert [note for note in found.notes if "'place'" in note]  # left out, and said


def test_what_no_row_has_gets_no_field(tmp_path):
    path = write_texts(Texts((TextRow("a", "d", "x"),)), tmp_path / "t.csv")
    assert path.read_text() == '"system","input","output"\n"a","d","x"\n'
    path = write_texts(Texts((TextRow("a", "d", "é"),)), tmp_path / "t.jsonl")
    assert path.read_text(encoding="utf-8") == '{"system": "a", "input": "d", "output": "é"}\n'


def test_what_cannot_be_written_is_refused_and_nothing_is_left(tmp_path):
    for name in ("t.parquet", "t", "t.gz"):
        with pytest.raises(ArgumentError, match=r"`path` must end in one of '.jsonl'"):
            write_texts(TEXTS, tmp_path / name)
    for beside in ({"place": ["one"]}, {"source": ["x"] * 3}, {"relevance": ["x"] * 3}):
        with pytest.raises(ArgumentError, match="under names of their own, unlike"):
            write_texts(TEXTS, tmp_path / "t.csv", beside)
    with pytest.raises(DataError, match="needs another name than 'output'"):
        write_texts(Texts((TextRow("a", "d", "x", human={"output": 1.0}),)), tmp_path / "t.csv")
    groups = Texts((TextRow("a", "d", "x", human={"lang": 1.0}, groups={"lang": "de"}),))
    with pytest.raises(DataError, match="needs another name than 'lang'"):
        write_texts(groups, tmp_path / "t.csv")
    with pytest.raises(DataError, match="'lang' is a grouping column and something else"):
        groups.human_scores()
    with pytest.raises(DataError, match=r"NUL character.*Write \.jsonl"):
        write_texts(Texts((TextRow("a", "d", "x\0"),)), tmp_path / "t.csv")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["again.csv", "again.jsonl"])
@pytest.mark.parametrize("columns", [("good",), ("good@ann", "good@bob")])
def test_words_stay_words(tmp_path, name, columns):
    words, order = ["poor", "fair", "bad"], "bad<poor<fair"
    rows = [
        {"system": s, "input": i, "output": f"{s} {i}", "clear": k}
        | {column: words[(k + j) % 3] for j, column in enumerate(columns)}
        for k, (s, i) in enumerate(itertools.product("ab", "123"))
    ]
    (tmp_path / "texts.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    texts = read_texts(tmp_path / "texts.jsonl", labels=order)
    assert texts.labels == {"good": ("bad", "poor", "fair")}
    path = write_texts(texts, tmp_path / name)
    assert "poor" in path.read_text()
    again = read_texts(path, labels=order)
    assert (again.rows, again.labels, again.fingerprint) == (texts.rows, texts.labels, texts.fingerprint)
