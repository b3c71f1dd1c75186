import dataclasses

import pytest

from trueness.reporting.certification_page import certification_page
from trueness.result import Signature
from trueness.studies.simulation.certify import Certification
from trueness.studies.simulation.interval_coverage import IntervalCoverage
from trueness.studies.simulation.missing_cells import MissingCells
from trueness.studies.simulation.rejection_rates import RejectionRate


def rate(scenario, test, rejected, *, null=True, runs=2000):
    return RejectionRate(
        *(scenario, 10, 20, "normal", "system", "pearson", test, null),
        *(rejected / runs, 0.0, 1.0, rejected, runs, 0, 0.05),
    )


@pytest.fixture
def found():
    rates = (
        rate("alike", "right", 100),
        rate("different", "right", 1000, null=False),
        rate("alike", "liberal", 300),
    )
    coverage = IntervalCoverage(
        *("alike", 10, 20, "normal", "system", "pearson", "fisher", 0.5),
        *(0.94, 0.93, 0.95, 0.82, 0.7, 2000, 0),
    )
    return Certification(Signature.of(study="certify"), rates, (coverage,))


def headings(page):
    return [line for line in page.splitlines() if line.startswith("## ")]


def test_parts_in_order(found):
    page = certification_page(found)
    assert headings(page) == ["## At a glance", "## Tests", "## Cells above the band", "## Intervals"]
    assert page.endswith("\n\n`study:certify`\n")


def test_parts_without_rows_are_left_out(found):
    assert headings(certification_page(dataclasses.replace(found, coverages=()))) == [
        "## At a glance",
        "## Tests",
        "## Cells above the band",
    ]
    assert headings(certification_page(dataclasses.replace(found, rates=()))) == ["## Intervals"]


def test_columns_are_lined_up_and_names_escaped(found):
    hostile = dataclasses.replace(found.rates[0], scenario="a|b <i> *c*", rejected=400, rate=0.2)
    page = certification_page(dataclasses.replace(found, rates=(hostile, *found.rates[1:])))
    assert page.count("a&#124;b &lt;i&gt; \\*c\\*") == 2
    for table in page.split("\n\n"):
        lines = table.splitlines()
        if lines[0].startswith("|"):
            assert len({len(line) for line in lines}) == 1
            assert {line.count("|") for line in lines} == {lines[0].count("|")}


def missing(scenario, sizes, kind, methods, seconds):
    cells = tuple((method, level, "pearson") for method in methods for level in ("system", "input"))
    return MissingCells(scenario, *sizes, kind, cells, seconds)


def test_what_was_not_run_is_said(found):
    gaps = (
        missing("one", (10, 20), "tests", ("a", "b"), 1800.0),
        missing("two", (10, 20), "tests", ("a", "b"), 1800.0),
        missing("three", (60, 500), "tests", ("a", "b"), 9000.0),
        missing("one", (10, 20), "intervals", ("fisher",), float("nan")),
    )
    page = certification_page(dataclasses.replace(found, missing=gaps))
    assert (
        "a part of what was asked for: 14 cells in 3 scenarios are missing; see [not run](#not-run)." in page
    )
    assert (
        "14 cells in 3 scenarios are missing, which would take about 3.5 hours going by the times recorded so far, and "
        "of 2 nothing has been recorded to tell the time by."
    ) in page
    assert (
        "- tests: 10 × 20 (2), 60 × 500 (1): `a` (system), `a` (input), `b` (system), `b` (input)\n"
        "- intervals: 10 × 20 (1): `fisher` (system), `fisher` (input)"
    ) in page


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(45.0, "45 seconds"), (600.0, "10 minutes"), (7200.0, "2.0 hours"), (3e5, "3.5 days")],
)
def test_times_in_words(found, seconds, words):
    gap = missing("one", (10, 20), "tests", ("a",), seconds)
    assert f"about {words} going by" in certification_page(dataclasses.replace(found, missing=(gap,)))


def test_a_page_of_nothing_but_gaps(found):
    gap = missing("one", (10, 20), "tests", ("a",), float("nan"))
    empty = dataclasses.replace(found, rates=(), coverages=(), missing=(gap,))
    assert "; of 2 nothing has been recorded to tell the time by." in certification_page(empty)
    assert headings(certification_page(empty)) == ["## Not run"]
