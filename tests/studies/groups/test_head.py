"""The first screen of a comparison by groups says what its groups say."""

from __future__ import annotations

import dataclasses

import pytest
from tests.small_comparisons import shown_interval

import trueness
from trueness.studies.groups.view import GroupView


@pytest.fixture(scope="module")
def found(pocket):
    halves = tuple("first" if k % 2 else "second" for k in range(len(pocket.inputs)))
    table = dataclasses.replace(pocket, input_groups={"half": halves})
    return trueness.groups(table, human="coverage", by="half", rng=1)


def parts(found):
    """Each group compared by itself, as nobody needs groups to do."""
    groups = found.table.input_groups["half"]
    for name in ("first", "second"):
        inputs = [one for one, group in zip(found.table.inputs, groups, strict=True) if group == name]
        yield name, trueness.compare(found.table.select(inputs=inputs), human="coverage", rng=1)


def test_the_numbers_are_those_of_the_groups(found):
    head = GroupView().head(found)
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
    told = {row.group for row in separated if row.pvalue_adjusted <= 0.05 and row.group != "all"}
    assert apart.value == f"{len(told)} of 2"


def test_without_any_correlation_nothing_is_answered(found):
    rows = tuple(dataclasses.replace(row, metric="", n_separated=0) for row in found.groups)
    head = GroupView().head(_with(found, rows))
    assert [tile.label for tile in head.tiles] == ["Groups that tell metrics apart"]


def _with(found, rows):
    """The same with other rows of groups, which are computed once."""
    changed = dataclasses.replace(found)
    changed.__dict__["groups"] = rows
    return changed
