"""The first screen of a page on equivalence says what its comparisons say."""

from __future__ import annotations

import dataclasses
import math

import pytest
from tests.small_comparisons import shown_interval

import trueness
from trueness.studies.equivalence.view import EquivalenceView


@pytest.fixture(scope="module")
def found(pocket):
    return trueness.equivalence(
        pocket, human="coverage", margin=0.2, level="input", coefficient="kendall", rng=1
    )


def test_the_numbers_are_those_of_the_comparisons(found):
    head = EquivalenceView().head(found)
    shown, apart, most, margin = head.tiles
    equivalent = sum(row.verdict == "equivalent" for row in found.tests)
    differ = sum(row.verdict in ("better", "worse") for row in found.tests)
    assert (shown.value, apart.value) == (f"{equivalent} of 6", f"{differ} of 6")
    assert f"{sum(row.pvalue <= 0.05 for row in found.tests)} would be before it" in shown.text
    row = max(found.tests, key=lambda row: abs(row.estimate_metric - row.estimate_rival))
    assert most.value == f"{row.estimate_metric - row.estimate_rival:.2f}".replace("-", "−")
    assert most.interval == shown_interval(row.low, row.high)
    needed = float(margin.value)
    assert needed - 0.001 <= max(row.smallest_margin for row in found.tests) <= needed
    wider = trueness.equivalence(
        found.table, human="coverage", margin=needed, level="input", coefficient="kendall", rng=1
    )
    assert all(row.equivalent for row in wider.tests)  # what the tile promises


def test_what_is_undefined_is_left_out(found):
    nothing = dataclasses.replace(
        found.tests[0], estimate=math.nan, smallest_margin=math.inf, verdict="undefined"
    )
    head = EquivalenceView().head(dataclasses.replace(found, tests=(nothing,)))
    assert [tile.label for tile in head.tiles] == ["Shown to be equivalent", "Shown to differ"]
    assert [tile.value for tile in head.tiles] == ["0 of 1", "0 of 1"]


def test_one_side_and_no_test_of_differences(pocket):
    one = trueness.equivalence(
        pocket, human="coverage", low=-0.2, level="input", coefficient="kendall", test="none", rng=1
    )
    head = EquivalenceView().head(one)
    assert [tile.label for tile in head.tiles][:2] == ["Shown to be not worse", "Largest difference"]


def test_under_conditions_a_metric_stands_against_itself(pocket, pocket_lower):
    found = trueness.equivalence(
        pocket,
        human="coverage",
        against={"lower": pocket_lower},
        margin=0.1,
        level="input",
        coefficient="kendall",
        rng=1,
    )
    head = EquivalenceView().head(found)
    assert "against itself under ‘lower’" in head.tiles[2].text
