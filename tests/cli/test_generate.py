"""`trueness generate` as a user runs it: what is written, that it can be scored, and what is said."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import trueness


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    rng = np.random.default_rng(7)
    lines = []
    for name in ("d1", "d2"):
        sentences = [" ".join(f"w{k}" for k in rng.integers(15, size=rng.integers(4, 9))) for _ in range(10)]
        row = {
            "system": "a",
            "input": name,
            "output": "",
            "references": [" ".join(f"w{k}" for k in rng.integers(15, size=25))],
            "source": sentences,
        }
        lines.append(json.dumps(row) + "\n")
    path = tmp_path / "documents.jsonl"
    path.write_text("".join(lines), encoding="utf-8")
    return path


ASKED = ("--metric", "rouge2_f", "--count", 20, "--words", 30, "--seed", 1, "--workers", 1)


def test_summaries_are_written_and_can_be_scored(run, documents, tmp_path):
    status, out, err = run("generate", documents, *ASKED, "--out", "made.jsonl", "--strict")
    assert (status, err) == (0, "")
    said = " ".join(out.split())
    assert "made.jsonl: 40 summaries of 2 documents" in said
    assert "signature: generate:rouge2_f|words:30|count:20|sentences:newline|tries:2000|seed:1" in said
    found = trueness.generate(
        trueness.read_texts(documents), "rouge2_f", count=20, words=30, rng=1, workers=1
    )
    read = trueness.read_texts(tmp_path / "made.jsonl")
    assert read.rows == found.texts.rows
    assert read.dimensions == ()  # the position is no judgement of people
    rows = [json.loads(line) for line in (tmp_path / "made.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [row["range_position"] for row in rows] == found.position_texts()
    status, out, err = run("score", "made.jsonl", "--metrics", "rouge2_f,js2", "--out", "s.csv")
    assert (status, err) == (0, "")
    assert "2 scorers, 20 systems, 2 inputs" in out


def test_json_says_what_was_found_and_csv_holds_the_same(run, documents, tmp_path):
    status, out, err = run("generate", documents, *ASKED, "--out", "made.csv.gz", "--json")
    assert (status, err) == (0, "")
    said = json.loads(out)
    assert said["path"] == "made.csv.gz"
    assert [one["input"] for one in said["documents"]] == ["d1", "d2"]
    assert said["summaries"] == 40
    assert said["cautions"] == []
    run("generate", documents, *ASKED, "--out", "made.jsonl")
    assert (
        trueness.read_texts(tmp_path / "made.csv.gz").rows
        == trueness.read_texts(tmp_path / "made.jsonl").rows
    )


def test_cautions_are_said_and_strict_counts_them(run, documents):
    status, out, _ = run("generate", documents, "--words", 8, "--count", 100, "--seed", 1, "--strict")
    assert status == 5
    assert "warning: fewer than 100 summaries of at most 8 words exist for 2 of 2" in " ".join(out.split())
    assert Path("generated.jsonl").is_file()


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("--metric", "rouge2"), 2, "it has to end in what is reported"),
        (("--metric", "nonesuch"), 3, "no metric is called"),
        (("--count", 0), 2, "--count must be a whole number of at least 1"),
        (("--out", "made.parquet"), 2, "--out must end in one of '.jsonl'"),
        (("--out", "documents.jsonl"), 3, "this file is read"),
        (("--words", 1), 3, "every sentence of 2 documents is longer than 1 words"),
        (("--sentences", "lines"), 2, "--sentences must be one of"),
    ],
)
def test_what_is_wrong_is_one_line_and_nothing_is_written(run, documents, tmp_path, words, status, said):
    before = sorted(path.name for path in tmp_path.iterdir())
    outcome = run("generate", documents, *words)
    assert outcome.status == status
    assert said in outcome.err
    assert outcome.err.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_texts_without_references_are_refused_by_a_metric_that_needs_them(run, tmp_path):
    (tmp_path / "t.jsonl").write_text('{"system": "a", "input": "d", "output": "", "source": "x\\ny"}\n')
    status, _, err = run("generate", "t.jsonl")
    assert status == 3
    assert "1 of 1 inputs lack references" in err
    assert run("generate", "t.jsonl", "--metric", "js1_source", "--count", 3).status == 0


def test_a_data_set_is_read_by_its_name(run):
    outcome = run("generate", "pocket", *ASKED[:2], "--count", 5, "--words", 40, "--seed", 1, "--tries", 50)
    assert outcome.status == 0, outcome.err
    assert "generated.jsonl" in outcome.out
