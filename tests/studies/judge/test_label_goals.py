"""How many labels it takes, in the validation of a judge."""

from __future__ import annotations

import numpy as np

import trueness


def judged(n=200, error=0.1):
    rng = np.random.default_rng(1)
    human = (rng.random((1, n)) < 0.5).astype(float)
    values = np.where(rng.random((1, n)) < error, 1 - human, human)
    scorers = (trueness.Scorer("human", "human"), trueness.Scorer("judge", "metric"))
    table = trueness.ScoreTable(
        scorers, ("s",), tuple(map(str, range(n))), np.stack([human, values]), has_systems=False
    )
    return trueness.judge(table, resamples=50, rng=1)


def test_goals_of_every_measure_and_of_the_green_light():
    found = judged()
    goals = [(row.measure, row.goal) for row in found.goals]
    wide = [(measure, "±0.05") for measure in ("kappa", "balanced_accuracy", "tpr", "tnr")]
    assert goals == [*wide, ("kappa", "green light")]
    assert found.goals[0].needed_low < found.goals[0].n_needed < found.goals[0].needed_high
    said = " ".join(found.conclusions)
    assert "To know kappa of 'judge' to ±0.05 takes" in said
    assert "with power 80%" in said
    assert "all_labelled" not in {caution.code for caution in found.cautions}
    assert "many_ties" not in {caution.code for caution in found.cautions}


def test_a_judge_short_of_the_bar():
    found = judged(error=0.4)
    assert found.goals[-1].n_needed is None
    assert "no number shows that it may grade" in " ".join(found.conclusions)
