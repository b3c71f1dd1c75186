"""What is said of the cost of many pairs, and that nothing is said of few."""

from __future__ import annotations

import numpy as np

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.parallel import Execution, executing
from trueness.parallel.progress import listening
from trueness.studies.worth import study
from trueness.studies.worth.pairs_cost import pairs_cost
from trueness.studies.worth.study import worth


def test_nothing_is_said_of_few_pairs():
    assert not pairs_cost(500, 20, 1, 999)


def test_time_and_memory_are_said():
    said = pairs_cost(5_000, 20, 2, 999)
    assert "249,950,000 pairs of outputs" in said
    assert "30.3 GiB" in said
    assert "--without" in said
    with executing(Execution(memory=2**20)):
        assert "0.1 GiB" in pairs_cost(200, 40, 1, 99)
    assert not pairs_cost(200, 40, 1, 99)


def test_the_study_says_so_before_it_starts(monkeypatch):
    heard = []
    monkeypatch.setattr(study, "pairs_cost", lambda *given: f"cost of {given}")
    scores = np.random.default_rng(0).normal(size=(2, 4, 6))
    table = ScoreTable(
        (Scorer("people", "human"), Scorer("metric", "metric")), tuple("abcd"), tuple("123456"), scores
    )
    with listening(heard.append):
        worth(table, resamples=9, rng=1)
    assert heard == ["cost of (4, 6, 1, 9)"]
