"""What is said first of ranges: whether metrics agree less among the best outputs, and what their range explains."""

from __future__ import annotations

import dataclasses
import math

import pytest

import trueness
from trueness.studies.ranges.said import ranges_conclusions


@pytest.fixture(scope="module")
def found(pocket):
    return trueness.ranges(pocket, human="coverage", rng=1, permutations=50, resamples=50)


def fallen(found, **values):
    """The same with another fall of agreement from all outputs to the top bin."""
    rows = tuple(
        dataclasses.replace(row, **values) if (row.contrast, row.rival) == ("fall", "(all metrics)") else row
        for row in found.contrasts
    )
    return ranges_conclusions(dataclasses.replace(found, contrasts=rows))[0]


@pytest.mark.parametrize(
    ("estimate", "difference", "pvalue", "start", "end"),
    [
        (0.3, 0.2, 0.01, "Metrics agree less", "is more than chance (p = 0.01)."),
        (0.3, 0.2, 0.5, "Metrics agree less", "may be chance (p = 0.5)."),
        (-0.1, -0.2, 0.01, "Metrics agree no less", "is more than chance (p = 0.01)."),
        (0.3, 0.2, math.nan, "Metrics agree less", "is chance."),
    ],
)
def test_the_answer_is_that_of_the_fall(found, estimate, difference, pvalue, start, end):
    said = fallen(
        found, estimate=estimate, difference=difference, expected=estimate - difference, pvalue=pvalue
    )
    assert said.startswith(f"{start} among the best outputs. Mean Kendall's tau is ")
    assert f"change it by {difference - estimate:.2f}".replace("-", "−") in said
    assert said.endswith(end)


def test_without_a_top_bin_nothing_is_said_of_the_best_outputs(found):
    said = fallen(found, estimate=math.nan)
    assert said.startswith(f"Metrics agree by a mean Kendall's tau of {found.means[0].estimate:.2f} [")
    assert said.endswith("We cannot tell about the best outputs: the top bin has too few everywhere.")
    assert fallen(found, expected=math.nan).endswith("We cannot tell what their narrower range explains.")


def test_people_come_after_metrics(found):
    assert found.conclusions[1].startswith("Metrics agree with people ('coverage') ")
    alone = dataclasses.replace(found, selection=dataclasses.replace(found.selection, human=None))
    assert not any("'coverage'" in text for text in ranges_conclusions(alone))


def test_the_first_table_has_every_range_once(found):
    from trueness.studies.ranges.view import RangeView

    ((_, rows),) = RangeView().printed_by_default(found, "means", 80)
    ranges = [(row.metric, row.rival, row.range) for row in rows]
    assert len(set(ranges)) == len(ranges)
    assert set(ranges) == {(row.metric, row.rival, row.range) for row in found.means}
