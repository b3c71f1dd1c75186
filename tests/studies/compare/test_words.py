"""Metrics in sentences: grouped by level and coefficient, named as medians where they are."""

from __future__ import annotations

import pytest

from trueness.studies.compare.rows import Estimate
from trueness.studies.compare.settings import Settings
from trueness.studies.compare.words import grouped_by_place, shown_name


def rows(*places):
    facts = (0.5, 0.1, 0.9, "percentile", "both", 9, 9, 81, 0, 0, 99, 0.0, 0.0)
    return [Estimate(*place.split(), *facts) for place in places]


BOTH = Settings(coefficients=("pearson", "kendall"))


@pytest.mark.parametrize(
    ("places", "settings", "words"),
    [
        (["a system pearson"], BOTH, "'a' (system level, Pearson's r)"),
        (["a system pearson", "a system kendall"], BOTH, "'a' (system level, all coefficients)"),
        (["a system pearson"], Settings(coefficients=("pearson",)), "'a' (system level, Pearson's r)"),
        (["a system pearson", "a input pearson"], BOTH, "'a' (system and input level, Pearson's r)"),
        (
            ["a system pearson", "a system kendall", "a input pearson"],
            BOTH,
            "'a' (system level, all coefficients; input level, Pearson's r)",
        ),
        (
            ["a system pearson", "b input pearson", "c input pearson"],
            BOTH,
            "'b', 'c' (input level, Pearson's r); 'a' (system level, Pearson's r)",
        ),
        (
            ["a system pearson", "a system kendall"],
            Settings(),
            "'a' (system level, Pearson's r and Kendall's tau-b)",
        ),
        (
            ["a system pearson", "a input pearson"],
            Settings(aggregate="median"),
            "'a [median]' (system level, Pearson's r); 'a' (input level, Pearson's r)",
        ),
    ],
)
def test_places_by_hand(places, settings, words):
    assert grouped_by_place(rows(*places), settings) == words


def test_long_lists_are_cut_with_a_count():
    places = [f"m{i} system pearson" for i in range(10)] + ["a input pearson", "b global pearson"]
    text = grouped_by_place(rows(*places), BOTH, most=1)
    assert text.endswith("'m7' and 2 more (system level, Pearson's r); and 2 more")


def test_medians_at_the_system_level_alone():
    assert shown_name("a", "system", Settings(aggregate="median")) == "a [median]"
    assert shown_name("a", "input", Settings(aggregate="median")) == "a"
    assert shown_name("a", "system", Settings()) == "a"
