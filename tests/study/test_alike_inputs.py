"""Which inputs stand together, whether they are alike, and what a comparison of systems says of them."""

from __future__ import annotations

import numpy as np

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.study.alike_inputs import alike_inputs, inputs_alike, natural


def test_numbers_in_names_stand_in_their_order():
    assert sorted(["d10", "d2", "d1", "e"], key=natural) == ["d1", "d2", "d10", "e"]


def named(values, names, **groups):
    systems = tuple(f"s{k}" for k in range(len(values)))
    return ScoreTable((Scorer("human", "human"),), systems, names, values[None], input_groups=groups)


def test_inputs_of_one_document_are_alike_by_their_names_or_their_labels():
    rng = np.random.default_rng(4)
    gaps = np.repeat(rng.normal(size=(5, 12)), 5, axis=1) + 0.5 * rng.normal(size=(5, 60))
    order = rng.permutation(60)
    labels = tuple(f"d{k // 5}" for k in range(60))
    in_order, mixed = tuple(f"i{k}" for k in range(60)), tuple(f"i{k}" for k in order)
    assert inputs_alike(named(gaps, in_order), gaps) < 1e-6
    assert inputs_alike(named(gaps, mixed), gaps) > 0.01
    assert inputs_alike(named(gaps, mixed, document=labels), gaps) < 1e-6
    few = tuple(f"half{k // 30}" for k in range(60))  # two labels are no documents
    assert inputs_alike(named(gaps, mixed, half=few), gaps) == inputs_alike(named(gaps, mixed), gaps)


def test_only_inputs_by_which_systems_fare_alike_are_warned_of():
    rng = np.random.default_rng(5)
    names = tuple(f"i{k}" for k in range(60))
    difficulty = 2 * np.repeat(rng.normal(size=12), 5)
    alone = rng.normal(size=(5, 60))
    assert (
        alike_inputs(named(alone + difficulty, names), ["human"]) == ()
    )  # hard for all, which tests of pairs bear
    fares = np.repeat(rng.normal(size=(5, 12)), 5, axis=1)
    (caution,) = alike_inputs(named(alone + fares, names), ["human"])
    assert (caution.code, caution.severity) == ("alike_inputs", "warning")
    assert "--clusters COLUMN" in caution.message
    (caution,) = alike_inputs(
        named(alone + fares, names, story=tuple(f"d{k // 5}" for k in range(60))), ["human"]
    )
    assert "--clusters story" in caution.message


def test_single_scores_of_an_input_say_nothing_of_systems():
    scores = np.full((2, 40), np.nan)
    scores[0, :20], scores[1, 20:] = np.linspace(0, 1, 20), np.linspace(1, 0, 20)
    assert alike_inputs(named(scores, tuple(f"i{k}" for k in range(40))), ["human"]) == ()
