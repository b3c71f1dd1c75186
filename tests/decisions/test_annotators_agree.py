"""People agree where the whole interval of their agreement reaches the floor and not all ratings are one value."""

import math

import pytest

from trueness.decisions.annotators_agree import FEWEST_UNLIKE, FLOOR, UNLIKE, annotators_agree, as_need


def decided(low, high, unlike=50, **more):
    return annotators_agree(
        measure="alpha_ordinal",
        estimate=(low + high) / 2,
        low=low,
        high=high,
        n_unlike=unlike,
        applies_to="other inputs; these two people",
        about="quality",
        **more,
    )


@pytest.mark.parametrize(
    ("low", "high", "answer"),
    [(0.3, 0.6, "yes"), (0.1, 0.6, "cannot_tell"), (-0.1, 0.15, "no"), (math.nan, math.nan, "cannot_tell")],
)
def test_the_whole_interval_reaches_the_floor(low, high, answer):
    found = decided(low, high)
    assert (found.answer, found.bar, found.rule, found.about) == (
        answer,
        FLOOR,
        "annotators_agree",
        "quality",
    )


def test_where_one_value_takes_nearly_all_nothing_can_be_told():
    for limits in ((-0.1, 0.0), (0.8, 0.9)):
        found = decided(*limits, unlike=9)
        assert (found.answer, found.reason, found.bar) == ("cannot_tell", UNLIKE, FEWEST_UNLIKE)
    assert decided(0.8, 0.9, unlike=10).answer == "yes"


def test_the_floor_may_be_another_and_the_promise_follows_the_confidence():
    assert decided(0.3, 0.6, floor=0.667).answer == "no"
    assert decided(0.3, 0.6, confidence=0.9).promise.startswith("In 95% of studies")


def test_other_rules_need_it():
    assert as_need(decided(0.3, 0.6)).answer == "yes"
    missed, open_, rare = (
        as_need(decided(-0.1, 0.1)),
        as_need(decided(0.1, 0.6)),
        as_need(decided(0.3, 0.6, unlike=1)),
    )
    assert (missed.need, missed.measure, missed.answer) == (True, "annotators_agree", "no")
    assert open_.answer == "cannot_tell"
    assert (rare.measure, rare.answer, rare.bar) == (UNLIKE, "no", FEWEST_UNLIKE)
