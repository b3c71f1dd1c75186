"""A decision is yes where every ground is met, no where one is missed, and otherwise "cannot tell"."""

import math

import pytest

from trueness.decisions.decision import Ground, Rule, by_facet, decision_of
from trueness.errors import ArgumentError
from trueness.reporting.view import DECISIONS
from trueness.reporting.writing import tables
from trueness.result import jsonable

RULE = Rule(
    name="may_grade",
    question="May the judge grade outputs?",
    promise="In {share} of studies a judge that may not grade gets no yes.",
    broken=0.025,
    needs="two annotators",
    source="docs/promises.md",
)


def ground(low, high, bar=0.6, side="at_least", measure="kappa", *, need=False):
    return Ground(
        measure=measure, estimate=(low + high) / 2, low=low, high=high, bar=bar, side=side, need=need
    )


def test_a_need_that_is_found_to_be_lacking_leaves_it_open():
    told = RULE.decide([ground(0.7, 0.9)], applies_to="other outputs", about="gpt")
    need = Ground.counted("annotators", 1, 2)
    lacking = told.lacking(need)
    assert lacking == RULE.decide([need, ground(0.7, 0.9)], applies_to="other outputs", about="gpt")
    assert (told.answer, lacking.answer, lacking.ground) == ("yes", "cannot_tell", need)


@pytest.mark.parametrize(
    ("side", "low", "high", "bar", "answer"),
    [
        ("at_least", 0.6, 0.8, 0.6, "yes"),
        ("at_least", 0.5, 0.8, 0.6, "cannot_tell"),
        ("at_least", 0.5, 0.6, 0.6, "cannot_tell"),
        ("at_least", 0.5, 0.59, 0.6, "no"),
        ("above", 0.0, 0.8, 0.0, "cannot_tell"),
        ("above", 0.1, 0.8, 0.0, "yes"),
        ("above", -0.3, 0.0, 0.0, "no"),
        ("at_most", 0.1, 0.2, 0.2, "yes"),
        ("at_most", 0.3, 0.4, 0.2, "no"),
        ("at_most", 0.1, 0.4, 0.2, "cannot_tell"),
        ("within", -0.05, 0.05, 0.05, "yes"),
        ("within", 0.06, 0.07, 0.05, "no"),
        ("within", -0.09, -0.06, 0.05, "no"),
        ("within", -0.09, 0.0, 0.05, "cannot_tell"),
        ("at_least", math.nan, 0.8, 0.6, "cannot_tell"),
        ("at_least", 0.7, 0.8, math.nan, "cannot_tell"),
    ],
)
def test_a_ground_is_met_or_missed_where_its_whole_interval_is(side, low, high, bar, answer):
    assert ground(low, high, bar, side).answer == answer


def test_a_side_that_is_none_is_refused():
    with pytest.raises(ArgumentError, match="side"):
        ground(0, 1, side="beyond")


def decided(*grounds, **more):
    return RULE.decide(grounds, applies_to="other outputs", **more)


def test_yes_takes_every_ground():
    found = decided(ground(0.7, 0.8), ground(0.1, 0.2, 0.0, measure="difference"))
    assert (found.answer, found.reason, found.bar) == ("yes", "kappa", 0.6)
    assert found.ground is found.grounds[0]
    assert found.of("difference").low == 0.1
    assert found.of("other") is None


def test_one_missed_ground_is_a_no_whatever_the_others_leave_open():
    found = decided(ground(0.4, 0.8), ground(-0.2, -0.1, 0.0, measure="difference"))
    assert (found.answer, found.reason, found.estimate) == ("no", "difference", pytest.approx(-0.15))


def test_one_open_ground_leaves_it_open():
    found = decided(ground(0.7, 0.8), ground(-0.2, 0.1, 0.0, measure="difference"))
    assert (found.answer, found.reason) == ("cannot_tell", "difference")


def test_an_unmet_need_leaves_nothing_to_tell_even_beside_a_missed_ground():
    found = decided(ground(0.1, 0.2), Ground.counted("systems", 2, 3))
    assert (found.answer, found.reason, found.bar) == ("cannot_tell", "systems", 3)
    assert decided(ground(0.1, 0.2), Ground.counted("systems", 3, 3)).answer == "no"


def test_the_promise_says_how_often():
    assert decided(ground(0.7, 0.8)).promise.startswith("In 97.5% of studies")
    assert decided(ground(0.7, 0.8), broken=0.05).promise.startswith("In 95% of studies")


def test_a_decision_is_a_row_of_plain_values():
    found = decided(ground(0.7, 0.8), about="judge", names=("a", "b"))
    line = tables.to_csv([found], DECISIONS).splitlines()[1]
    assert "a; b" in line
    assert '""measure"": ""kappa""' in line
    as_json = jsonable(found)
    assert as_json["names"] == ["a", "b"]
    assert as_json["grounds"][0]["answer"] == "yes"
    assert "a; b" in tables.to_markdown([found], DECISIONS)


def test_decisions_of_several_human_scores_have_their_names():
    one = decided(ground(0.7, 0.8))
    assert [row.facet for row in by_facet({"fluency": [one], "relevance": [one, one]})] == [
        *("fluency", "relevance", "relevance")
    ]


def test_what_a_rule_says_of_something_is_found_by_its_name():
    whole, judge = decided(ground(0.7, 0.8)), decided(ground(0.7, 0.8), about="judge")
    assert decision_of([judge, whole], RULE) is whole
    assert decision_of([whole, judge], RULE, "judge") is judge
    assert decision_of([whole, judge], RULE, "other") is None
