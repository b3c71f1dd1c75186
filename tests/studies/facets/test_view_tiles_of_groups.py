"""The first screen of a comparison by groups says what its groups say."""

from __future__ import annotations

import dataclasses
import math

import pytest
from tests.small_comparisons import shown_interval

import trueness
from trueness.studies.facets.view import FacetsView


@pytest.fixture(scope="module")
def found(pocket):
    halves = tuple("first" if k % 2 else "second" for k in range(len(pocket.inputs)))
    table = dataclasses.replace(pocket, input_groups={"half": halves})
    return trueness.facets(table, human="coverage", by="half", rng=1)


def parts(found):
    """Each group compared by itself, as nobody needs groups to do."""
    groups = found.table.input_groups["half"]
    for name in ("first", "second"):
        inputs = [one for one, group in zip(found.table.inputs, groups, strict=True) if group == name]
        yield name, trueness.compare(found.table.select(inputs=inputs), human="coverage", rng=1)


def test_the_numbers_are_those_of_the_groups(found):
    head = FacetsView().head(found)
    best, also, apart, span = head.tiles
    whole = trueness.compare(found.table, human="coverage", rng=1)
    rows = [row for row in whole.estimates if (row.level, row.coefficient) == ("system", "pearson")]
    top = max(rows, key=lambda row: row.estimate)
    assert (best.value, best.label) == (top.metric, "Highest in all together, system level")
    assert f"Pearson's r {top.estimate:.2f} {shown_interval(top.low, top.high)}" in best.text
    highest, values = 0, {}
    for name, one in parts(found):
        here = {
            row.metric: row.estimate
            for row in one.estimates
            if (row.level, row.coefficient) == ("system", "pearson")
        }
        highest += max(here, key=here.__getitem__) == top.metric
        values[name] = here[top.metric]
    assert also.value == f"{highest} of 2"
    assert span.value == f"{min(values.values()):.2f} to {max(values.values()):.2f}"
    assert f"lowest in ‘{min(values, key=values.__getitem__)}’" in span.text
    separated = [row for row in found.tests if row.level == "system" and row.coefficient == "pearson"]
    told = {row.facet for row in separated if row.pvalue_adjusted <= 0.05 and row.facet != "all"}
    assert apart.value == f"{len(told)} of 2"


def test_without_any_correlation_nothing_is_answered(found):
    nothing = {"estimate": math.nan, "low": math.nan, "high": math.nan}
    comparisons = {
        name: dataclasses.replace(
            one, estimates=tuple(dataclasses.replace(row, **nothing) for row in one.estimates)
        )
        for name, one in found.comparisons.items()
    }
    head = FacetsView().head(dataclasses.replace(found, comparisons=comparisons))
    assert [tile.label for tile in head.tiles] == ["Groups that tell metrics apart"]
