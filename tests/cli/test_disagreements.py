"""`trueness disagreements`: of scores, of texts that are scored, of both; its page and its repetition."""

from __future__ import annotations

import json

from trueness.data.texts.texts import TextRow, Texts
from trueness.data.writing.write_texts import write_texts


def _texts(folder):
    words = ("a b c d", "a c e g", "b d f h", "a e f h", "c d g h")
    rows = tuple(
        TextRow(
            f"s{i}", f"d{j}", words[(i * 2 + j) % 5], words[j : j + 2], human={"quality": float(i % 3 + j)}
        )
        for i in range(5)
        for j in range(4)
    )
    return write_texts(Texts(rows), folder / "texts.jsonl")


def test_texts_that_are_scored_are_read_beside(run, tmp_path):
    _texts(tmp_path)
    asked = (
        "disagreements",
        "texts.jsonl",
        "--human",
        "quality",
        "--metrics",
        "rouge1_f,bleu",
        "--listed",
        "2",
    )
    done = run(*asked, "--table", "outputs", "--json", "--out", "p.html", "--figures", "drawn")
    assert (done.status, done.complaints) == (0, [])
    assert [path.name for path in (tmp_path / "drawn").iterdir()] == ["distances.svg"]
    rows = json.loads(done.out)
    assert [row["metric"] for row in rows] == ["rouge1_f", "rouge1_f", "bleu", "bleu"]
    assert all(row["output"] for row in rows)
    status, out, _ = run("rerun", "p.html")
    assert (status, "all equal" in out) == (0, True)


def test_scores_with_texts_beside_and_without(run, tmp_path):
    _texts(tmp_path)
    run("score", "texts.jsonl", "--metrics", "rouge1_f", "--out", "scores.csv")
    status, out, _ = run("disagreements", "scores.csv", "--human", "quality", "--table", "all")
    assert (status, "give the texts (--texts)" in out.replace("\n", " ")) == (0, True)
    asked = ("disagreements", "scores.csv", "--human", "quality", "--texts", "texts.jsonl")
    status, out, _ = run(*asked, "--table", "outputs")
    assert (status, "The texts of these outputs" in out) == (0, True)


def test_a_data_set_of_texts_is_scored_read_and_repeated(run):
    asked = ("disagreements", "pocket", "--human", "coverage", "--metrics", "bleu", "--listed", "1")
    status, out, _ = run(*asked, "--table", "outputs", "--json", "--manifest", "m.json")
    (row,) = json.loads(out)
    assert (status, bool(row["output"])) == (0, True)
    assert run("rerun", "m.json")[0] == 0


def test_scores_with_the_texts_of_a_data_set_beside(run):
    run("score", "pocket", "--metrics", "bleu", "--out", "scores.csv")
    asked = ("disagreements", "scores.csv", "--human", "coverage", "--listed", "1", "--texts")
    status, out, _ = run(*asked, "pocket", "--table", "outputs", "--json", "--manifest", "m.json")
    (row,) = json.loads(out)
    assert (status, bool(row["output"])) == (0, True)
    assert run("rerun", "m.json")[0] == 0
    status, _, err = run(*asked, "pocket", "--text-columns", "output=x")
    assert (status, "--text-columns is about a file; how a data set is read is known." in err) == (2, True)
    status, _, err = run(*asked, "no-such-set")
    assert (status, "no-such-set" in err) == (3, True)


def test_an_unknown_metric_is_named(run, scores):
    status, _, err = run("disagreements", scores, "--human", "relevance", "--baseline", "nothing")
    assert (status, "nothing" in err) == (3, True)
