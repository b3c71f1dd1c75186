"""Which test decides about a coefficient where the one asked for does not exist."""

from __future__ import annotations

import pytest

from trueness.methods.recommended import AskedTest

DEFAULTS = {
    "name": "recommended",
    "over": "systems",
    "standardize": "level",
    "stop_after": None,
    "resampled": "both",
}


def asked_of(**given):
    return AskedTest(**DEFAULTS | given)


@pytest.mark.parametrize(
    ("asked", "level", "coefficient", "found"),
    [
        ({}, "system", "pearson", ("studentized_permutation", "systems")),
        ({"name": "studentized_permutation"}, "system", "pearson", ("studentized_permutation", "systems")),
        ({"name": "fisher_permutation"}, "input", "kendall", ("fisher_permutation", "systems")),
        ({"name": "fisher_permutation"}, "global", "kendall", ("permutation", "systems")),
        ({}, "input", "kendall", ("studentized_permutation", "systems")),
        ({}, "global", "kendall", ("permutation", "systems")),
        ({"standardize": "cells"}, "system", "pearson", ("permutation", "systems")),
        ({"stop_after": 20}, "system", "pearson", ("permutation", "systems")),
        ({"name": "permutation"}, "system", "pearson", ("permutation", "systems")),
        ({}, "system", "spa", ("permutation", "systems")),
        ({}, "input", "acc_eq", ("permutation", "inputs")),
        ({}, "per_system", "acc_eq", ("permutation", "systems")),
        ({}, "global", "acc_eq", ("bootstrap", "both")),
        ({"resampled": "inputs"}, "global", "acc_eq", ("bootstrap", "inputs")),
        ({"over": "both"}, "input", "kendall", ("permutation", "both")),
        ({"over": "both"}, "input", "acc_eq", ("permutation", "inputs")),
        ({"over": "inputs"}, "per_system", "acc_eq", ("permutation", "systems")),
        ({"name": "bootstrap"}, "input", "acc_eq", ("bootstrap", "systems")),
        ({"name": "sign_flip", "over": "inputs"}, "input", "kendall", ("sign_flip", "inputs")),
        ({"name": "jackknife"}, "system", "gap_tau:high=0.3", ("permutation", "systems")),
        ({"name": "williams", "over": "inputs"}, "system", "kendall", ("williams", "systems")),
    ],
)
def test_the_test_of_a_coefficient(asked, level, coefficient, found):
    assert asked_of(**asked).at(level, coefficient) == found


def test_too_few_systems_leave_no_recommended_test():
    assert not asked_of().is_there(3)
    assert asked_of().is_there(4)
    assert asked_of(name="bootstrap").is_there(3)
