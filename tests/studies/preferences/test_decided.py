"""Decisions follow the rows: the judge that agrees most first, each with its bars, and whom they apply to."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from trueness.data.preferences.preferences import PairRow, Preferences
from trueness.statistics.certain import Certain
from trueness.studies.preferences.agreeing import PeopleKappa
from trueness.studies.preferences.decided import BOTH_ORDER, REVERSED, by_agreement, preference_decisions
from trueness.studies.preferences.study import preferences

from .conftest import drawn_rows

PEOPLE = PeopleKappa(Certain(0.5, 0.4, 0.6), 100, 80, 2)


@pytest.fixture(scope="module")
def study(pairs):
    return preferences(pairs, judges=["good", "bad"], over="inputs", rng=1)


def many(n_systems=20, seed=1, people=2, judge=0.0):
    """Return pairs of many systems that people and a judge of this taste compare."""
    rng = np.random.default_rng(seed)
    strength, taste = 2 * rng.normal(size=(2, n_systems))
    rows = []
    for j in range(60):
        for _ in range(n_systems):
            a, b = rng.choice(n_systems, 2, replace=False)
            for who, more in [(f"p{k}", 0.0) for k in range(people)] + [("j", judge)]:
                gap = strength[a] - strength[b] + more * (taste[a] - taste[b])
                said = 1 if gap + rng.logistic() > 0 else -1
                rows.append(PairRow(len(rows), f"q{j}", f"s{a}", f"s{b}", who, said))
    return Preferences.of(rows)


def ranked(study, **changed):
    (row,) = study.ranking
    rows = (dataclasses.replace(row, **changed),)
    found = preference_decisions(dataclasses.replace(study, ranking=rows), PEOPLE)
    return next(one for one in found if one.rule == "may_rank")


@pytest.fixture(scope="module")
def twenty():
    return preferences(many(), judges=["j"], prior=0.5, rng=1)


def test_a_judge_with_peoples_order_may_rank_and_one_of_its_own_may_not(twenty):
    (good,) = [one for one in twenty.decisions if one.rule == "may_rank"]
    assert (good.answer, good.reason, good.bar) == ("yes", "pairs_in_order", 0.8)
    other = preferences(many(judge=3.0), judges=["j"], prior=0.5, rng=1)
    (bad,) = [one for one in other.decisions if one.rule == "may_rank"]
    assert bad.answer == "no"


@pytest.mark.parametrize(
    ("changed", "answer", "reason"),
    [
        ({"in_order": 0.9, "in_order_low": 0.79}, "cannot_tell", "pairs_in_order"),
        ({"in_order": 0.5, "in_order_low": 0.4, "in_order_high": 0.79}, "no", "pairs_in_order"),
        ({"in_order_low": math.nan, "in_order_high": math.nan}, "cannot_tell", "pairs_in_order"),
        ({"n_systems": 7}, "cannot_tell", "systems"),
        ({"n_agreed": 0, "n_reversed": 0}, "cannot_tell", BOTH_ORDER),
        ({"in_order_low": 0.85, "n_agreed": 3, "n_reversed": 1}, "cannot_tell", REVERSED),
        ({"n_agreed": 40, "n_reversed": 50}, "no", REVERSED),
    ],
)
def test_it_takes_systems_the_whole_interval_and_limits_of_ranks(twenty, changed, answer, reason):
    found = ranked(twenty, **changed)
    assert (found.answer, found.reason) == (answer, reason)


def test_six_systems_whose_order_is_anybodys_are_not_ranked():
    rng = np.random.default_rng(3)
    rows = [
        PairRow(k, f"q{k}", f"s{a}", f"s{b}", who, int(rng.choice([-1, 1])))
        for k in range(120)
        for a, b in [rng.choice(6, 2, replace=False)]
        for who in ("p", "j")
    ]
    found = preferences(Preferences.of(rows), judges=["j"], rng=1)
    assert [one.answer for one in found.decisions if one.rule == "may_rank"] == ["cannot_tell"]


@pytest.mark.parametrize(
    ("low", "high", "answer"), [(-0.04, 0.0, "yes"), (-0.08, 0.0, "cannot_tell"), (-0.2, -0.06, "no")]
)
def test_a_judge_stands_in_where_it_agrees_as_another_person_does(study, low, high, answer):
    rows = tuple(
        dataclasses.replace(row, difference_low=low, difference_high=high) for row in study.agreement
    )
    found = preference_decisions(dataclasses.replace(study, agreement=rows), PEOPLE)
    first = next(one for one in found if one.rule == "may_replace_annotator")
    assert (first.about, first.answer) == ("good", answer)
    coin = preference_decisions(
        dataclasses.replace(study, agreement=rows), PEOPLE._replace(kappa=Certain(0.0, -0.1, 0.1))
    )
    assert {one.answer for one in coin if one.rule == "may_replace_annotator"} == {"cannot_tell"}


def test_nobody_is_said_to_stand_in_where_nobody_judged_twice(study):
    rows = tuple(dataclasses.replace(row, n_both=0, kind="metric") for row in study.agreement)
    found = preference_decisions(dataclasses.replace(study, agreement=rows), PEOPLE._replace(n_pairs=0))
    assert {one.rule for one in found} == {"may_be_best", "beyond_chance"}


def test_those_that_may_be_best_come_from_the_differences(study):
    assert [row.metric for row in by_agreement(study)] == ["good", "bad"]
    best = study.decisions[0]
    assert (best.rule, best.answer, best.names) == ("may_be_best", "yes", ("good",))
    unsure = tuple(dataclasses.replace(row, pvalue=0.4) for row in study.differences)
    again = preference_decisions(dataclasses.replace(study, differences=unsure), PEOPLE)[0]
    assert (again.answer, again.names) == ("cannot_tell", ("good", "bad"))


def test_whom_it_applies_to_is_said_and_five_people_stand_for_others():
    two, five = (preferences(many(10, people=n), judges=["j"], prior=0.5, rng=1) for n in (2, 5))
    assert two.decisions[-1].applies_to == "other systems and other inputs; these two people"
    assert {one.applies_to for one in five.decisions} == {"other systems and other inputs; other people"}
    only = preferences(
        Preferences.of(drawn_rows(10, judged=10)), judges=["good"], over="inputs", people=["ann"], rng=1
    )
    assert only.decisions[-1].applies_to.endswith("this one person")
