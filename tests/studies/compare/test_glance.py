from __future__ import annotations

import dataclasses
import math

import pytest
from tests.small_comparisons import HOSTILE, hostile_table

from trueness.studies.compare.glance import WIDTH, glance
from trueness.studies.compare.study import compare


def test_lines_hold_the_numbers_of_the_rows(comparison):
    lines = glance(comparison, "pearson")
    assert {line.metric for line in lines} == set(comparison.metrics)
    for line in lines:
        for level, standing in zip(comparison.settings.levels, line.standings, strict=True):
            row = comparison.estimate(line.metric, level, "pearson")
            assert float(standing.estimate.replace("−", "-")) == pytest.approx(row.estimate, abs=0.005)
            low, high = standing.interval.replace("−", "-").strip("[]").split(", ")
            assert (float(low), float(high)) == pytest.approx((row.low, row.high), abs=0.005)
            ranks = [row for row in comparison.ranks if (row.level, row.coefficient) == (level, "pearson")]
            (rank,) = [row for row in ranks if row.metric == line.metric]
            shown = comparison.estimate(line.metric, level, "pearson").low > 0
            assert standing.may_be_best == (rank.may_be_best and shown)
            assert standing.unshown == (rank.may_be_best and not shown)


def test_the_best_comes_first_and_the_undefined_last(comparison):
    first = comparison.metrics[0]
    undefined = dataclasses.replace(
        comparison,
        estimates=tuple(
            dataclasses.replace(row, estimate=math.nan, low=math.nan, high=math.nan)
            if row.metric == first
            else row
            for row in comparison.estimates
        ),
    )
    values = [
        comparison.estimate(line.metric, "system", "kendall").estimate
        for line in glance(comparison, "kendall")
    ]
    assert values == sorted(values, reverse=True)
    last = glance(undefined, "kendall")[-1]
    assert last.metric == first
    assert last.standings[0].estimate == last.standings[0].interval == "–"
    assert last.standings[0].whisker.estimate is None


def test_whiskers_share_one_axis_that_ends_at_one(comparison):
    whiskers = [(line.metric, line.standings[1].whisker) for line in glance(comparison, "spearman")]
    assert len({whisker.zero for _, whisker in whiskers}) == 1
    zero = whiskers[0][1].zero
    for metric, whisker in whiskers:
        row = comparison.estimate(metric, "input", "spearman")
        assert 0 <= whisker.low <= whisker.estimate <= whisker.high <= WIDTH
        assert (whisker.estimate - zero) / (WIDTH - zero) == pytest.approx(row.estimate, abs=0.001)


def test_against_a_baseline():
    comparison = compare(
        hostile_table(), rng=1, resamples=19, level="system", coefficient="pearson", baseline=HOSTILE[1]
    )
    verdicts = {line.metric: line.standings[0].verdict for line in glance(comparison, "pearson")}
    assert verdicts == {HOSTILE[1]: "", **{row.metric: row.verdict for row in comparison.tests}}
    assert not any(line.standings[0].may_be_best for line in glance(comparison, "pearson"))


def test_the_mark_is_that_of_the_rank(comparison):
    first, *others = comparison.ranks
    changed = dataclasses.replace(comparison, ranks=(dataclasses.replace(first, may_be_best=False), *others))
    (line,) = [line for line in glance(changed, first.coefficient) if line.metric == first.metric]
    assert not line.standings[0].may_be_best
    assert not line.standings[0].unshown
    rest = [one for one in glance(changed, first.coefficient) if one.metric != first.metric]
    assert all(one.standings[0].may_be_best or one.standings[0].unshown for one in rest)


def test_lower_is_better_is_marked(comparison):
    labels = {line.metric: line.label for line in glance(comparison, "pearson")}
    assert labels == {name: f"{name} ↓" if name == HOSTILE[2] else name for name in comparison.metrics}
