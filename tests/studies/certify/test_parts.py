"""The parts of a certification's page: what stands in its tables, in which order, escaped."""

import dataclasses

import pytest

import trueness
from trueness.result import Signature
from trueness.studies.certify.interval_coverage import IntervalCoverage
from trueness.studies.certify.kept_results import MissingCells
from trueness.studies.certify.parts import (
    MOST_LISTED,
    JudgedRates,
    cells_above,
    certification_page,
    glance,
    parts_of_intervals,
    parts_of_tests,
    parts_of_truths,
    table_counts,
)
from trueness.studies.certify.rejection_rates import RejectionRate
from trueness.studies.certify.rows import CertifyResult
from trueness.studies.certify.settings import CertifySelection, CertifySettings


def rate(
    scenario, test, rejected, *, null=True, runs=2000, sizes=(10, 20), scores="normal", level="system", **more
):
    return RejectionRate(
        *(scenario, *sizes, scores, level, "pearson", test, null),
        *(rejected / runs, 0.0, 1.0, rejected, runs, 0, more.pop("alpha", 0.05)),
        **more,
    )


RATES = (
    rate("alike", "right", 100),
    rate("alike, bias", "right", 110),
    rate("different", "right", 1000, null=False),
    rate("unequal noise, equal at input level", "right", 1900, null=False, sought=False),
    rate("alike", "liberal", 300),
    rate("different", "liberal", 1500, null=False),
)


def written(parts, given):
    """Return parts as Markdown."""
    return [part.markdown() for part in parts(given)]


def cells(line):
    return [cell.strip() for cell in line.strip("|").split("|")]


def rows(parts):
    return [[cells(line) for line in part.splitlines()[2:]] for part in parts if part.startswith("|")]


def test_says_at_a_glance_where_size_holds():
    (table,) = rows(written(glance, JudgedRates.of(RATES)))
    assert table == [["`right`", "open .053 (.055)"], ["`liberal`", "no .150 (.150)"]]
    many = [dataclasses.replace(one, runs=20_000, rejected=one.rejected * 10) for one in RATES[:2]]
    assert rows(written(glance, JudgedRates.of(many))) == [[["`right`", "yes .053 (.055)"]]]
    only_input = dataclasses.replace(RATES[4], level="input")
    (table,) = rows(written(glance, JudgedRates.of((*RATES[:2], only_input))))
    assert table == [["`right`", "open .053 (.055)", "–"], ["`liberal`", "–", "no .150 (.150)"]]
    assert written(glance, JudgedRates.of(RATES[2:3])) == []


def test_says_size_power_and_how_many_cells_lie_where():
    parts = written(parts_of_tests, JudgedRates.of(RATES))
    assert rows(parts) == [
        [
            ["`right`", "open", ".053", ".050", ".055", "1", "0", "0", "1", ".500", "alike, bias"],
            ["`liberal`", "no", ".150", ".150", ".150", "0", "1", "0", "0", ".750", "alike"],
        ]
    ]
    assert (
        "4 scenarios, 2,000 tables each: the Monte-Carlo standard error of a rate of .05 is .0049" in parts[1]
    )
    assert "simultaneous over all 3 cells" in parts[1]
    assert written(parts_of_tests, JudgedRates.of(())) == []


def test_by_size_of_data_and_kind_of_scores():
    rates = (
        *RATES,
        rate("larger", "right", 120, sizes=(25, 100), scores="likert"),
        rate("larger, different", "right", 1800, sizes=(25, 100), scores="likert", null=False),
    )
    parts = written(parts_of_tests, JudgedRates.of(rates))
    _, sizes, kinds = rows(parts)
    assert "| test      |         10 × 20 |        25 × 100 |" in parts[5]
    assert sizes == [
        ["`right`", ".053 (.055) .50", ".060 (.060) .90"],
        ["`liberal`", ".150 (.150) .75", "–"],
    ]
    assert "normal" in parts[7]
    assert kinds == sizes


def test_a_test_without_null_truth_has_power_only():
    (table,) = rows(written(parts_of_tests, JudgedRates.of(RATES[2:3])))
    assert table == [["`right`", *["–"] * 8, ".500", "–"]]


def test_rates_without_any_pvalue_are_left_out():
    unknown = dataclasses.replace(RATES[0], rate=float("nan"), n_undefined=2000, rejected=0, test="never")
    judged = JudgedRates.of((*RATES, unknown))
    assert judged == JudgedRates.of(RATES)


def test_cells_above_the_band_the_worst_first():
    rates = [rate(f"scenario {k}", "liberal", 300 + k) for k in range(MOST_LISTED + 3)]
    said, table = written(cells_above, JudgedRates.of((*RATES[:3], *rates)))[1:]
    assert said == "33 of 35 cells lie above .065, of which the 30 worst are listed."
    (listed,) = rows([table])
    assert [line[-1] for line in listed] == [f"scenario {k}" for k in range(32, 2, -1)]
    assert listed[0][:3] == ["`liberal`", "system, pearson", ".166"]
    assert written(cells_above, JudgedRates.of(RATES[:4])) == []
    assert written(cells_above, JudgedRates.of(RATES))[1] == "1 of 3 cells lies above .065."


