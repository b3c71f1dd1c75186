"""What is said of the cost of many pairs, and that nothing is said of few."""

from __future__ import annotations

import numpy as np

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.parallel.progress import listening
from trueness.studies.worth.pairs_cost import pairs_cost
from trueness.studies.worth.study import worth


def test_nothing_is_said_of_few_pairs():
    assert not pairs_cost(500, 20, 1, 999).said


def test_time_and_memory_are_said():
    said = pairs_cost(5_000, 20, 2, 999).said
    assert "249,950,000 pairs of outputs" in said
    assert "30.3 GiB" in said
    assert "--without" in said


def test_the_study_says_so_before_it_starts():
    heard = []
    scores = np.random.default_rng(0).normal(size=(2, 4, 6))
    table = ScoreTable(
        (Scorer("people", "human"), Scorer("metric", "metric")), tuple("abcd"), tuple("123456"), scores
    )
    with listening(heard.append):
        worth(table, resamples=9, rng=1, memory=1_000)
    (said,) = heard
    assert said.startswith("4 systems on 6 inputs make 36 pairs of outputs by each of 1 metric: roughly")
