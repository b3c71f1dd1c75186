from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
import scipy.stats
from tests.drawn_marks import areas, points, ranks, said, segments
from tests.small_comparisons import systemless_comparison

from trueness.errors import ArgumentError
from trueness.reporting.figures.palette import INK, LEVEL_COLOURS, LEVEL_MARKS
from trueness.reporting.writing.tables import counts
from trueness.studies.compare.interval_plot import _density, interval_plot
from trueness.studies.compare.rows import Estimate
from trueness.studies.compare.study import compare
from trueness.study.rows import as_row


def test_data_are_the_estimates_sorted_by_the_system_level(three):
    rows = interval_plot(three, "kendall").rows()
    ranks = {(row.metric, row.level): row for row in three.ranks if row.coefficient == "kendall"}
    wanted = [
        as_row(row) | {key: getattr(ranks[row.metric, row.level], key) for key in ("rank_low", "rank_high")}
        for row in three.estimates
        if row.coefficient == "kendall"
    ]
    key = lambda row: (row["metric"], row["level"])  # noqa: E731
    assert sorted(rows, key=key) == sorted(wanted, key=key)
    system = [row["estimate"] for row in rows if row["level"] == "system"]
    assert system == sorted(system, reverse=True)


def test_an_undefined_estimate_keeps_its_row(hostile):
    figure = interval_plot(hostile, "pearson")
    last = figure.rows()[-1]
    assert last["metric"] == "constant"
    assert math.isnan(last["estimate"])
    assert figure.svg.count(">undefined<") == 4  # in the panel and at its right, one per level
    assert "Undefined: 'constant (system)', 'constant (input)'." in figure.caption


def test_the_interval_is_drawn_from_bound_to_bound(three):
    axes = interval_plot(three, "pearson").draw().axes[0]
    drawn = {(low, high) for (low, y), (high, end) in segments(axes, INK) if y == end}
    for row in three.estimates:
        if row.coefficient == "pearson":
            assert (row.low, row.high) in drawn
    shapes = [shape[:, 0] for level in LEVEL_COLOURS.values() for shape in areas(axes, fill=(level, 0.55))]
    assert len(shapes) == len(drawn) == 6
    for ends in shapes:
        assert any(
            ends.min() == pytest.approx(low) and ends.max() == pytest.approx(high) for low, high in drawn
        )


def test_marks_stand_at_the_estimates(three):
    axes = interval_plot(three, "pearson").draw().axes[0]
    rows = interval_plot(three, "pearson").rows()
    for level, line in zip(("system", "input"), axes.lines, strict=True):
        assert line.get_marker() == LEVEL_MARKS[level]
        assert [x for x, _ in points(line)] == [row["estimate"] for row in rows if row["level"] == level]


def test_limits_of_ranks_stand_beside_the_names_at_the_height_of_their_marks(three):
    figure = interval_plot(three, "kendall")
    axes = figure.draw().axes[0]
    (head, _), *limits = ranks(axes)
    assert head == "Ranks"
    marks = sorted(y for line in axes.lines for _, y in points(line))
    assert limits == [
        (counts(row["rank_low"], row["rank_high"]), pytest.approx(mark))
        for mark, row in zip(marks, figure.rows(), strict=True)
    ]
    assert len(marks) == 6
    assert (
        "Beside the names: limits of ranks, 1 is best; in 95% of studies those of all metrics at a level"
        in (figure.caption)
    )


@pytest.mark.parametrize("options", [{"baseline": "good"}, {"tests": False}])
def test_without_tests_of_all_pairs_there_are_no_limits_of_ranks(three, options):
    figure = interval_plot(compare(three.table, rng=1, coefficient="pearson", **options), "pearson")
    assert "Ranks" not in figure.svg
    assert "ranks" not in figure.caption
    assert {row["rank_low"] for row in figure.rows()} == {None}