def test_by_truth():
    rates = (*RATES, rate("alike; likert scores", "right", 160), rate("alike", "right", 90, level="input"))
    parts = written(parts_of_truths, JudgedRates.of(rates))
    system, at_input = rows(parts)
    assert system == [
        ["alike", ".065 (.080) –", ".150 (.150) –"],
        ["alike, bias", ".055 (.055) –", "–"],
        ["different", "– .50", "– .75"],
        ["unequal noise, equal at input level", "– –", "–"],
    ]
    assert at_input[0] == ["alike", ".045 (.045) –"]
    assert written(parts_of_truths, JudgedRates.of(RATES[:1])) == []


def test_monte_carlo_errors():
    assert table_counts([1000, 1000]) == ("1,000", ".0069")
    assert table_counts([20_000, 2000, 6000]) == ("2,000 to 20,000", ".0015 to .0049")


ROW = IntervalCoverage(
    *("alike", 10, 20, "normal", "system", "pearson", "fisher", 0.5),
    *(0.94, 0.93, 0.95, 0.82, 0.7, 2000, 0),
)


def changed(**changes):
    return dataclasses.replace(ROW, **changes)


def test_says_what_intervals_cover():
    parts = written(parts_of_intervals, [ROW, changed(scenario="skewed", coverage=0.8)])
    assert rows(parts[-1:])[0] == [["`fisher`", ".870", ".800", ".940", ".820", "0.70", "skewed"]]
    assert "a coverage of .95 is .0049" in parts[1]
    assert "in about .834; `prediction` is the interval meant for that" in parts[1]


def test_many_sizes_are_a_table_of_systems_and_inputs():
    sizes = [(n, m) for n in (6, 150) for m in (20, 50, 100, 500) if (n, m) != (6, 50)]
    rates = [rate(f"of {n} and {m}", "right", n + m, sizes=(n, m)) for n, m in sizes]
    parts = written(parts_of_tests, JudgedRates.of(rates))
    assert "`right` by systems and inputs:" in parts
    assert rows(parts[-1:])[0] == [
        ["6", ".013 (.013) –", "–", ".053 (.053) –", ".253 (.253) –"],
        ["150", ".085 (.085) –", ".100 (.100) –", ".125 (.125) –", ".325 (.325) –"],
    ]
    assert parts[-1].startswith("| systems |")
    assert "20 inputs" in parts[-1]
    intervals = [changed(scenario=f"{n} {m}", n_systems=n, n_inputs=m) for n, m in sizes]
    parts = written(parts_of_intervals, intervals)
    assert "`fisher` by systems and inputs:" in parts
    assert rows(parts[-1:])[0][0] == ["6", ".940 (.940) .82", "–", ".940 (.940) .82", ".940 (.940) .82"]


def test_by_size_of_data():
    larger = changed(scenario="larger", n_systems=60, n_inputs=100)
    parts = written(
        parts_of_intervals,
        [
            ROW,
            changed(scenario="skewed", coverage=0.8),
            larger,
            changed(interval="prediction", coverage=0.99),
        ],
    )
    assert rows(parts[-1:])[0] == [
        ["`fisher`", ".800 (.870) .82", ".940 (.940) .82"],
        ["`prediction`", ".990 (.990) .82", "–"],
    ]


def test_levels_and_coefficients_are_apart():
    parts = written(parts_of_intervals, [ROW, changed(level="input"), changed(coefficient="kendall")])
    headings = [part for part in parts if part.startswith("###")]
    assert headings == [
        f"### {place}: intervals"
        for place in ("System level, pearson", "Input level, pearson", "System level, kendall")
    ]


def test_nothing_without_intervals():
    assert written(parts_of_intervals, []) == []
    assert written(parts_of_intervals, [changed(coverage=float("nan"), n_undefined=2000)]) == []


def judged(scenario, test, rejected, *, null=True, runs=2000):
    return RejectionRate(
        *(scenario, 10, 20, "normal", "system", "pearson", test, null),
        *(rejected / runs, 0.0, 1.0, rejected, runs, 0, 0.05),
    )


@pytest.fixture
def found():
    rates = (
        judged("alike", "right", 100),
        judged("different", "right", 1000, null=False),
        judged("alike", "liberal", 300),
    )
    coverage = IntervalCoverage(
        *("alike", 10, 20, "normal", "system", "pearson", "fisher", 0.5),
        *(0.94, 0.93, 0.95, 0.82, 0.7, 2000, 0),
    )
    return CertifyResult(
        Signature.of(study="certify"), CertifySelection(), CertifySettings(), rates, (coverage,)
    )


def headings(page):
    return [line for line in page.splitlines() if line.startswith("## ")]


def test_parts_in_order(found):
    page = certification_page(found)
    assert headings(page) == [
        "## At a glance",
        "## Tests",
        "## By truth",
        "## Cells above the band",
        "## Intervals",
    ]
    assert page.endswith(f"\n\n`study:certify|version:{trueness.__version__}`\n")


def test_parts_without_rows_are_left_out(found):
    assert headings(certification_page(dataclasses.replace(found, coverages=()))) == [
        "## At a glance",
        "## Tests",
        "## By truth",
        "## Cells above the band",
    ]
    assert headings(certification_page(dataclasses.replace(found, rates=()))) == ["## Intervals"]


def test_columns_are_lined_up_and_names_escaped(found):
    hostile = dataclasses.replace(found.rates[0], scenario="a|b <i> *c*", rejected=400, rate=0.2)
    page = certification_page(dataclasses.replace(found, rates=(hostile, *found.rates[1:])))
    assert page.count("a&#124;b &lt;i&gt; \\*c\\*") == 3
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
