"""What is decided under conditions is said of the condition, and counted from decisions."""

import dataclasses

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.conditions.decided import changed_words, changes
from trueness.studies.conditions.study import conditions


def table(noise, seed=3):
    rng = np.random.default_rng(seed)
    quality = rng.normal(size=(16, 1)) + rng.normal(size=(16, 30))
    metrics = [quality + noise * np.random.default_rng(seed + k).normal(size=quality.shape) for k in (1, 2)]
    scorers = (Scorer("people", "human"), Scorer("good"), Scorer("fair"))
    names = tuple(f"s{i:02}" for i in range(16)), tuple(f"i{j:02}" for j in range(30))
    return ScoreTable(scorers, *names, np.stack([quality, *metrics]))


@pytest.fixture(scope="module")
def found():
    return conditions(
        table(0.5), against={"noisy": table(6.0)}, level="input", beside=(), rng=1, resamples=99
    )


def test_a_metric_that_falls_is_worse_there(found):
    for row in found.tests:
        assert row.estimate_metric > row.estimate_rival
        assert row.verdict == "worse"
    less, more, asked = changes(found, "input", "kendall")
    assert ([one.about for one in less], more, asked) == (["good under noisy", "fair under noisy"], [], 2)
    assert {one.answer for one in found.decisions if one.rule == "agrees_as_well"} == {"cannot_tell"}
    said = changed_words(found, "input", "kendall")
    assert said.startswith("✗ 2 agree less: fair under noisy, by ")
    assert "agree more" not in said
    assert said in found.conclusions[0]


def test_one_that_rises_agrees_more():
    back = conditions(
        table(6.0), against={"clean": table(0.5)}, level="input", beside=(), rng=1, resamples=99
    )
    assert {row.verdict for row in back.tests} == {"better"}
    assert len(changes(back, "input", "kendall")[1]) == 2
    assert changed_words(back, "input", "kendall").startswith("2 agree more: ")
    nothing = dataclasses.replace(back, decisions=())
    assert changed_words(nothing, "input", "kendall") == ""
