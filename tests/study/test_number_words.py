"""Numbers in sentences."""

from __future__ import annotations

import math

import numpy as np
import pytest

from trueness.study.number_words import (
    bracketed,
    bracketed_shares,
    counted,
    decimal,
    digits_that_add_up,
    in_points,
    percent,
    significant,
    systems_in_all,
    wider,
)


@pytest.mark.parametrize(
    ("value", "said"),
    [(0.6, "0.60"), (-0.125, "−0.12"), (-0.001, "0.00"), (-0.0, "0.00"), (math.nan, "undefined")],
)
def test_decimals_have_no_negative_zero(value, said):
    assert decimal(value) == said


def test_digits_are_as_asked():
    assert decimal(-12.3456, 1) == "−12.3"
    assert (percent(0.325), percent(0.3256, 1)) == ("32%", "32.6%")
    assert (significant(1 / 256), significant(1 / 256, 2)) == ("0.00391", "0.0039")


def test_an_interval_is_wider_or_narrower():
    assert [wider(x) for x in (0.124, -0.3, 0.0)] == ["12% wider", "30% narrower", "0% wider"]


def test_one_thing_is_no_plural():
    assert [counted(n, "input") for n in (0, 1, 2, 1200)] == [
        "0 inputs",
        "1 input",
        "2 inputs",
        "1,200 inputs",
    ]


def test_intervals_in_sentences_are_there_only_where_they_are_known():
    nothing = float("nan")
    assert bracketed(-0.5, 0.25) == " [\N{MINUS SIGN}0.50, 0.25]"
    assert bracketed_shares(0.25, 0.5) == " [25%, 50%]"
    for words in (bracketed, bracketed_shares):
        for low, high in ((nothing, nothing), (0.5, nothing), (0.5, float("inf"))):
            assert words(low, high) == ""


def test_large_numbers_are_no_powers_of_ten():
    assert [significant(value, 2) for value in (123.4, 99.6, 3.84, 12_345, 0.00391)] == [
        "120",
        "100",
        "3.8",
        "12,000",
        "0.0039",
    ]


def test_a_difference_is_that_of_the_numbers_beside_it():
    rng = np.random.default_rng(1)
    more = 0
    for one, other in rng.random((2000, 2)):
        digits = digits_that_add_up(one, other)
        if digits < 4:
            shown = [float(decimal(value, digits).replace("−", "-")) for value in (one, other, one - other)]
            assert shown[0] - shown[1] == pytest.approx(shown[2])
        more += digits > 2
    assert 200 < more < 1000
    assert digits_that_add_up(0.714, 0.818) == 3
    assert digits_that_add_up(0.7, 0.6) == digits_that_add_up(math.nan, 0.5) == 2


@pytest.mark.parametrize(
    ("share", "said"),
    [(0.17, "17 points"), (0.01, "1 point"), (-0.01, "−1 point"), (0.004, "0.4 points"), (0, "0 points")],
)
def test_differences_of_shares_are_points(share, said):
    assert in_points(share) == said


def test_systems_of_several_tables_are_counted_in_all_and_by_name():
    assert systems_in_all([("a", "b"), ("c",)]) == "3 systems"
    assert systems_in_all([("a", "b"), ("a", "c"), ("a",)]) == "5 systems, 3 different"
    assert systems_in_all([("a",)]) == "1 system"
