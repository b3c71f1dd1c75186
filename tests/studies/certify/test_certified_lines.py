"""Sizes and coverages: means, and between what they lie over scenarios; whether a test holds its size."""

from __future__ import annotations

import dataclasses
import math

import pytest
from tests.drawn_marks import areas

from trueness.reporting.figures.palette import BLANK
from trueness.studies.certify.certified_lines import coverage_lines, null_rates, size_lines
from trueness.studies.certify.interval_coverage import IntervalCoverage
from trueness.studies.certify.rejection_rates import RejectionRate
from trueness.studies.certify.rows import CertifyResult

WHERE = {"n_systems": 10, "n_inputs": 20, "scores": "normal", "level": "system", "coefficient": "pearson"}


def rate(test, scenario, hits, *, runs=4000, **more):
    given = {"null": True, "rejected": hits, "runs": runs, "n_undefined": 0, "alpha": 0.05}
    limits = {"rate": hits / runs, "low": 0.0, "high": 1.0}
    return RejectionRate(test=test, scenario=scenario, **{**WHERE, **given, **limits, **more})


def coverage(interval, scenario, share, **more):
    given = {"population": 0.5, "low": 0.0, "high": 1.0, "replicate_coverage": 0.8, "width": 0.3}
    given |= {"coverage": share, "runs": 500, "n_undefined": 0}
    return IntervalCoverage(interval=interval, scenario=scenario, **{**WHERE, **given, **more})


@pytest.fixture(scope="module")
def found():
    rates = (
        rate("one", "a", 200),
        rate("one", "b <i>", 212),
        rate("two", "a", 200),
        rate("two", "b <i>", 1000),
        rate("three", "a", 258),
        rate("one", "c", 3000, null=False),
        rate("one", "c", 3000, alpha=0.01),
        rate("one", "c", 3000, alternative="greater"),
        rate("one", "c", 3000, family_size=10),
        rate("one", "c", 3000, rate=math.nan),
        rate("one", "a", 190, level="input"),
    )
    coverages = (coverage("c", "a", 0.9), coverage("c", "b", 0.96), coverage("d", "a", math.nan))
    return CertifyResult(None, None, None, rates, coverages)


def test_a_line_goes_from_the_smallest_to_the_largest_size(found):
    drawn = size_lines(found, "system", "pearson")
    assert drawn.name == "sizes-pearson-system"
    expected = [("one", 0.0515, 0.05, 0.053), ("two", 0.15, 0.05, 0.25), ("three", 0.0645, 0.0645, 0.0645)]
    for row, (test, size, smallest, largest) in zip(drawn.data, expected, strict=True):
        assert row["test"] == test
        assert (row["size"], row["smallest"], row["largest"]) == pytest.approx((size, smallest, largest))
    assert [row["n_scenarios"] for row in drawn.data] == [2, 2, 1]
    assert "two, mean, from the smallest to the largest: 0.150 [0.050, 0.250]; missed<" in drawn.svg
    assert [row["holds"] for row in drawn.data] == ["yes", "no", "open"]
    assert "Held by 1 of 3 tests" in drawn.caption
    assert "missed by 1 (" in drawn.caption
    assert "The largest size is 0.250, of ‘two’." in drawn.caption
    assert "no confidence interval" in drawn.caption
    assert "4,000 tables each" in drawn.caption
    (shaded,) = areas(drawn.draw().axes[0], fill=BLANK)
    assert (shaded[:, 0].min(), shaded[:, 0].max()) == pytest.approx((0.035, 0.065))


def test_sizes_are_those_of_single_tests_at_the_usual_level_alone(found):
    assert len(null_rates(found)) == 6
    assert [row["size"] for row in size_lines(found, "input", "pearson").data] == [190 / 4000]


def test_a_line_goes_from_the_lowest_to_the_highest_coverage(found):
    drawn = coverage_lines(found, "system", "pearson")
    assert drawn.name == "coverages-pearson-system"
    (row,) = drawn.data
    assert row["interval"] == "c"
    assert (row["coverage"], row["lowest"], row["highest"]) == pytest.approx((0.93, 0.9, 0.96))
    assert "c, mean, from the lowest to the highest: 0.930 [0.900, 0.960]<" in drawn.svg
    assert "0.900 is the lowest, of ‘c’." in drawn.caption
    assert "meant: 0.95" in drawn.svg


def test_tables_may_differ_in_number(found):
    rates = (found.rates[0], dataclasses.replace(found.rates[1], runs=20_000))
    drawn = size_lines(dataclasses.replace(found, rates=rates), "system", "pearson")
    assert "4,000 to 20,000 tables each" in drawn.caption
