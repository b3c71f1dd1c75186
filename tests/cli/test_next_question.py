"""An answer that leads to another question ends with the command that asks it, and that command runs."""

from __future__ import annotations

import csv
import shlex

import numpy as np
import pytest

AS_READ = ("--human", "people", "--columns", "system=model,input=text")


def written(path, header, rows):
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([header, *rows])


def following(said):
    """Return the words of the command that a first screen ends with; none where it ends with none."""
    *_, before, last = said.rstrip("\n").split("\n")
    return shlex.split(last)[1:] if before == "Next:" else []


@pytest.fixture
def scores(tmp_path):
    rng = np.random.default_rng(5)
    people = rng.normal(size=(8, 1)) + rng.normal(0, 0.5, (8, 12))
    metrics = people + rng.normal(0, 1, (2, 8, 12))
    rows = [
        (f"s{s}", f"d{k}", people[s, k], metrics[0, s, k], metrics[1, s, k])
        for s in range(8)
        for k in range(12)
    ]
    written(tmp_path / "two words.csv", ("model", "text", "people", "bleu", "chrf"), rows)
    return "two words.csv"


def test_metrics_that_may_both_be_the_best_are_planned_for_and_read_alike(run, scores):
    said = run("compare", scores, *AS_READ)
    words = following(said.out)
    assert words[:2] == ["plan", scores]
    assert words[2:4] == ["--columns", "system=model,input=text"]
    assert float(words[words.index("--difference") + 1]) >= 0.01
    assert {"bleu", "chrf"} == set(words[words.index("--metrics") + 1].split(","))
    planned = run(*words, "--runs", "20", "--resamples", "99")
    assert planned.status == 0, planned.err
    assert "power 0.8" in " ".join(planned.out.split())


def test_another_coefficient_is_planned_for_as_it_was_compared(run, scores):
    said = run("compare", scores, *AS_READ, "--coefficient", "spearman", "--level", "system")
    words = following(said.out)
    assert words[words.index("--coefficient") + 1] == "spearman"


def test_a_table_or_data_end_without_a_command(run, scores):
    for more in (["--table", "estimates"], ["--json"], ["--to", "csv"]):
        said = run("compare", scores, *AS_READ, *more)
        assert said.status == 0
        assert "Next:" not in said.out


def test_one_score_a_system_leads_to_no_plan(run, tmp_path):
    rng = np.random.default_rng(2)
    people = rng.normal(size=12)
    rows = [(f"s{k}", people[k], people[k] + rng.normal(), people[k] + rng.normal()) for k in range(12)]
    written(tmp_path / "board.csv", ("system", "people", "bleu", "chrf"), rows)
    said = run("compare", "board.csv", "--human", "people")
    assert said.status == 0
    assert following(said.out) == []


def test_people_who_do_not_agree_are_looked_at(run, tmp_path):
    labels = np.random.default_rng(3).choice(["pass", "fail"], (200, 4))
    written(
        tmp_path / "labels.csv",
        ("input", "human@a", "human@b", "human@c", "gpt"),
        [(k, *row) for k, row in enumerate(labels)],
    )
    said = run("judge", "labels.csv")
    assert following(said.out) == ["judge", "--annotators", "labels.csv", "--human", "human"]
    assert run(*following(said.out)).status == 0
