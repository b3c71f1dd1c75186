import dataclasses

import pytest

from trueness.reporting.certification_page import certification_page
from trueness.result import Signature
from trueness.studies.simulation.certify import Certification
from trueness.studies.simulation.interval_coverage import IntervalCoverage
from trueness.studies.simulation.rejection_rates import RejectionRate


def rate(scenario, test, rejected, *, null=True, runs=2000):
    return RejectionRate(
        scenario,
        10,
        20,
        "normal",
        "system",
        "pearson",
        test,
        null,
        rejected / runs,
        0.0,
        1.0,
        rejected,
        runs,
        0,
        0.05,
    )


@pytest.fixture
def found():
    rates = (
        rate("alike", "right", 100),
        rate("alike, bias", "right", 110),
        rate("different", "right", 1000, null=False),
        rate("unequal noise, equal at input level", "right", 1900, null=False),
        rate("alike", "liberal", 300),
        rate("different", "liberal", 1500, null=False),
    )
    coverage = IntervalCoverage(
        "alike", 10, 20, "normal", "system", "pearson", "fisher", 0.5, 0.94, 0.93, 0.95, 0.82, 0.7, 2000, 0
    )
    worse = dataclasses.replace(coverage, scenario="skewed", coverage=0.8)
    return Certification(Signature.of(study="certify"), rates, (coverage, worse))


def cells(line):
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_says_size_power_and_whether_size_holds(found):
    lines = [cells(line) for line in certification_page(found).splitlines() if line.startswith("| `")]
    glance, tests = lines[:2], lines[2:4]
    assert glance == [["`right`", "open (.055)"], ["`liberal`", "no (.150)"]]
    assert tests == [
        ["`right`", "open", ".053", ".050", ".055", "0", "1", ".500", "alike, bias"],
        ["`liberal`", "no", ".150", ".150", ".150", "1", "0", ".750", "alike"],
    ]


def test_a_test_holds_its_size_where_every_interval_is_inside(found):
    many = tuple(dataclasses.replace(one, runs=20_000, rejected=one.rejected * 10) for one in found.rates[:2])
    page = certification_page(dataclasses.replace(found, rates=many))
    assert "| `right` | yes (.055)      |" in page


def test_says_what_intervals_cover(found):
    page = certification_page(found)
    (line,) = [cells(line) for line in page.splitlines() if line.startswith("| `fisher`")]
    assert line == ["`fisher`", ".870", ".800", ".820", "0.70", "skewed"]
    assert page.endswith("`study:certify`\n")


def test_columns_are_lined_up_and_names_escaped(found):
    hostile = dataclasses.replace(found.rates[0], scenario="a|b <i> *c*", rejected=150, rate=0.075)
    page = certification_page(dataclasses.replace(found, rates=(hostile, *found.rates[1:])))
    assert "a&#124;b &lt;i&gt; \\*c\\*" in page
    for table in page.split("\n\n"):
        lines = table.splitlines()
        if lines[0].startswith("|"):
            assert len({len(line) for line in lines}) == 1
            assert {line.count("|") for line in lines} == {lines[0].count("|")}


def test_parts_without_rows_are_left_out(found):
    assert "## Intervals" not in certification_page(dataclasses.replace(found, coverages=()))
    assert "## Tests" not in certification_page(dataclasses.replace(found, rates=()))
