"""One sentence for each decision, with the number that decided."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.data.preferences.preferences import PairRow, Preferences
from trueness.decisions.decision import Ground
from trueness.studies.preferences.answers import (
    answers,
    leading,
    rank_answer,
    replace_answer,
    who_agrees_most,
)
from trueness.studies.preferences.decided import BOTH_ORDER, IN_ORDER, REVERSED
from trueness.studies.preferences.study import preferences


@pytest.fixture(scope="module")
def study(pairs):
    return preferences(pairs, judges=["good", "bad"], over="inputs", rng=1)


def decision(study, rule, reason="", **changed):
    found = next(one for one in study.decisions if one.rule == rule)
    given = {"estimate": 0.5, "low": 0.4, "high": 0.6, "bar": 0.8, **changed}
    ground = Ground(measure=reason or found.reason, **given)
    kept = [one for one in found.grounds if one.measure != ground.measure]
    return dataclasses.replace(
        found, reason=ground.measure, grounds=(ground, *kept), **{key: given[key] for key in given}
    )


def test_the_first_sentence_is_about_the_judge_that_agrees_most(study):
    first = leading(study)
    assert first.metric == "good"
    said = list(answers(study, {}))
    assert said[0].startswith("✓ Of 2 judges 'good' agrees most with people: it agrees with a person on")
    assert "another person agrees on" in said[0]
    assert said[1].startswith("? We cannot tell whether 'good' may rank systems: ")
    assert said[2].startswith("? We cannot tell whether 'good' may stand in for a person: ")
    assert said[3:] == [
        "May other judges rank systems: cannot tell for 'bad'.",
        "May other judges stand in for a person: cannot tell for 'bad'.",
        "Do others agree with people more often than a guess does: yes for 'bad'.",
        "These answers apply to other inputs, and to these two people.",
    ]


def test_where_it_cannot_be_told_who_is_best_that_is_said_first(study):
    best, *rest = study.decisions
    unsure = dataclasses.replace(best, answer="cannot_tell", names=("good", "bad"))
    said = who_agrees_most(dataclasses.replace(study, decisions=(unsure, *rest)), leading(study))
    assert said.startswith("? 'good' agrees with a person on ")
    assert said.endswith(". Of 2 judges, 'bad' may agree as much.")
    chance = dataclasses.replace(best, answer="cannot_tell", names=("good",))
    said = who_agrees_most(dataclasses.replace(study, decisions=(chance, *rest)), leading(study))
    assert said.startswith("? We cannot tell whether any of 2 judges agrees with people at all")


def test_a_metric_may_be_better_than_the_first_judge(study):
    rows = tuple(
        dataclasses.replace(row, kind="metric") if row.metric == "good" else row for row in study.agreement
    )
    changed = dataclasses.replace(study, agreement=rows)
    assert leading(changed).metric == "bad"
    assert "Of 2 judges and metrics 'good' agrees most with people. 'bad' agrees" in who_agrees_most(
        changed, leading(changed)
    )
    alone = dataclasses.replace(study, decisions=())
    assert who_agrees_most(alone, leading(alone)).startswith("'good' agrees with a person on")


@pytest.mark.parametrize(
    ("reason", "changed", "words"),
    [
        (
            "systems",
            {"estimate": 6, "bar": 8},
            "there are 6 systems, and it takes 8 to show that it orders 80% of pairs as people do.",
        ),
        (BOTH_ORDER, {}, "tell no two systems apart"),
        (
            REVERSED,
            {"bar": 0.2},
            "it reverses 50% of the pairs of systems that both order, and 20% is allowed (--rank-bar).",
        ),
        (
            IN_ORDER,
            {},
            "it orders 50% [40%, 60%] of pairs of systems as people do, and the bar is 80% (--rank-bar). More systems",
        ),
        (IN_ORDER, {"estimate": float("nan")}, "no finite strength"),
    ],
)
def test_why_a_judge_may_not_rank(study, reason, changed, words):
    said = rank_answer(decision(study, "may_rank", reason, **changed), {"good": "no finite strength."})
    assert said.startswith("? We cannot tell whether 'good' may rank systems: ")
    assert words in said


def test_yes_and_no_are_said_as_such(study):
    one = decision(study, "may_rank", IN_ORDER, estimate=0.95, low=0.85, high=0.99)
    assert rank_answer(dataclasses.replace(one, answer="yes"), {}) == (
        "✓ 'good' may rank systems in place of people: it orders 95% [85%, 99%] of pairs of systems as people do, and "
        "the bar is 80% (--rank-bar)."
    )
    assert rank_answer(dataclasses.replace(one, answer="no"), {}).startswith(
        "✗ 'good' should not rank systems in place of people: "
    )


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (
            "annotators_agree",
            "people may not agree enough with each other. Their kappa is 0.50 [0.40, 0.60], and 0.80 is needed.",
        ),
        (
            "outputs_unlike_the_commonest",
            "nearly all pairs one verdict. Only 0 pairs got another, and it takes 1.",
        ),
        ("agreement", "it may agree with people no more often than chance does (80%)."),
        (
            "difference",
            (
                "its agreement is another person's plus 50.0 points (difference [40.0, 60.0]), "
                "and −5 is allowed (--agreement-margin)."
            ),
        ),
    ],
)
def test_why_a_judge_may_not_stand_in(study, reason, words):
    found = decision(study, "may_replace_annotator", reason)
    said = replace_answer(study, found)
    assert said.startswith("? We cannot tell whether 'good' may stand in for a person: ")
    assert words in said
    may = replace_answer(study, dataclasses.replace(found, answer="yes"))
    assert may.startswith("✓ 'good' may stand in for one person: ")
    not_ = replace_answer(study, dataclasses.replace(found, answer="no"))
    assert not_.startswith("✗ 'good' should not stand in for a person: ")


def guessed(verdict):
    """Return pairs of two systems that a person and a judge compare, the judge as this says."""
    rng = np.random.default_rng(1)
    rows = []
    for j in range(200):
        person = int(rng.choice([1, -1]))
        rows += [
            PairRow(j, f"q{j}", "base", "new", who, said)
            for who, said in (("person", person), ("judge", verdict(rng, person)))
        ]
    return preferences(Preferences.of(rows), judges=["judge"], rng=1)


def test_a_judge_that_guesses_is_told_so_beside_one_person_and_two_systems():
    coin = guessed(lambda rng, _: int(rng.choice([1, -1]))).conclusions[0]
    assert coin.startswith(
        "? We cannot tell whether 'judge' agrees with people more often than a guess does: it agrees with a person on "
    )
    assert coin.endswith(" of pairs (chance 50%).")
    against = guessed(lambda rng, person: -person if rng.random() < 0.8 else person).conclusions[0]
    assert against.startswith("✗ 'judge' agrees with people no more often than a guess does: it agrees with")
    good = guessed(lambda rng, person: person if rng.random() < 0.8 else -person).conclusions[0]
    assert good.startswith("'judge' agrees with a person on 8")


def test_of_several_judges_those_that_may_guess_are_named(study):
    coin = tuple(
        dataclasses.replace(one, answer="cannot_tell")
        if (one.rule, one.about) == ("beyond_chance", "bad")
        else one
        for one in study.decisions
    )
    said = list(answers(dataclasses.replace(study, decisions=coin), {}))
    assert said[-2] == "Do others agree with people more often than a guess does: cannot tell for 'bad'."
