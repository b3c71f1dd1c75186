"""Settings of a study of conditions: margins, tests beside, and what they become for tests of one margin."""

from __future__ import annotations

import math

import pytest

from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.studies.conditions.settings import ConditionsSettings


def of(**given):
    return ConditionsSettings.of(**given)


@pytest.mark.parametrize(
    ("given", "margins"),
    [
        (0.05, ("0.05",)),
        ("0.050", ("0.05",)),
        ([0.1, "sd", ".1"], ("0.1", "sd")),
        (("range",), ("range",)),
    ],
)
def test_margins_are_words(given, margins):
    assert of(margin=given).margins == margins


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("mad", "must be numbers, or 'sd', 'range'"),
        ([], "at least one margin"),
        (0, "must be above 0"),
        (2.5, "must be less than 2"),
        ([None], "must be numbers"),
    ],
)
def test_margins_that_are_none(given, said):
    with pytest.raises(ArgumentError, match=said):
        of(margin=given)


def test_tests_beside_stand_where_they_exist():
    assert of().methods == ("two_way_jackknife", "anderson_hauck")
    assert of(level="input").methods == ("two_way_jackknife",)
    assert of(level="global").methods == ("two_way_jackknife",)
    assert of(level="global", as_published=True).methods == ("two_way_jackknife", "anderson_hauck")
    assert of(coefficient="tau_c", level="system").methods == ("two_way_jackknife",)
    assert of(method="anderson_hauck").methods == ("anderson_hauck",)
    assert of(beside=("williams", "bootstrap"), level="input").methods == ("two_way_jackknife", "bootstrap")


def test_levels_follow_from_what_is_asked():
    assert of().levels == ("system", "input")
    assert of(over="outputs").levels == ("global",)
    assert of(method="williams").levels == ("system",)


def test_one_margin_by_one_method():
    settings = of(
        margin=["sd", 0.1], level=["system", "input"], applies_to="inputs", alpha=0.02, correction="holm"
    )
    one = settings.of_equivalence("two_way_jackknife", "0.1")
    assert (one.margin, one.levels, one.over, one.alpha, one.correction) == (
        0.1,
        ("system", "input"),
        "inputs",
        0.02,
        "holm",
    )
    beside = settings.of_equivalence("anderson_hauck", "sd")
    assert (beside.margin, beside.levels, beside.test) == ("sd", ("system",), "none")


def test_resamples_that_a_family_needs():
    assert of().resamples_for(224) == 0
    needed = of(method="bootstrap").resamples_for(224)
    harmonic = sum(1 / k for k in range(1, 225))
    assert needed == math.ceil(224 * harmonic / 0.05) - 1 == 26840
    assert of(method="bootstrap", correction="none").resamples_for(224) == 19


def test_what_makes_no_sense_is_refused():
    with pytest.raises(UnsupportedMethodError, match=r"lacks\. Ask for the"):
        of(method="williams", level="input")
    with pytest.raises(UnsupportedMethodError, match="cannot apply to these"):
        of(method="bootstrap", applies_to="these")
    with pytest.raises(ArgumentError, match=r"`threshold` must be above 0\.5"):
        of(threshold=0.5)
    with pytest.raises(ArgumentError, match="beside"):
        of(beside="tost")