def test_without_intervals_the_caption_says_so(three):
    comparison = compare(
        three.table, interval="none", resamples=20, rng=0, coefficient="pearson", tests=False
    )
    figure = interval_plot(comparison, "pearson")
    assert "No intervals were computed." in figure.caption
    assert "distribution" not in figure.caption
    axes = figure.draw().axes[0]
    assert not any(y == end for (_, y), (_, end) in segments(axes, INK))
    assert not any(areas(axes, fill=(level, 0.55)) for level in LEVEL_COLOURS.values())


def test_the_caption_states_how_it_was_made(three):
    caption = interval_plot(three, "kendall").caption
    for part in (
        "Kendall's tau-b",
        "3 metrics",
        "95% percentile bootstrap",
        "99 resamples",
        "6 systems",
        "8 inputs",
    ):
        assert part in caption


def test_a_coefficient_that_was_not_computed_is_refused(three):
    with pytest.raises(ArgumentError, match="spearman"):
        interval_plot(three, "spearman")


def estimate(**changes):
    row = Estimate(
        "m", "system", "pearson", 0.1, -0.3, 0.4, "percentile", "both", 5, 5, 25, 0, 0, 9, 0.0, 0.0
    )
    return dataclasses.replace(row, **changes)


def test_the_density_is_that_of_scipy_away_from_the_ends():
    values = np.random.default_rng(0).normal(0.05, 0.1, size=500)
    grid, heights = _density(estimate(), values)
    kernel = scipy.stats.gaussian_kde(values, bw_method="scott")(grid)
    np.testing.assert_allclose(heights, kernel / kernel.max(), rtol=0.01, atol=1e-4)
    assert (grid[0], grid[-1]) == (-0.3, 0.4)


def test_a_basic_interval_mirrors_the_density_at_the_estimate():
    values = np.random.default_rng(0).normal(0.05, 0.1, size=500)
    _, plain = _density(estimate(low=-0.2, high=0.4), values)
    _, mirrored = _density(estimate(low=-0.2, high=0.4, interval="basic"), values)
    np.testing.assert_allclose(mirrored, plain[::-1], atol=1e-12)


def test_no_density_lies_beyond_what_a_correlation_can_be():
    values = np.random.default_rng(0).uniform(0.5, 1, size=500)
    grid, heights = _density(estimate(estimate=0.9, low=0.6, high=1.3, interval="basic"), values)
    assert heights[grid < 0.8 - 1e-9].max() == 0.0
    assert heights.max() == 1.0


@pytest.mark.parametrize("values", [[], [0.2], [0.2] * 50])
def test_samples_without_spread_have_no_shape(values):
    assert not len(_density(estimate(), np.array(values))[0])


@pytest.mark.parametrize("high", [0.93, 0.97, 0.99, 1.0])
@pytest.mark.parametrize("low", [-0.97, -0.6, 0.05, 0.8])
def test_an_axis_that_reaches_one_has_a_tick_there(three, low, high):
    rows = [dataclasses.replace(row, estimate=high, low=low, high=high) for row in three.estimates]
    axes = interval_plot(dataclasses.replace(three, estimates=tuple(rows)), "pearson").draw().axes[0]
    assert axes.get_xlim()[1] < 1 or any(abs(tick - 1) < 1e-9 for tick in axes.get_xticks())


def test_lower_is_better_is_marked(three):
    figure = interval_plot(three, "pearson")
    assert "low ↓" in said(figure.draw().axes[0], "left")
    assert "↓ lower is better: negated before correlating." in figure.caption
    assert {row["metric"] for row in figure.rows()} == {"good", "low", "bad"}


def test_without_systems_items_are_counted(systemless):
    caption = interval_plot(systemless, "kendall").caption
    assert "Behind each estimate: 12 items." in caption
    assert "95% two-way jackknife; they apply to other items." in caption
    assert "system" not in caption
    drawn = systemless_comparison(interval="percentile")
    assert "resamples of items" in interval_plot(drawn, "kendall").caption
