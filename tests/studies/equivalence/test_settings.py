from __future__ import annotations

import pytest

from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.studies.equivalence.settings import EquivalenceSettings


def test_defaults():
    found = EquivalenceSettings.of(margin=0.05, rng=3)
    assert found.levels == ("system", "input")
    assert (found.method, found.test, found.over) == ("two_way_jackknife", "two_way_jackknife", "both")
    assert (found.correction, found.seed) == ("by", 3)
    assert found.bounds == (-0.05, 0.05)
    assert EquivalenceSettings(margin="sd").bounds is None
    assert EquivalenceSettings(margin=0.1, method="williams").levels == ("system",)
    assert EquivalenceSettings(margin=0.1, over="outputs").levels == ("global",)
    assert EquivalenceSettings(low=-0.1, high=0.02).bounds == (-0.1, 0.02)


def test_what_the_study_applies_to_is_what_is_left_out():
    assert EquivalenceSettings(margin=0.1, applies_to="inputs").over == "inputs"
    assert EquivalenceSettings(margin=0.1, applies_to="these").of_differences().test_over == "these"
    assert EquivalenceSettings(margin=0.1, applies_to="systems", over="inputs").over == "inputs"
    assert EquivalenceSettings(margin=0.1, test="recommended").test == "two_way_jackknife"
    for given in ({"method": "bootstrap"}, {"test": "bootstrap"}):
        with pytest.raises(UnsupportedMethodError, match="these systems and inputs alone"):
            EquivalenceSettings(margin=0.1, applies_to="these", **given)


def test_the_settings_of_the_difference():
    rules = EquivalenceSettings(margin=0.1, over="outputs", test="permutation").of_differences()
    assert (rules.test, rules.test_over, rules.over, rules.beside) == ("permutation", "inputs", "inputs", ())
    assert EquivalenceSettings(margin=0.1, test="permutation").of_differences().test_over == "systems"
    assert (
        EquivalenceSettings(margin=0.1, test="permutation", test_over="both").of_differences().test_over
        == "both"
    )
    assert EquivalenceSettings(margin=0.1, correction="benjamini-yekutieli").correction == "by"


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({}, ArgumentError, "margin"),
        ({"margin": "iqr"}, ArgumentError, "`margin` must be one of 'sd', 'range'"),
        ({"margin": "sd", "low": -0.1}, ArgumentError, "give either `margin`, or"),
        ({"margin": 0.1, "alpha": 0.5}, ArgumentError, "below 0.5"),
        ({"margin": 0.1, "method": "steiger"}, ArgumentError, "`method` must be one of"),
        ({"margin": 0.1, "over": "cells"}, ArgumentError, "`over` must be one of"),
        ({"margin": 0.1, "test": "t"}, ArgumentError, "`test` must be one of"),
        ({"margin": 0.1, "correction": "x"}, ArgumentError, "`correction` must be one of"),
        ({"margin": 0.1, "over": "outputs", "levels": "system"}, UnsupportedMethodError, "global level only"),
        (
            {"margin": 0.1, "over": "outputs", "means": "all"},
            UnsupportedMethodError,
            "only judged outputs are",
        ),
        (
            {"margin": 0.1, "method": "williams", "levels": "input"},
            UnsupportedMethodError,
            "lacks. Ask for the",
        ),
        ({"margin": 0.1, "method": "williams", "levels": "global"}, UnsupportedMethodError, "as_published"),
        ({"margin": 0.1, "method": "williams", "coefficients": "tau_c"}, UnsupportedMethodError, "tau_c"),
    ],
)
def test_what_is_refused(given, error, message):
    with pytest.raises(error, match=message):
        EquivalenceSettings(**given)


def test_closed_forms_as_published():
    found = EquivalenceSettings(margin=0.1, method="anderson_hauck", levels="global", as_published=True)
    assert found.levels == ("global",)
