"""Nothing is said of other systems where there are few, or versions of one."""

import pytest

from trueness.decisions.independent_systems import independent_systems


@pytest.mark.parametrize(
    ("systems", "alike", "answers"), [(10, 0, ["yes", "yes"]), (9, 0, ["no", "yes"]), (16, 1, ["yes", "no"])]
)
def test_both_are_needs(systems, alike, answers):
    found = independent_systems(systems, alike)
    assert [one.answer for one in found] == answers
    assert all(one.need for one in found)
