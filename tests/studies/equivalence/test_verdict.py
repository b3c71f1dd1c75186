from __future__ import annotations

import math

import pytest

from trueness.studies.equivalence.verdict import one_sided_verdict, verdict

NAN = math.nan


@pytest.mark.parametrize(
    ("difference", "p_difference", "p_equivalence", "wanted"),
    [
        (0.2, 0.01, 0.9, "better"),
        (-0.2, 0.01, 0.9, "worse"),
        (0.01, 0.7, 0.01, "equivalent"),
        (0.01, 0.01, 0.01, "equivalent"),  # not zero, but smaller than the margin
        (0.1, 0.3, 0.3, "undecided"),
        (0.0, 0.01, 0.9, "undecided"),
        (0.2, 0.05, NAN, "better"),
        (0.2, NAN, 0.05, "equivalent"),
        (0.2, NAN, 0.2, "undecided"),
        (NAN, 0.01, 0.01, "undefined"),
        (0.2, NAN, NAN, "undefined"),
    ],
)
def test_every_case(difference, p_difference, p_equivalence, wanted):
    assert verdict(difference, p_difference, p_equivalence) == wanted


def test_the_level_counts():
    assert verdict(0.1, 0.08, 0.9, 0.10) == "better"
    assert verdict(0.1, 0.08, 0.9, 0.05) == "undecided"


def test_an_interval_that_is_too_wide_shows_no_equivalence():
    assert verdict(0.01, 0.9, 0.001, too_wide=True) == "undecided"
    assert verdict(0.3, 0.001, 0.001, too_wide=True) == "better"


@pytest.mark.parametrize(
    ("difference", "p_difference", "p_margin", "low", "high"),
    [
        (0.01, 0.7, 0.01, "not worse", "not better"),
        (0.2, 0.01, 0.01, "better", "not better"),
        (-0.2, 0.01, 0.01, "not worse", "worse"),
        (0.2, 0.01, 0.9, "better", "better"),
        (-0.2, 0.01, 0.9, "worse", "worse"),
        (0.1, 0.3, 0.3, "undecided", "undecided"),
        (0.1, NAN, 0.01, "not worse", "not better"),
        (0.1, NAN, 0.9, "undecided", "undecided"),
        (0.2, 0.01, NAN, "better", "better"),
        (NAN, 0.01, 0.01, "undefined", "undefined"),
        (0.2, NAN, NAN, "undefined", "undefined"),
    ],
)
def test_a_margin_on_one_side_never_shows_equivalence(difference, p_difference, p_margin, low, high):
    assert one_sided_verdict(difference, p_difference, p_margin, side="low") == low
    assert one_sided_verdict(difference, p_difference, p_margin, side="high") == high
