"""`report`, `compare` and `correlate` take texts in place of scores."""

from __future__ import annotations

import json

import numpy as np
import pytest

import trueness
from trueness.metrics.length import Length

QUICK = ("--human", "relevance", "--resamples", 50, "--seed", 3, "--coefficient", "pearson")


@pytest.fixture
def texts(tmp_path):
    path = tmp_path / "texts.jsonl"
    rows = [
        {
            "system": s,
            "input": i,
            "output": "word " * ((3 * k) % 7 + 1) + f"about {i}",
            "references": [f"more words about {i}"],
            "relevance": k % 5,
        }
        for k, (s, i) in enumerate((s, i) for s in "abcdef" for i in "1234")
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.fixture
def judge(tmp_path):
    path = tmp_path / "judge.csv"
    lines = [f"{s},{i},{(5 * k) % 11}" for k, (s, i) in enumerate((s, i) for s in "abcdef" for i in "1234")]
    path.write_text("\n".join(["system,input,judge", *lines]))
    return path


@pytest.mark.usefixtures("outlined")
def test_a_report_in_one_go_and_again(run, texts, judge, tmp_path):
    words = (
        "compare",
        texts,
        judge,
        *QUICK,
        "--metrics",
        "length,rouge1_f:refs=best,alpha=0.8",
        "--metrics",
        "judge",
    )
    status, _, err = run(*words, "--out", "page.html")
    assert (status, err) == (0, "")
    manifest = json.loads((tmp_path / "page.manifest.json").read_text())
    assert manifest["selection"]["metrics"] == ["length", "rouge1_f:refs=best,alpha=0.8", "judge"]
    assert [(source["kind"], source.get("metrics")) for source in manifest["data"]["scores"]["sources"]] == [
        ("texts", ["length", "rouge1_f:refs=best,alpha=0.8"]),
        ("file", None),
    ]
    for path in ("page.html", "page.manifest.json"):
        status, out, _ = run("rerun", path)
        assert (status, "all equal" in out) == (0, True)
    texts.rename(tmp_path / "moved.jsonl")
    assert run("rerun", "page.html", "--data", "moved.jsonl", "--data", "judge.csv").status == 0
    assert run("rerun", "page.html").status == 3


def test_the_numbers_are_those_of_the_library(run, texts):
    done = run("compare", "--no-tests", texts, *QUICK, "--metrics", "length,chrf", "--json")
    assert (done.status, done.complaints) == (0, [])
    table = trueness.score(trueness.read_texts(texts), ["length", "chrf"])
    expected = trueness.compare(
        table, human="relevance", resamples=50, rng=3, coefficient="pearson", tests=False
    )
    assert [row["estimate"] for row in json.loads(done.out)] == [row.estimate for row in expected.estimates]


def test_a_folder_of_texts_beside_its_judgements(run, tmp_path, texts, judge):
    for row in map(json.loads, texts.read_text().splitlines()):
        path = tmp_path / "folder" / "outputs" / row["system"] / f"{row['input']}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(row["output"] + "\n")
    words = ("--human", "judge", "--metrics", "length", "--resamples", 50, "--seed", 3, "--json")
    done = run("compare", "folder", judge, *words, "--table", "estimates")
    assert (done.status, done.complaints) == (0, [])
    assert {row["metric"] for row in json.loads(done.out)} == {"length"}


def test_a_folder_of_tac_beside_its_judgements(run, tmp_path):
    lines = []
    for k, (topic, peer) in enumerate((t, p) for t in ("D0801-A", "D0802-A", "D0803-A") for p in range(1, 6)):
        for kind, who, words in (("peers", peer, k % 5 + 1), ("models", "ABCDE"[peer - 1], 4)):
            path = tmp_path / "eval" / kind / f"{topic}.M.100.T.{who}"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("one two three four five six"[: 5 * words] + "\n")
        lines.append(f"{topic} {peer} 0.{k % 7} 3 0 0 0.{k % 7} 3 {(3 * k) % 5}")
    (tmp_path / "manual.peer").write_text("\n".join(lines) + "\n")
    words = (
        "--human",
        "responsiveness",
        "--metrics",
        "rouge1_recall",
        "--resamples",
        50,
        "--seed",
        3,
        "--json",
    )
    for form in ((), ("--format", "tac")):
        done = run("compare", "--no-tests", "eval", "manual.peer", *words, *form)
        assert (done.status, done.complaints) == (0, [])
        table = trueness.merge(
            trueness.score(trueness.read_texts(tmp_path / "eval"), "rouge1_recall"),
            trueness.read_scores(tmp_path / "manual.peer"),
        )
        expected = trueness.compare(
            table, human="responsiveness", metrics="rouge1_recall", resamples=50, rng=3, tests=False
        )
        assert [row["estimate"] for row in json.loads(done.out)] == [
            row.estimate for row in expected.estimates
        ]


def test_an_output_that_is_ignored_leaves_scores(run, texts):
    status, out, err = run("compare", "--no-tests", texts, "--columns", "ignore=output", *QUICK, "--json")
    assert (status, out) == (3, "")
    assert "no metric to compare with 'relevance'" in err
    # `check` and `convert` look at the numbers that are there
    assert "relevance" in run("check", texts).out
    assert run("convert", texts, "--out", "s.csv").status == 0


def test_an_export_with_outputs_is_no_file_of_texts(run, tmp_path):
    samples = [
        {
            "id": k,
            "epoch": 1,
            "input": "x",
            "output": {"completion": "y"},
            "scores": {"match": {"value": "CI"[k]}},
        }
        for k in (0, 1)
    ]
    for name in ("log.json", "log.jsonl"):
        path = tmp_path / name
        log = {"version": 2, "status": "success", "eval": {"task": "t", "model": "m"}, "samples": samples}
        path.write_text(json.dumps(log, indent=1 if name == "log.json" else None))
        found = run("check", path)
        assert found.status == 0, found.err
        assert "read as inspect" in found.out
        assert "match" in found.out


def test_the_next_command_reads_as_this_one_did(run, tmp_path):
    path = tmp_path / "nested.json"
    path.write_text(json.dumps({s: {i: {"human": 1, "m": 2} for i in "12"} for s in "abc"}))
    found = run("check", path, "--columns", "nested=system/input", "--lower-is-better", "m")
    assert "--columns nested=system/input --lower-is-better m --human human" in found.out.replace("\n", " ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--metrics", "blue"), "no metric is called 'blue'. Did you mean 'bleu'?"),
        (("--metrics", "compression"), "'compression' needs the source, but 24 of 24 rows lack that"),
        (("--metrics", "rouge1_f:refs=worst"), "metric name 'rouge1_f:refs=worst'"),
    ],
)
def test_wrong_use_is_one_line(run, texts, words, said):
    status, out, err = run("compare", texts, *QUICK, *words)
    assert status in (2, 3)
    assert (out, err.count("\n")) == ("", 1)
    assert said in err


def test_a_second_run_scores_nothing_and_says_the_same(run, texts, monkeypatch):
    asked = []
    monkeypatch.setattr(
        Length, "score", lambda self, outputs, *_: asked.append(1) or np.array([*map(len, outputs)])
    )
    words = (
        "compare",
        "--no-tests",
        texts,
        *QUICK[:2],
        "--metrics",
        "length",
        "--coefficient",
        "pearson",
        "--json",
    )
    first = run(*words)
    assert (first.status, len(asked)) == (0, 1)
    assert run(*words).out == first.out
    assert len(asked) == 1
    assert run(*words, "--no-cache").out == first.out
    assert len(asked) == 2
