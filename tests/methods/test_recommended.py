"""Which test is recommended, and which decides about a coefficient where the one asked for does not exist."""

from __future__ import annotations

import pytest

from trueness.methods.recommended import AskedTest, recommended_test

DEFAULTS = {"name": "permutation", "over": "systems", "resampled": "both"}


def asked_of(**given):
    return AskedTest(**DEFAULTS | given)


@pytest.mark.parametrize(
    ("over", "standardize", "stop_after", "found"),
    [
        ("", "level", None, "two_way_jackknife"),
        ("systems", "level", None, "permutation"),
        ("", "cells", None, "permutation"),
        ("", "level", 20, "permutation"),
    ],
)
def test_what_only_permutations_have_is_tested_by_them(over, standardize, stop_after, found):
    assert recommended_test(over, standardize, stop_after) == found


@pytest.mark.parametrize("level", ["system", "input", "global", "per_system"])
@pytest.mark.parametrize("over", ["both", "systems", "inputs", "these"])
def test_the_two_way_jackknife_is_never_replaced(level, over):
    asked = asked_of(name="two_way_jackknife", over=over)
    assert asked.at(level, "kendall") == ("two_way_jackknife", over)
    assert asked.at("input", "acc_eq") == asked.at("system", "spa") == ("two_way_jackknife", over)


@pytest.mark.parametrize(
    ("asked", "level", "coefficient", "found"),
    [
        ({"name": "studentized_permutation"}, "system", "pearson", ("studentized_permutation", "systems")),
        ({"name": "studentized_permutation"}, "input", "kendall", ("studentized_permutation", "systems")),
        ({"name": "studentized_permutation"}, "global", "kendall", ("permutation", "systems")),
        ({"name": "fisher_permutation"}, "input", "kendall", ("fisher_permutation", "systems")),
        ({"name": "fisher_permutation"}, "global", "kendall", ("permutation", "systems")),
        ({}, "system", "pearson", ("permutation", "systems")),
        ({}, "system", "spa", ("permutation", "systems")),
        ({}, "input", "acc_eq", ("permutation", "inputs")),
        ({}, "per_system", "acc_eq", ("permutation", "systems")),
        ({}, "global", "acc_eq", ("bootstrap", "both")),
        ({"resampled": "inputs"}, "global", "acc_eq", ("bootstrap", "inputs")),
        ({"resampled": "these"}, "global", "acc_eq", ("bootstrap", "both")),
        ({"over": "both"}, "input", "kendall", ("permutation", "both")),
        ({"over": "both"}, "input", "acc_eq", ("permutation", "inputs")),
        ({"over": "inputs"}, "per_system", "acc_eq", ("permutation", "systems")),
        ({"name": "bootstrap"}, "input", "acc_eq", ("bootstrap", "systems")),
        ({"name": "sign_flip", "over": "inputs"}, "input", "kendall", ("sign_flip", "inputs")),
        ({"name": "jackknife"}, "system", "gap_tau:high=0.3", ("permutation", "systems")),
        ({"name": "williams"}, "system", "kendall", ("williams", "systems")),
    ],
)
def test_the_test_of_a_coefficient(asked, level, coefficient, found):
    assert asked_of(**asked).at(level, coefficient) == found
