"""What an interval says of people: of these, or of others."""

from __future__ import annotations

from trueness.statistics.annotators.other_people import FEWEST_PEOPLE

_NUMBERS = {1: "this one person", 2: "these two people", 3: "these three people", 4: "these four people"}


def people_spoken_of(n_people: int) -> str:
    """Return ``other people`` where there are enough that they vary in the intervals, and else ``these two people``."""
    if n_people >= FEWEST_PEOPLE:
        return "other people"
    return _NUMBERS.get(n_people, "no people")
