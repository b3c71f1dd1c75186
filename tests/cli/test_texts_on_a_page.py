"""Texts on the page of a comparison: scored on the way, beside scores, and refused where no page shows them."""

from __future__ import annotations

import re

import pytest

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


def _shown(path):
    return re.findall(r"<blockquote>(.*?)</blockquote>", path.read_text(encoding="utf-8"))


@pytest.mark.usefixtures("outlined")
def test_texts_that_are_scored_are_on_the_page_and_not_in_the_manifest(run, tmp_path):
    _texts(tmp_path)
    asked = (
        "texts.jsonl",
        "--human",
        "quality",
        "--metrics",
        "rouge1_f,rouge2_f",
        "--coefficient",
        "pearson",
    )
    status, _, err = run("compare", *asked, "--out", "p.html")
    assert (status, err) == (0, "")
    assert set(_shown(tmp_path / "p.html")) <= {"a b c d", "a c e g", "b d f h", "a e f h", "c d g h"}
    assert _shown(tmp_path / "p.html")
    (tmp_path / "p.html").rename(tmp_path / "q.html")
    status, out, _ = run("rerun", "q.html")
    assert (status, "all equal" in out) == (0, True)


@pytest.mark.usefixtures("outlined")
def test_texts_beside_scores_are_not_needed_to_repeat_it(run, tmp_path):
    path = _texts(tmp_path)
    run("score", "texts.jsonl", "--metrics", "rouge1_f,rouge2_f", "--out", "scores.csv")
    asked = ("scores.csv", "--human", "quality", "--coefficient", "pearson")
    status, _, _ = run("compare", *asked, "--out", "without.html")
    assert (status, _shown(tmp_path / "without.html")) == (0, [])
    status, _, _ = run("compare", *asked, "--texts", "texts.jsonl", "--out", "with.html")
    assert status == 0
    assert _shown(tmp_path / "with.html")
    path.unlink()
    status, out, _ = run("rerun", "with.html")
    assert (status, "all equal" in out) == (0, True)


def test_texts_that_no_page_shows_are_refused(run, tmp_path):
    _texts(tmp_path)
    run("score", "texts.jsonl", "--metrics", "rouge1_f,rouge2_f", "--out", "scores.csv")
    status, _, err = run("compare", "scores.csv", "--human", "quality", "--texts", "texts.jsonl")
    assert (status, "--out" in err) == (2, True)
    status, _, err = run("compare", "scores.csv", "--human", "quality,rouge1_f", "--texts", "texts.jsonl")
    assert (status, "one human scorer" in err) == (2, True)
    assert not (tmp_path / "trueness-report.html").exists()
