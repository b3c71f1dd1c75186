"""Rules asked about judges: which of them, by what, and with which numbers."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from tests.studies.judge.test_graded import SETTINGS, drawn, parts, ratings
from tests.studies.judge.test_judge_labels import SMALL, labelled

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.judge.decided import FEWEST_RANKED, OF_FEW_SYSTEMS, judge_decisions
from trueness.studies.judge.drawn_labels import DrawnLabels
from trueness.studies.judge.graded import beside_people, bias, by_one_measure
from trueness.studies.judge.study import judge


@pytest.fixture(scope="module")
def found():
    return judge(labelled(systems=6, inputs=40), rng=1, resamples=99)


def test_every_judge_is_asked_about_and_the_best_is_named_first(found):
    own = [
        ("may_be_best", ""),
        *((rule, name) for name in ("v1", "v2") for rule in ("may_grade", "may_quote_rate", "may_rank")),
    ]
    asked = [(one.rule, one.about) for one in found.decisions]
    assert asked[:7] == own
    beside = {
        *("annotators_agree", "agrees_as_well", "agrees_less", "may_replace_annotator"),
        "quote_without_noise",
    }
    assert {rule for rule, _ in asked[7:]} == beside
    assert found.in_order() == ("v2", "v1")
    assert found.decisions[0].names == ("v2",)
    assert all(one.applies_to for one in found.decisions)


def test_systems_are_ranked_by_a_coefficient_of_ranks(found):
    ranked = [one for one in found.decisions if one.rule == "may_rank"]
    assert {one.coefficient for one in ranked} == {"spearman"}
    rows = {
        row.metric: row
        for row in found.comparison.estimates
        if (row.level, row.coefficient) == ("system", "spearman")
    }
    for one in ranked:
        assert one.of("spearman").low == rows[one.about].low
        assert one.of(OF_FEW_SYSTEMS).low < rows[one.about].low
        assert one.of("systems").estimate == 6
    only = judge(labelled(systems=6), **SMALL)
    assert {one.coefficient for one in only.decisions if one.rule == "may_rank"} == {"pearson"}
    few = judge(labelled(systems=FEWEST_RANKED - 1), **SMALL)
    assert not [one for one in few.decisions if one.rule == "may_rank"]


def test_the_order_of_judges_is_that_of_agreement_with_people_not_over_systems():
    """A judge that ranks systems a little better and grades far worse does not lead."""
    rng = np.random.default_rng(0)
    table = labelled(systems=6, inputs=80)
    values = table.values.copy()
    noise = rng.random(values.shape[1:]) < 0.45
    values[1] = np.where(noise, 1 - values[0].round(), values[0].round())
    table = dataclasses.replace(table, values=values)
    found = judge(table, rng=1, resamples=99)
    rows = {row.metric: row.estimate for row in found.agreement if row.level == "system"}
    assert len(rows) == 2
    assert found.in_order()[0] == "v2"


def test_margins_are_in_the_unit_of_what_people_gave():
    people, one, _ = drawn()
    table = ratings(people, 4 * np.ones(300), one)
    graded = parts(table)
    assert beside_people(graded[0], 0.95).judge.estimate == pytest.approx(0)
    study = judge(table, human="human", rng=1, resamples=20)
    decided = judge_decisions(
        study, graded, by_one_measure(table, "human", graded, SETTINGS), DrawnLabels((), ())
    )
    assert decided == tuple(
        one for one in study.decisions if one.rule.startswith("may_") and "replace" not in one.rule
    )
    quoted = [one for one in decided if one.rule == "may_quote_rate"]
    assert {one.bar for one in quoted} == {0.05 * 4}
    assert quoted[1].estimate == pytest.approx(bias(graded[1], 0.95).estimate)
    shifted = judge(ratings(2 * people, 8 * np.ones(300), 2 * one), human="human", rng=1, resamples=20)
    quoted = [one for one in shifted.decisions if one.rule == "may_quote_rate"]
    assert {one.bar for one in quoted} == {0.05 * 8}
    assert quoted[1].estimate == pytest.approx(2 * bias(graded[1], 0.95).estimate)


def test_an_order_of_few_systems_has_one_interval_on_every_table():
    rng = np.random.default_rng(0)
    people = rng.normal(size=(6, 40)) + np.arange(6)[:, None] / 2
    judged = people + 0.5 * rng.normal(size=people.shape) + 0.1 * rng.normal(size=(6, 1))
    table = ScoreTable(
        (Scorer("people", "human"), Scorer("m")),
        tuple("abcdef"),
        tuple(f"i{k}" for k in range(40)),
        np.stack([people, judged]),
    )
    found = judge(table, human="people", judges=["m"], rng=1)
    (ranked,) = (one for one in found.decisions if one.rule == "may_rank")
    assert ranked.reason == "of_few_systems"
    rows = {(row.level, row.coefficient): row for row in found.agreement}
    told = rows["system", ranked.grounds[0].measure]
    assert (told.low, told.high) == (ranked.ground.low, ranked.ground.high)
    changed = [
        now for was, now in zip(found.comparison.estimates, found.agreement, strict=True) if was is not now
    ]
    assert changed == [told]
