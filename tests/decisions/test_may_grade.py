"""A judge may grade where people agree, and it agrees with one of them nearly as well as they do with each other."""

import math

import pytest

from trueness.decisions.may_grade import (
    CEILING_MARGIN,
    GRADES,
    MINUS_PEOPLE,
    OUTPUTS,
    PEOPLE,
    PEOPLE_FLOOR,
    WITH_A_PERSON,
    BesidePeople,
    Measured,
    agreement_with_people,
    may_grade,
    people_differ,
)

GOOD = BesidePeople(Measured(0.6, 0.5, 0.7), Measured(0.62, 0.52, 0.72), Measured(0.02, -0.05, 0.09))


def decided(found, n_outputs=100, **more):
    return may_grade(
        found,
        measure="kappa",
        n_outputs=n_outputs,
        applies_to="other inputs, these people",
        about="judge",
        **more,
    )


def changed(**parts):
    return decided(GOOD._replace(**{name: Measured(sum(ends) / 2, *ends) for name, ends in parts.items()}))


def test_a_judge_as_good_as_a_person():
    found = decided(GOOD)
    assert (found.answer, found.reason, found.bar) == ("yes", MINUS_PEOPLE, -CEILING_MARGIN)
    assert (found.rule, found.about, found.coefficient) == ("may_grade", "judge", "kappa")


@pytest.mark.parametrize(
    ("parts", "answer", "reason"),
    [
        ({"difference": (-0.3, -0.11)}, "no", MINUS_PEOPLE),
        ({"difference": (-0.2, 0.1)}, "cannot_tell", MINUS_PEOPLE),
        ({"judge": (-0.1, 0.0)}, "no", WITH_A_PERSON),
        ({"judge": (0.0, 0.3)}, "cannot_tell", WITH_A_PERSON),
        ({"people": (0.1, 0.3)}, "cannot_tell", PEOPLE),
        ({"people": (-0.05, 0.05)}, "cannot_tell", PEOPLE),
        ({"people": (0.19, 0.3), "difference": (-0.5, -0.4)}, "cannot_tell", PEOPLE),
        ({"people": (math.nan, math.nan)}, "cannot_tell", PEOPLE),
        ({"people": (PEOPLE_FLOOR, 0.4)}, "yes", MINUS_PEOPLE),
    ],
)
def test_what_speaks_against_it(parts, answer, reason):
    found = changed(**parts)
    assert (found.answer, found.reason) == (answer, reason)


def test_within_the_margin_at_least_half_of_what_people_agree_by_is_left():
    assert PEOPLE_FLOOR - CEILING_MARGIN >= PEOPLE_FLOOR / 2


@pytest.mark.parametrize(
    ("low", "high", "answer"), [(0.6, 0.8, "yes"), (0.5, 0.7, "cannot_tell"), (0.1, 0.59, "no")]
)
def test_beside_one_person_an_absolute_bar_is_asked(low, high, answer):
    found = decided(Measured((low + high) / 2, low, high))
    assert (found.answer, found.reason, found.bar) == (answer, "kappa", 0.6)
    assert decided(Measured(0.5, 0.45, 0.55), bar=0.4).answer == "yes"


def test_the_promise_follows_the_confidence():
    assert decided(GOOD).promise.startswith("In 97.5% of studies")
    assert decided(GOOD, confidence=0.9).promise.startswith("In 95% of studies")
    assert decided(GOOD, confidence=0.4).promise.startswith("In 70% of studies")


def test_of_few_outputs_nothing_is_told():
    found = decided(GOOD, n_outputs=9)
    assert (found.answer, found.reason) == ("cannot_tell", OUTPUTS)
    assert decided(GOOD, n_outputs=10).answer == "yes"


def test_of_a_judge_that_gives_no_labels_nothing_is_told():
    found = decided(GOOD, grades=False)
    assert (found.answer, found.reason) == ("cannot_tell", GRADES)


@pytest.mark.parametrize(
    ("people", "difference", "differ"),
    [((0.05, 0.15), (0.0, 0.1), True), ((0.1, 0.3), (0.0, 0.1), False), ((0.5, 0.7), (-0.3, -0.2), False)],
)
def test_people_are_known_to_differ_where_their_whole_interval_is_below_the_floor(people, difference, differ):
    assert people_differ(changed(people=people, difference=difference)) == differ


def test_agreement_with_people_is_that_of_a_person_or_the_absolute_one():
    assert agreement_with_people(decided(GOOD)).measure == WITH_A_PERSON
    assert agreement_with_people(decided(Measured(0.7, 0.6, 0.8))).measure == "kappa"
