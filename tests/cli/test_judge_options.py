"""`trueness score` with an LLM judge, as a user runs it: what is asked, said, written and kept, and never the key."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

import trueness

_SPEC = importlib.util.spec_from_file_location(
    "stub_endpoint", Path(__file__).parents[1] / "stub_endpoint.py"
)
_MODULE = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(_MODULE)
stub, said = _MODULE.stub, _MODULE.said

KEY = "sk-planted-1234567890abcdef"
REASONED = """
name = "quality"
model = "m"
prompt = "Rate: {{ output }}"
[scale]
lower = 1
upper = 5
[reply]
read = "json"
reason = "why"
[price]
input = 1
output = 10
[sampling]
most_tokens = 50
"""
DUEL = """
name = "duel"
form = "pairs"
prompt = "{{ first }} or {{ second }}"
[reply]
read = "tag"
"""


@pytest.fixture
def here(stub, said, tmp_path, monkeypatch):
    """A folder with texts and judges, and an endpoint that reads the score off the output."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TRUENESS_JUDGE_URL", stub.url)
    rows = [
        {"system": s, "input": d, "output": f"{s} wrote {d} {k}", "relevance": 6 - k}
        for k, (s, d) in enumerate(((s, d) for s in "ab" for d in ("d1", "d2")), start=1)
    ]
    Path("texts.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    Path("quality.toml").write_text(REASONED, encoding="utf-8")
    Path("duel.toml").write_text(DUEL, encoding="utf-8")

    def answer(body, count):
        prompt = body["messages"][-1]["content"]
        if " or " in prompt:
            return said.completion("<score>A</score>")
        return said.completion(json.dumps({"why": "Since.", "score": int(prompt.split()[-1])}), usage=(30, 5))

    stub.answer = answer
    return tmp_path


JUDGED = ("score", "texts.jsonl", "--metrics", "llm_judge:quality.toml,length", "--out", "s.csv")


def test_scores_replies_and_costs(run, here, stub):
    status, out, err = run(*JUDGED, "--judge-replies", "r.jsonl")
    assert (status, err) == (0, "")
    assert "quality (m): 4 calls; 120 tokens in, 20 out, 0.0003 USD" in out
    table = trueness.read_scores("s.csv")
    assert table.matrix("quality").tolist() == [[1, 2], [3, 4]]
    assert table.scorer_names == ("relevance", "quality", "length")
    lines = [json.loads(line) for line in Path("r.jsonl").read_text().splitlines()]
    assert (lines[0]["system"], lines[0]["input"], lines[0]["score"], lines[0]["reason"]) == (
        "a",
        "d1",
        1,
        "Since.",
    )
    first = Path("s.csv").read_bytes()
    status, out, _ = run(*JUDGED, "--json")
    assert json.loads(out)["judges"][0]["calls"] == 0
    assert json.loads(out)["judges"][0]["known"] == 4
    assert Path("s.csv").read_bytes() == first
    assert len(stub.asked) == 4


def test_a_dry_run_asks_and_writes_nothing(run, here, stub):
    status, out, err = run(*JUDGED, "--judge-dry-run")
    assert (status, err) == (0, "")
    # "Rate: a wrote d1 1" has 18 letters: 18 // 4 tokens or so, with two marks of 16 no more than 50
    assert "quality (m): 4 calls" in out
    assert "about 18 tokens in and at most 200 out" in out
    assert "no more than 200 tokens in and 200 out" in out
    assert "Nothing was asked, and nothing was scored." in out
    assert stub.asked == []
    assert not Path("s.csv").exists()
    status, out, _ = run(*JUDGED, "--judge-dry-run", "--json")
    (found,) = json.loads(out)
    assert (found["calls"], found["most_in"], found["currency"]) == (4, 200, "USD")
    assert found["most_cost"] == pytest.approx(0.0022)


def test_a_budget_ends_the_run_and_says_what_is_kept(run, here, stub):
    status, _, err = run(*JUDGED, "--judge-cost", "0.00065", "--judge-at-once", "1")
    assert status == 6
    assert "quality (m): 2 calls; 60 tokens in" in err
    assert "What was answered is kept: the same command goes on from there." in err
    assert "the budget of a cost of 0.00065 does not allow for the next request" in err
    assert not Path("s.csv").exists()
    assert run(*JUDGED, "--judge-tokens", "100000")[0] == 0
    assert len(stub.asked) == 4


def test_pairs_alone_and_beside_others(run, here, stub):
    duel = ("score", "texts.jsonl", "--judge-model", "m", "--out", "s.csv", "--metrics")
    status, out, err = run(*duel, "llm_judge:duel.toml", "--judge-verdicts", "v.jsonl")
    assert (status, err) == (0, "")
    assert "duel (m): 4 calls" in out
    assert "the output shown first wins 100%" in out.replace("\n", " ")
    assert trueness.read_scores("s.csv").scorer_names == ("relevance", "duel")
    assert len(Path("v.jsonl").read_text().splitlines()) == 4
    status, _, err = run(*duel, "llm_judge:duel.toml,llm_judge:quality.toml")
    assert (status, err) == (0, "")
    table = trueness.read_scores("s.csv")
    assert table.scorer_names == ("relevance", "quality", "duel")
    assert table.matrix("duel").tolist() == [[0.5, 0.5], [0.5, 0.5]]
    assert len(stub.asked) == 8


def test_the_key_is_written_nowhere(run, here, stub, said, monkeypatch):
    monkeypatch.setenv("TRUENESS_JUDGE_KEY", KEY)
    honest = stub.answer

    def chatty(body, count):
        if count == 1:
            return said.completion(json.dumps({"why": f"Your key is {KEY}.", "score": 2}))
        if count == 2:
            return said.raw(f"<html>{KEY}</html>".encode())
        return honest(body, count)

    stub.answer = chatty
    printed = run(*JUDGED, "--judge-replies", "r.jsonl", "--judge-at-once", "1", "--judge-retries", "0")
    assert printed[0] == 0
    stub.answer = lambda body, count: said.raw({"error": {"message": f"bad key {KEY}"}}, status=401)
    refused = run(*JUDGED, "--no-cache")
    assert refused[0] == 6
    assert "bad key [key]" in refused[2]
    assert set(stub.keys) == {f"Bearer {KEY}"}
    written = [path for path in here.rglob("*") if path.is_file()]
    assert any(path.name == "replies.sqlite" for path in written)
    assert "Your key is [key]." in Path("r.jsonl").read_text()
    assert not [path for path in written if KEY.encode() in path.read_bytes()]
    assert KEY not in " ".join(map(str, (*printed, *refused)))


def test_no_cache_keeps_nothing_and_says_what_is_lost(run, here, stub, said):
    honest = stub.answer
    stub.answer = lambda body, count: (
        honest(body, count) if count < 3 else said.raw({"error": {"message": "no model"}}, status=404)
    )
    status, _, err = run(*JUDGED, "--no-cache", "--judge-at-once", "1")
    assert status == 6
    assert "quality (m): 2 calls" in err
    assert "What was answered is lost, without a cache." in err
    assert not list(here.rglob("replies.sqlite"))


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (("--metrics", "length", "--judge-tokens", "5"), "--judge-tokens needs a judge"),
        (
            ("--metrics", "length", "--judge-dry-run"),
            "--judge-dry-run needs a judge among --metrics",
        ),
        (
            ("--metrics", "llm_judge:quality.toml", "--judge-verdicts", "v.jsonl"),
            "--judge-verdicts needs a judge of pairs among --metrics",
        ),
        (
            ("--metrics", "llm_judge:duel.toml", "--judge-cost", "5", "--judge-model", "m"),
            "add the table [price]",
        ),
        (("--metrics", "llm_judge:duel.toml"), "lacks a model. Add `model` to it, or give --judge-model"),
        (
            ("--metrics", "llm_judge:quality.toml", "--judge-timeout", "0"),
            "--judge-timeout must be a number of seconds",
        ),
        (
            ("--metrics", "llm_judge:quality.toml", "--judge-url", "localhost"),
            "--judge-url must be an address",
        ),
        (
            ("--metrics", "llm_judge:quality.toml", "--judge-cost", "-1"),
            "--judge-cost must be an amount above 0",
        ),
    ],
)
def test_what_makes_no_sense_is_refused_before_anything_is_asked(run, here, stub, asked, message):
    status, _, err = run("score", "texts.jsonl", *asked)
    assert status == 2
    assert message in err
    assert stub.asked == []


def test_a_study_asks_no_model(run, here):
    status, _, err = run(
        "compare", "--no-tests", "texts.jsonl", "--human", "relevance", "--metrics", "llm_judge:quality.toml"
    )
    assert status == 4
    assert "Score the texts first (`trueness score`)" in err


def test_what_is_known_of_a_judge_is_shown(run, here):
    status, out, _ = run("metrics", "show", "llm_judge:quality.toml")
    assert status == 0
    assert "deterministic  no" in out
    assert "range          1 to 5" in out
    assert "LLM judge m at http://127.0.0.1" in out
    status, out, _ = run("metrics", "list")
    assert "llm_judge:FILE.toml" in out
