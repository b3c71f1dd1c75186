"""What intervals and tests apply to, and what each method makes of that."""

from __future__ import annotations

import pytest

from trueness.errors import UnsupportedMethodError
from trueness.methods.applies_to import APPLIES_TO, OVERS, USUAL
from trueness.methods.registry import interval_method, pair_test
from trueness.study.words import OVER_WORDS


def test_both_are_usual_and_each_has_words():
    assert APPLIES_TO[USUAL] == "both"
    assert OVERS == ("both", "systems", "inputs", "these")
    assert set(OVER_WORDS) >= set(OVERS)


@pytest.mark.parametrize(
    ("test", "overs"),
    [
        ("two_way_jackknife", ("both", "systems", "inputs", "these")),
        # swapping all cells keeps systems and inputs, and no swap brings both new ones
        ("permutation", ("systems", "systems", "inputs", "both")),
        ("bootstrap", ("both", "systems", "inputs", "systems")),
        ("sign_flip", ("systems", "systems", "inputs", "systems")),
        ("williams", ("systems", "systems", "systems", "systems")),
    ],
)
def test_tests_take_the_nearest_they_can(test, overs):
    assert tuple(pair_test(test).over_for(over) for over in OVERS) == overs


@pytest.mark.parametrize(
    ("swapped", "spoken"),
    [("systems", "systems"), ("inputs", "inputs"), ("both", "these"), ("rows_then_columns", "these")],
)
def test_a_permutation_applies_to_the_units_it_swaps(swapped, spoken):
    assert pair_test("permutation").applies_to(swapped) == spoken


def test_other_tests_apply_to_what_varies():
    assert pair_test("bootstrap").applies_to("both") == "both"


@pytest.mark.parametrize(
    ("interval", "overs"),
    [
        ("two_way_jackknife", OVERS),
        ("none", OVERS),
        ("jackknife", ("systems",) * 4),
        ("fisher", ("systems",) * 4),
    ],
)
def test_intervals_with_one_choice_keep_it(interval, overs):
    assert tuple(interval_method(interval).over_for(over) for over in OVERS) == overs


@pytest.mark.parametrize("interval", ["percentile", "basic", "bca"])
def test_a_bootstrap_cannot_keep_systems_and_inputs(interval):
    method = interval_method(interval)
    assert tuple(method.over_for(over) for over in OVERS[:3]) == OVERS[:3]
    with pytest.raises(UnsupportedMethodError, match="Use --interval two_way_jackknife"):
        method.over_for("these")
