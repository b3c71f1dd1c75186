"""Strengths of systems, a line each, in the order of people's."""

from __future__ import annotations

import types

from trueness.studies.preferences.rows import Strength
from trueness.studies.preferences.strength_plot import MOST_RATERS, strength_plot


def study(raters):
    """Return strengths of three systems by some raters; what is not drawn is 0."""
    numbers = [(0.9, 0.5, 1.3), (0.1, -0.2, 0.4), (-1.0, -1.5, -0.5)]
    blank = dict.fromkeys(Strength.__dataclass_fields__, 0)
    rows = [
        Strength(
            **blank | {"metric": rater, "system": system, "estimate": estimate, "low": low, "high": high}
        )
        for rater in raters
        for system, (estimate, low, high) in zip(("s", "t", "u"), numbers, strict=True)
    ]
    return types.SimpleNamespace(strengths=tuple(rows), settings=types.SimpleNamespace(confidence=0.9))


def test_every_system_is_a_line_with_a_value_of_each_rater():
    found = strength_plot(study(("people", "judge <b>")))
    assert [(row["system"], row["metric"]) for row in found.data] == [
        (system, rater) for system in "stu" for rater in ("people", "judge <b>")
    ]
    assert "s, people: 0.900 [0.500, 1.300]" in found.svg
    assert "90% intervals for other inputs; systems in the order of people." in found.caption


def test_of_many_raters_the_first_are_drawn():
    found = strength_plot(study([f"r{k}" for k in range(9)]))
    assert {row["metric"] for row in found.data} == {f"r{k}" for k in range(MOST_RATERS)}
