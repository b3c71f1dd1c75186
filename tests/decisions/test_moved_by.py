"""A choice is named only where its effect is beyond noise, over the choices of all claims that are said."""

import math

import pytest

from trueness.decisions.moved_by import moved_by


def test_choices_of_all_claims_are_one_family():
    found = moved_by(
        ["a > b", "a > c"],
        [{"level": 0.001, "human": 0.02}, {"level": 0.4, "human": math.nan}],
        units=16,
        applies_to="other systems",
    )
    assert [(one.about, one.answer, one.names) for one in found] == [
        ("a > b", "yes", ("level", "human")),  # Holm over three: .001, .02 x 2, .4
        ("a > c", "cannot_tell", ()),
    ]
    assert found[0].estimate == pytest.approx(0.003)
    assert found[0].promise.startswith("In 95%")


def test_few_units_tell_nothing():
    few, enough = (
        moved_by(["a > b"], [{"level": 1e-6}], units=units, applies_to="other systems")[0] for units in (5, 6)
    )
    assert (few.answer, few.reason, few.names) == ("cannot_tell", "units", ())
    assert (enough.answer, enough.names) == ("yes", ("level",))


def test_without_choices_there_is_nothing_to_tell():
    (found,) = moved_by(["a > b"], [{}], units=16, applies_to="other systems")
    assert found.answer == "cannot_tell"
