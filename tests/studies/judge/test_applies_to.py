"""What intervals of judges are about, in words."""

from __future__ import annotations

from trueness.studies.judge.applies_to import applies_to


def test_systems_vary_where_they_have_names_and_are_enough():
    assert applies_to(over_systems=True, has_systems=True) == "other systems and other inputs"
    assert applies_to(over_systems=False, has_systems=True) == "these systems on other inputs"
    assert applies_to(over_systems=False, has_systems=False) == "other outputs"
