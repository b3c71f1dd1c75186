"""`check` of what a program exported, and of files that are no one table: every command that it prints runs."""

from __future__ import annotations

import json
import random
import shlex
from pathlib import Path

import pytest

DRAW = random.Random(5)
TRUTH = [DRAW.random() < 0.7 for _ in range(60)]
INSPECT = {
    "eval": {"model": "openai/small", "task": "support"},
    "samples": [
        {"id": k, "epoch": 1, "scores": {"grader": {"value": "C" if DRAW.random() < 0.9 and good else "I"}}}
        for k, good in enumerate(TRUTH, start=1)
    ],
}


def batch(first: int, seed: int) -> str:
    draw = random.Random(seed)
    rows = [f"{k},{'pass' if draw.random() < 0.6 else 'fail'}" for k in range(first, first + 40)]
    return "\n".join(["id,gpt", *rows]) + "\n"


def commands(out: str) -> list[list[str]]:
    return [shlex.split(line)[1:] for line in out.splitlines() if line.startswith("  trueness ")]


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "log.json").write_text(json.dumps(INSPECT))
    labels = [f"{k},{'good' if good else 'bad'}" for k, good in enumerate(TRUTH, start=1) if k % 2]
    (tmp_path / "labels.csv").write_text("\n".join(["id,COL", *labels]))
    (tmp_path / "w1.csv").write_text(batch(0, 1))
    (tmp_path / "w2.csv").write_text(batch(20, 2))
    return tmp_path


def test_of_an_export_alone_the_command_with_labels_is_printed_and_runs(run, folder):
    found = run("check", "log.json")
    assert "metrics or judges gave all scores there are: 'grader'" in " ".join(found.out.split())
    asked = ["judge", "log.json", "labels.csv", "--human", "COL"]
    assert commands(found.out) == [asked]
    for words in (("judge", "log.json"), ("judge", "log.json", "--human", "grader")):
        alone = run(*words)
        assert alone.status == 3
        assert (
            "Give people's labels in a file of their own, with a column 'input' ('1', '2', '3'" in alone.err
        )
        assert f": trueness {shlex.join(asked)}" in alone.err
    answered = run(*asked, "--seed", 1)
    assert answered.status == 0, answered.err
    assert "'grader' may grade outputs" in " ".join(answered.out.split())


def test_of_two_batches_each_question_is_asked_by_a_command_that_runs(run, folder):
    found = run("check", "w1.csv", "w2.csv")
    assert found.status == 3
    assert "the tables cover different inputs" in found.err
    assert found.out.startswith("w1.csv: 40 inputs, scorers 'gpt'\nw2.csv: 40 inputs")
    drift = ["judge", "--drift", "w1.csv", "w2.csv"]
    assert commands(found.out) == [drift]
    answered = run(*drift)
    assert answered.status == 0, answered.err
    rows = json.loads(run("check", "w1.csv", "w2.csv", "--json").out)
    assert [one["source"] for one in rows["tables"]] == ["w1.csv", "w2.csv"]
    assert [one["command"] for one in rows["questions"]] == [f"trueness {shlex.join(drift)}"]


def test_of_a_folder_with_several_tables_one_and_all_are_offered(run, folder):
    scores, people = [], ["LP HUMAN SYSTEM"]
    for languages in ("de-en", "fi-en"):
        for k in range(6):
            scores.append(f"chrF\t{languages}\tset\tsys{k}.{languages}\t{0.3 + k / 30 + (k % 3) / 50}")
            people.append(f"{languages} {k / 5 + (k % 2) / 3} sys{k}.{languages}")
    (folder / "wmt").mkdir()
    (folder / "wmt" / "chrF.sys.score").write_text("\n".join(scores) + "\n")
    (folder / "wmt" / "DA-syslevel.csv").write_text("\n".join(people) + "\n")
    found = run("check", "wmt")
    assert found.status == 3
    assert "it holds 2 language pairs: 'de-en', 'fi-en'. Say which one: --part de-en" in found.err
    assert commands(found.out) == [["check", "wmt", "--part", "de-en"], ["compare", "--pool", "wmt"]]
    for words in commands(found.out):
        answered = run(*words)
        assert answered.status == 0, answered.err
