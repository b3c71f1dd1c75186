"""The first screen of an analysis of several tables says what its averages and tests say."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from tests.small_comparisons import shown_interval

import trueness
from trueness.studies.pool.view import PoolView


@pytest.fixture(scope="module")
def tables(pocket):
    return {
        f"part{k}": pocket.select(inputs=[one for j, one in enumerate(pocket.inputs) if j % 3 == k])
        for k in range(3)
    }


@pytest.fixture(scope="module")
def found(tables):
    return trueness.pool(tables, human="coverage", level="input", coefficient="kendall", rng=1)


def test_the_numbers_are_those_of_the_tables(found, tables):
    best, beaten, span, first = PoolView().head(found).tiles
    alone = {
        name: {
            row.metric: row.estimate
            for row in trueness.compare(
                table, human="coverage", level="input", coefficient="kendall", rng=1
            ).estimates
        }
        for name, table in tables.items()
    }
    means = {metric: np.mean([one[metric] for one in alone.values()]) for metric in found.metrics}
    top = max(means, key=means.__getitem__)
    row = found.estimate(top, "input", "kendall")
    assert (best.label, best.value) == ("Highest, input level", top)
    assert f"{means[top]:.2f} {shown_interval(row.low, row.high)}" in best.text
    separated = sum(
        row.verdict == ("better" if row.metric == top else "worse")
        for row in found.tests
        if top in (row.metric, row.rival)
    )
    assert beaten.value == f"{separated} of 3"
    values = [one[top] for one in alone.values()]
    assert span.value == f"{min(values):.2f} to {max(values):.2f}"
    assert first.value == f"{sum(max(one, key=one.__getitem__) == top for one in alone.values())} of 3"


def test_the_answer_is_that_of_the_decision(found):
    (decision, *_) = (one for one in found.decisions if one.rule == "may_be_best")
    lead = PoolView().head(found).lead
    assert lead.startswith("Over 3 tables, input level: ")
    said = lead.removeprefix("Over 3 tables, input level: ")
    assert said in found.conclusions[0].lower() or said[1:] in found.conclusions[0]
    alone = dataclasses.replace(decision, answer="yes", names=("chrf",))
    others = tuple(one for one in found.decisions if one.rule != "may_be_best")
    lead = PoolView().head(dataclasses.replace(found, decisions=(alone, *others))).lead
    assert lead.startswith("Over 3 tables, input level: use 'chrf': the other")
    unshown = tuple(dataclasses.replace(row, low=-0.1) for row in found.estimates)
    assert (
        "no metric is shown to agree with people"
        in PoolView().head(dataclasses.replace(found, estimates=unshown)).lead
    )


def test_without_tests_and_without_values(found, tables):
    plain = dataclasses.replace(found, tests=(), ranks=(), decisions=())
    head = PoolView().head(plain)
    assert (head.lead, len(head.tiles)) == ("", 3)
    nothing = tuple(dataclasses.replace(row, estimate=math.nan) for row in found.estimates)
    assert PoolView().head(dataclasses.replace(found, estimates=nothing)).tiles == ()
    single = trueness.pool(
        {"part0": tables["part0"]}, human="coverage", level="input", coefficient="kendall", rng=1
    )
    assert [tile.label for tile in PoolView().head(single).tiles] == [
        "Highest, input level",
        "Shown to be better than",
    ]


def test_where_the_best_is_found_and_no_two_differ_the_first_screen_says_why(found):
    (decision, *others) = sorted(found.decisions, key=lambda one: one.rule != "may_be_best")
    alone = dataclasses.replace(decision, answer="yes", names=("chrf",))
    same = tuple(dataclasses.replace(row, verdict="not separated") for row in found.tests)
    head = PoolView().head(dataclasses.replace(found, decisions=(alone, *others), tests=same))
    assert head.lead.endswith(
        "no two metrics are shown to differ after Shaffer correction, so do not rank the others."
    )
    assert "takes less evidence" not in PoolView().head(found).lead
