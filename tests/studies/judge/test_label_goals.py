"""How many labels it takes, in the validation of a judge."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

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


def test_goals_of_every_measure_and_of_a_yes_for_grading():
    found = judged()
    goals = [(row.measure, row.goal) for row in found.goals]
    wide = [(measure, "±0.05") for measure in ("kappa", "balanced_accuracy", "tpr", "tnr")]
    assert goals == [*wide, ("kappa", "may grade")]
    assert found.goals[0].needed_low < found.goals[0].n_needed < found.goals[0].needed_high
    said = " ".join(found.conclusions)
    assert "To know kappa of 'judge' to ±0.05 takes" in said
    assert "with power 80%" in said
    assert "all_labelled" not in {caution.code for caution in found.cautions}
    assert "many_ties" not in {caution.code for caution in found.cautions}


def test_goals_of_scores_where_outputs_are_the_units():
    rng = np.random.default_rng(2)
    human = rng.normal(size=(1, 300))
    judge = -(0.75 * human + np.sqrt(1 - 0.75**2) * rng.normal(size=(1, 300)))
    scorers = (trueness.Scorer("human", "human"), trueness.Scorer("errors", "metric", higher_is_better=False))
    inputs = tuple(map(str, range(300)))
    table = trueness.ScoreTable(scorers, ("s",), inputs, np.stack([human, judge]), has_systems=False)
    found = trueness.judge(table, resamples=50, rng=1)
    r = -np.corrcoef(human, judge)[0, 1]
    assert [(row.measure, row.goal) for row in found.goals] == [
        ("pearson", "±0.05"),
        ("pearson", "may grade"),
    ]
    width, grade = found.goals
    assert width.estimate == pytest.approx(r)
    assert width.n_needed == pytest.approx((1.96 * (1 - r**2) / 0.05) ** 2, rel=0.25)
    assert grade.n_needed == pytest.approx((2.8 / (np.arctanh(r) - np.arctanh(0.6))) ** 2, rel=0.35)
    assert f"To know r of 'errors' to ±0.05 takes {width.n_needed:,} labels" in " ".join(found.conclusions)
    with_systems = dataclasses.replace(table, has_systems=True)
    assert not trueness.judge(with_systems, resamples=50, rng=1).goals  # there is `plan` for systems


def test_a_judge_short_of_the_bar():
    found = judged(error=0.4)
    assert found.goals[-1].n_needed is None
    assert "More labels will not show that it may grade" in " ".join(found.conclusions)


def test_beside_several_people_another_bar_is_asked_and_no_number_said():
    rng = np.random.default_rng(4)
    people = (rng.random((2, 1, 80)) < 0.5).astype(float)
    people[1, 0, :60] = people[0, 0, :60]
    scorers = (trueness.Scorer("human", "human"), trueness.Scorer("judge", "metric"))
    table = trueness.ScoreTable(
        scorers,
        ("s",),
        tuple(map(str, range(80))),
        np.stack([people.mean(axis=0), people[0]]),
        annotations={"human": trueness.Annotations(("a", "b"), people)},
        has_systems=False,
    )
    found = trueness.judge(table, resamples=50, rng=1)
    assert {row.goal for row in found.goals} == {"±0.05"}


def test_without_any_majority_there_are_no_goals_and_a_caution_says_why(tmp_path):
    rows = ["input,system,scorer,annotator,score"]
    for k in range(40):
        rows += [f"{k},s,human,A,yes", f"{k},s,human,B,no", f"{k},s,judge,,{('yes', 'no')[k % 3 == 0]}"]
    path = tmp_path / "labels.csv"
    path.write_text("\n".join(rows))
    found = trueness.judge(path, human="human", resamples=50, rng=1)
    assert found.n_divided == 40
    assert found.goals == ()
    assert any("40 of 40 outputs" in caution.message for caution in found.cautions)


def test_agreement_with_most_people_is_called_so_where_one_of_them_is_another():
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 2, (1, 300)).astype(float)
    people = np.stack([np.where(rng.random(truth.shape) < 0.15, 1 - truth, truth) for _ in range(3)])
    llm = np.where(rng.random(truth.shape) < 0.1, 1 - truth, truth)
    table = trueness.ScoreTable(
        (trueness.Scorer("human", "human"), trueness.Scorer("llm")),
        ("s",),
        tuple(map(str, range(300))),
        np.stack([people.mean(axis=0), llm]),
        annotations={"human": trueness.Annotations(("a", "b", "c"), people)},
        has_systems=False,
    )
    found = trueness.judge(table, human="human", resamples=50, rng=1)
    kappa = next(row for row in found.labels if row.measure == "kappa")
    assert kappa.estimate > kappa.single + 0.05  # two numbers, so each needs its words
    said = " ".join(found.conclusions)
    assert "To know kappa of 'llm' with the label of most people to ±0.05 takes" in said
    assert "gives the label of most people to" in said
    alone = " ".join(judged().conclusions)
    assert "most people" not in alone
    assert "gives people's label to" in alone


def two_judges(errors, n=150, people=2, n_systems=1):
    rng = np.random.default_rng(12)
    truth = rng.integers(0, 2, (n_systems, n)).astype(float)

    def said(error):
        return np.where(rng.random(truth.shape) < error, 1 - truth, truth)

    given = np.stack([said(0.1) for _ in range(people)])
    table = trueness.ScoreTable(
        (trueness.Scorer("human", "human"), *(trueness.Scorer(f"v{k}") for k in range(len(errors)))),
        tuple(f"s{k}" for k in range(n_systems)),
        tuple(map(str, range(n))),
        np.stack([given.mean(axis=0), *map(said, errors)]),
        annotations={"human": trueness.Annotations(("a", "b"), given)} if people > 1 else {},
        has_systems=n_systems > 1,
    )
    return trueness.judge(table, human="human", resamples=50, rng=1)


@pytest.mark.parametrize("people", [1, 2])
def test_how_many_labels_tell_the_best_judge_from_the_next_is_said_where_it_is_not_known(people):
    found = two_judges((0.08, 0.08), people=people)
    best = next(one for one in found.decisions if one.rule == "may_be_best")
    first, second = best.names
    (row,) = (row for row in found.goals if row.goal.startswith("above"))
    assert (row.metric, row.goal, row.n_outputs) == (first, f"above {second}", 150)
    assert row.n_needed > 150
    said = found.conclusions[0]
    assert f"'{first}' is {row.estimate:.2f} ahead of '{second}' on 150 labelled outputs, and it " in said
    assert " to settle it" in said
    if people == 1:  # the goal of grading is said beside it as before
        assert any("to show that it may grade" in text for text in found.conclusions)


def test_judges_that_are_told_apart_or_vary_over_systems_need_no_number():
    clear = two_judges((0.02, 0.4))
    assert next(one for one in clear.decisions if one.rule == "may_be_best").answer == "yes"
    assert not [row for row in clear.goals if row.goal.startswith("above")]
    several = two_judges((0.1, 0.12), n_systems=4, n=50)
    assert next(one for one in several.decisions if one.rule == "may_be_best").answer != "yes"
    assert not [row for row in several.goals if row.goal.startswith("above")]
