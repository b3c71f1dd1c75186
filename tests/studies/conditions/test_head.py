"""The first screen of a page on other conditions says what its tests say."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import trueness
from trueness.studies.conditions.rows import ConditionsResult
from trueness.studies.conditions.view import ConditionView


@pytest.fixture(scope="module")
def found(pocket, pocket_lower) -> ConditionsResult:
    return trueness.conditions(
        pocket, against={"lower": pocket_lower}, human="coverage", level="input", resamples=99, rng=1
    )


def test_the_numbers_are_those_of_the_first_margin(found):
    shown, apart, scores, *_ = ConditionView().head(found).tiles
    tests = [row for row in found.tests if row.margin_kind == "0.05"]
    assert len(tests) == 4
    equivalent = sum(row.pvalue_adjusted <= 0.05 for row in tests)
    assert shown.value == f"{equivalent} of 4"
    assert f"{sum(row.pvalue <= 0.05 for row in tests)} before" in shown.text
    assert apart.value == f"{sum(row.verdict in ('better', 'worse') for row in tests)} of 4"
    mean = np.mean([row.estimate for row in found.across if row.condition == "lower"])
    assert scores.value == f"{mean:.2f}"


def test_pairs_that_turn_round_are_counted_without_ways_back(found):
    moved = next(iter(found.shifts))
    rows = (
        dataclasses.replace(moved, condition="lower", n_pairs=5, n_reversed=2, n_unresolved=3),
        dataclasses.replace(moved, condition="lower and back", n_pairs=7, n_reversed=7, n_unresolved=7),
    )
    resolved = dataclasses.replace(found.resolved, shifts=rows)
    pairs = ConditionView().head(dataclasses.replace(found, resolved=resolved)).tiles[3]
    assert (pairs.value, pairs.text.endswith("3 are no longer told apart")) == ("2 of 5", True)
