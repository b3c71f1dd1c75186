"""Runs of a judge are seen by their names, and what is proposed reads them."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from trueness.data.reading.read import read_scores
from trueness.data.scores.run_columns import run_columns

RNG = np.random.default_rng(5)


def frame(*names: str) -> pl.DataFrame:
    return pl.DataFrame(
        {"input": list(range(20)), "human": RNG.integers(1, 6, 20).tolist()}
        | {name: RNG.integers(1, 6, 20).tolist() for name in names}
    )


@pytest.mark.parametrize(
    ("names", "pattern", "judges"),
    [
        (("gpt4_run1", "gpt4_run2", "gpt4_run3"), "gpt4_*", {"gpt4": 3}),
        (("gpt fluency seed 1", "gpt fluency seed 12"), "gpt fluency *", {"gpt fluency": 2}),
        (("a-trial1", "a-trial2", "b-trial1", "b-trial2", "comet"), "a-*,b-*", {"a": 2, "b": 2}),
        (("gpt4 (run 1)", "gpt4 (run 2)", "claude"), "gpt4 *", {"gpt4": 2}),
    ],
)
def test_what_is_proposed_reads_them(names: tuple[str, ...], pattern: str, judges: dict[str, int]) -> None:
    data = frame(*names)
    said = run_columns(read_scores(data))
    assert said.endswith(f"annotators={pattern}'")
    table = read_scores(data, columns={"annotators": tuple(pattern.split(","))})
    assert {name: len(one.annotators) for name, one in table.annotations.items()} == judges
    assert all(table.scorer(name).role == "metric" for name in judges)
    assert run_columns(table) == ""


@pytest.mark.parametrize(
    "names",
    [("gpt4_run1",), ("run1", "run2"), ("rouge1", "rouge2"), ("bleu-1", "bleu-2"), ("gpt4", "claude")],
)
def test_what_is_not_proposed(names: tuple[str, ...]) -> None:
    assert run_columns(read_scores(frame(*names))) == ""
