"""What is said of intervals: the advice fits the declaration, and metrics are grouped by where they occur."""

from __future__ import annotations

import numpy as np

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.compare.study import compare


def messages(signs, lower=(), **options):
    """Return the messages on negative agreement where metric k is signs[k] times the human plus little noise."""
    rng = np.random.default_rng(3)
    human = rng.normal(size=(12, 20)) + rng.normal(size=(12, 1))
    metrics = [sign * human + 0.2 * rng.normal(size=human.shape) for sign in signs]
    scorers = (Scorer("people", "human"), *(Scorer(f"m{i}", "metric") for i in range(len(signs))))
    names = tuple(f"s{i}" for i in range(12)), tuple(f"d{j}" for j in range(20))
    table = ScoreTable(scorers, *names, np.array([human, *metrics])).with_orientation(lower_is_better=lower)
    found = compare(table, rng=1, resamples=99, beside=(), **options).cautions
    return [caution.message for caution in found if caution.code == "negative_agreement"]


def test_the_advice_is_given_where_nothing_is_declared():
    (message,) = messages([-1, 1])
    assert "'m0' (system and input level, Pearson's r)" in message
    assert message.endswith("of what read_scores gives). Else leave it out: --without metrics=m0.")
    assert "'m1'" not in message


def test_declared_metrics_get_no_such_advice():
    (message,) = messages([1, 1], lower=["m0"])
    assert message.startswith("This metric ranks opposite to people, the interval lying below zero: 'm0' (")
    assert message.endswith("), although lower is better was already taken into account.")
    assert "--lower-is-better" not in message
    assert messages([-1, 1], lower=["m0"]) == []


def test_both_kinds_are_told_apart():
    undeclared, declared = messages([-1, 1, -1], lower=["m1"], level="system", coefficient="pearson")
    assert "'m0', 'm2' (system level, Pearson's r)" in undeclared
    assert "add --lower-is-better m0,m2 (in Python with_orientation, " in undeclared
    assert "'m1' (system level, Pearson's r)" in declared
