"""A design is enough where the pilot leaves no doubt of it."""

import math

import pytest

from trueness.decisions.enough import Asked, enough, likeliest

OPEN = Asked(0.5, 0.4, 0.6, None)


def test_nothing_is_asked_for():
    assert enough("8 systems", OPEN, OPEN, pilot=16) is None


@pytest.mark.parametrize(
    ("low", "high", "answer"), [(0.8, 0.9, "yes"), (0.7, 0.95, "cannot_tell"), (0.3, 0.79, "no")]
)
def test_the_whole_interval_of_the_power_has_to_reach_what_is_asked(low, high, answer):
    found = enough("8 systems", Asked(0.85, low, high, 0.8), OPEN, pilot=16)
    assert (found.answer, found.bar, found.applies_to) == (answer, 0.8, "data like the pilot's")
    assert found.promise.startswith("In 90% of pilots")


def test_width_and_power_both_have_to_be_reached():
    power = Asked(0.9, 0.85, 0.95, 0.8)
    assert enough("", power, Asked(0.3, 0.2, 0.4, 0.5), pilot=0).answer == "yes"
    assert enough("", power, Asked(0.3, 0.2, 0.6, 0.5), pilot=0).reason == "width"
    assert enough("", power, Asked(0.6, 0.52, 0.7, 0.5), pilot=0).answer == "no"


def test_a_tiny_pilot_tells_nothing():
    found = enough("", Asked(0.95, 0.9, 0.99, 0.8), OPEN, pilot=5)
    assert (found.answer, found.reason, found.bar) == ("cannot_tell", "systems of the pilot", 6)


def test_assumptions_leave_only_the_simulation_open():
    found = enough("", Asked(0.95, 0.9, 0.99, 0.8), OPEN, pilot=0)
    assert (found.answer, found.applies_to) == ("yes", "data as assumed")
    assert found.promise.startswith("In 97.5%")


def test_what_has_no_interval_is_open():
    assert enough("", Asked(0.9, math.nan, math.nan, 0.8), OPEN, pilot=16).answer == "cannot_tell"


def test_the_likeliest_is_the_cheapest_whose_own_numbers_reach():
    asked = [Asked(p, low, p + 0.05, 0.8) for p, low in ((0.7, 0.5), (0.85, 0.6), (0.9, 0.7), (0.95, 0.85))]
    found = [enough(str(k), one, OPEN, pilot=16) for k, one in enumerate(asked)]
    assert likeliest(found, [1, 3, 2, 0]).about == "2"
    assert likeliest(found[:1], [1]) is None


@pytest.mark.parametrize(
    ("power", "width", "reached"), [(0.8, 0.5, True), (0.79, 0.4, False), (0.9, 0.51, False)]
)
def test_the_likeliest_reaches_every_bar(power, width, reached):
    found = enough("", Asked(power, 0.6, 0.95, 0.8), Asked(width, 0.3, 0.6, 0.5), pilot=16)
    assert found.answer == "cannot_tell"
    assert likeliest([found], [1]) == (found if reached else None)
