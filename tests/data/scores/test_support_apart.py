"""What is asked of files that are no one table: only what can be."""

from __future__ import annotations

import dataclasses

import numpy as np

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.data.scores.support_apart import questions_apart, questions_of_parts


def table(systems: int, inputs: str, *scorers: str, seed: int = 1) -> ScoreTable:
    values = np.random.default_rng(seed).integers(0, 9, (len(scorers), systems, len(inputs))).astype(float)
    names = tuple(f"s{k}" for k in range(systems))
    return ScoreTable(tuple(Scorer(name) for name in scorers), names, tuple(inputs), values, name=inputs)


def commands(*tables: ScoreTable) -> list[str]:
    found = questions_apart({f"{k}.csv": one for k, one in enumerate(tables, start=1)}, [("--part", "a")])
    return [one.command for one in found]


def test_two_batches_with_some_outputs_in_both() -> None:
    assert commands(table(1, "abc", "gpt"), table(1, "bcd", "gpt", seed=2)) == [
        "trueness judge --drift 1.csv 2.csv --part a"
    ]
    same = table(1, "abcd", "gpt")
    first = same.select(inputs=["a", "b", "c"])
    assert commands(first, same.select(inputs=["b", "c", "d"])) == [
        "trueness judge --drift 1.csv 2.csv --part a",
        "trueness check 1.csv 2.csv --part a --join outer",
        "trueness check 1.csv 2.csv --part a --join inner",
    ]


def test_test_sets_of_the_same_metrics_are_pooled() -> None:
    sets = [table(4, inputs, "human", "BLEU", seed=k) for k, inputs in enumerate(("abc", "def", "ghi"))]
    assert commands(*sets)[0] == "trueness compare --pool 1.csv 2.csv 3.csv --part a --human human"
    few = [dataclasses.replace(one).select(systems=["s0", "s1"]) for one in sets]
    assert not any("--pool" in command for command in commands(*few))


def test_scores_of_other_names_are_one_table_with_gaps() -> None:
    assert commands(table(1, "abc", "gpt"), table(1, "bcd", "claude")) == [
        "trueness check 1.csv 2.csv --part a --join outer",
        "trueness check 1.csv 2.csv --part a --join inner",
    ]
    assert commands(table(1, "abc", "gpt"), table(1, "xyz", "claude"))[1:] == []


def test_one_source_of_several_tables() -> None:
    one, every = questions_of_parts("my folder", ["en-de", "de-en"])
    assert one.command == "trueness check 'my folder' --part en-de"
    assert every.command == "trueness compare --pool 'my folder'"
