"""Standing among metrics, where not every coefficient exists at every level."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.compare.standing import rank_metrics
from trueness.studies.compare.study import compare


def table():
    rng = np.random.default_rng(1)
    human = rng.integers(0, 4, (9, 12)).astype(float)
    metrics = [human + rng.normal(size=human.shape) / 5 for _ in range(2)] + [rng.normal(size=human.shape)]
    scorers = (Scorer("human", "human"), Scorer("good"), Scorer("same"), Scorer("bad"))
    systems, inputs = (tuple(f"{letter}{k}" for k in range(n)) for letter, n in (("s", 9), ("d", 12)))
    return ScoreTable(scorers, systems, inputs, np.stack([human, *metrics]))


@pytest.fixture(scope="module")
def comparison():
    return compare(table(), coefficient=("kendall", "acc_eq", "spa"), resamples=499, rng=1, beside=())


def test_one_rank_per_metric_and_existing_combination(comparison):
    keys = [(row.level, row.coefficient) for row in comparison.ranks]
    expected = [("system", "kendall"), ("system", "spa"), ("input", "kendall"), ("input", "acc_eq")]
    assert list(dict.fromkeys(keys)) == expected == list(comparison.settings.keys)
    assert len(keys) == 3 * 4


def test_a_test_that_stands_in_ranks(comparison):
    accuracy = {row.metric: row for row in comparison.ranks if row.coefficient == "acc_eq"}
    assert accuracy["good"].cluster == 1
    assert accuracy["bad"].cluster > 1
    assert not accuracy["bad"].not_outperformed
    assert accuracy["bad"].n_beaten_by == 2


def test_nothing_tested_nothing_ranked(comparison):
    assert rank_metrics(comparison.metrics, comparison.settings, comparison.estimates, ()) == ()
