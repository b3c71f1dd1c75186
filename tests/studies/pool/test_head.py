"""The first screen of an analysis of several tables says what its averages and tests say."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from tests.small_comparisons import shown_interval

import trueness
from trueness.studies.pool.said import tables_conclusions
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
    place = "Over 3 tables, for ranking the outputs of one input,"
    assert found.answers[0].partition(" ")[2].startswith(place)
    alone = dataclasses.replace(decision, answer="yes", names=("chrf",))
    others = tuple(one for one in found.decisions if one.rule != "may_be_best")
    row = found.estimate("chrf", "input", "kendall")
    assert told(found, decisions=(alone, *others))[0] == (
        f"✓ {place} use 'chrf': it agrees most with 'coverage' (Kendall's tau-b {row.estimate:.2f} "
        f"{shown_interval(row.low, row.high)}), and the other {len(found.metrics) - 1} are ruled out."
    )
    unshown = tuple(dataclasses.replace(row, low=-0.1) for row in found.estimates)
    open_ = dataclasses.replace(decision, answer="cannot_tell")
    assert told(found, estimates=unshown, decisions=(open_, *others))[0] == (
        f"? {place} any metric may agree with 'coverage' no better than chance: every interval of "
        "Kendall's tau-b includes 0. Choose none by these numbers."
    )


def told(found, **changed):
    """Return what is said of a result some parts of which are others."""
    one = dataclasses.replace(found, **changed)
    return tables_conclusions(one.estimates, one.tests, one.decisions, one.facts, one.settings)


def test_without_tests_and_without_values(found, tables):
    plain = dataclasses.replace(found, tests=(), ranks=(), decisions=())
    assert len(PoolView().head(plain).tiles) == 3
    first, intervals = told(plain)
    best = max(found.estimates, key=lambda row: row.estimate)
    assert first == (
        f"Over 3 tables, for ranking the outputs of one input, '{best.metric}' agrees most with 'coverage' (Kendall's "
        f"tau-b {best.estimate:.2f} {shown_interval(best.low, best.high)})."
    )
    assert intervals.startswith("The 95% intervals apply to ")
    nothing = tuple(dataclasses.replace(row, estimate=math.nan) for row in found.estimates)
    assert PoolView().head(dataclasses.replace(found, estimates=nothing)).tiles == ()
    single = trueness.pool(
        {"part0": tables["part0"]}, human="coverage", level="input", coefficient="kendall", rng=1
    )
    assert [tile.label for tile in PoolView().head(single).tiles] == [
        "Highest, input level",
        "Shown to be better than",
    ]


def test_where_the_best_is_found_and_no_two_differ_it_is_said_why(found):
    (decision, *others) = sorted(found.decisions, key=lambda one: one.rule != "may_be_best")
    alone = dataclasses.replace(decision, answer="yes", names=("chrf",))
    same = tuple(dataclasses.replace(row, verdict="not separated") for row in found.tests)
    answer, below, _ = told(found, decisions=(alone, *others), tests=same)
    assert "use 'chrf': it agrees most" in answer
    assert below == (
        "Over 3 tables, for ranking the outputs of one input (by Kendall's tau-b): finding the best takes less "
        "evidence than showing a difference: no two metrics are shown to differ after Shaffer correction, so do not "
        "rank the others."
    )
    assert not any("takes less evidence" in text for text in found.conclusions)
