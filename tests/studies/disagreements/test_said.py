"""What is said of orders."""

from __future__ import annotations

import numpy as np

from trueness.data.score_table import Scorer, ScoreTable
from trueness.studies.disagreements.study import disagreements


def _table(scores):
    systems, inputs = scores.shape[1:]
    scorers = (Scorer("human", "human"), *(Scorer(f"m{k}") for k in range(1, len(scores))))
    return ScoreTable(
        scorers, tuple(f"s{k}" for k in range(systems)), tuple(f"d{k}" for k in range(inputs)), scores
    )


def test_the_answer_comes_first_and_is_true():
    rng = np.random.default_rng(5)
    human = rng.normal(size=(6, 30))
    favoured = human + rng.normal(size=human.shape) / 4
    favoured[5] += 10
    found = disagreements(_table(np.stack([human, favoured, rng.normal(size=human.shape)])))
    near, far = found.distances
    assert near.estimate < far.estimate
    assert far.low < far.chance < far.high  # a metric of noise is as far as random order is
    first, second, third = found.conclusions
    assert first.startswith("'m1' puts the outputs of an input in the order nearest to people's")
    assert "It is furthest from people on 's5'" in second
    assert "further up than people: 's5'" in third


def test_noise_moves_good_systems_down_which_is_said():
    rng = np.random.default_rng(6)
    human = np.arange(6.0)[:, None] + rng.normal(size=(6, 40)) / 10
    found = disagreements(_table(np.stack([human, rng.normal(size=human.shape)])))
    moved = [row.system for row in found.systems]
    assert (moved[0], moved[-1]) == ("s0", "s5")
    assert "regression" in [caution.code for caution in found.cautions]
    assert found.conclusions[0].startswith("'m1' and people place an output")
