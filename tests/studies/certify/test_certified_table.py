import dataclasses
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import FormatError
from trueness.studies.certify.certified_table import (
    CertifiedCoverage,
    CertifiedRate,
    certified_coverage,
    certified_coverages,
    certified_rates,
    certified_size,
    nearest_size,
    packaged_table,
    read_table,
    table_csv,
)
from trueness.studies.certify.summarised import summarised_coverages, summarised_rates

from .test_summarised import COVERAGES, RATES


@dataclasses.dataclass(frozen=True)
class Row:
    name: str
    n_systems: int
    n_inputs: int
    share: float


ROWS = (Row("a, b", 10, 20, 0.125), Row("c", 16, 100, float("nan")))


def test_written_and_read_again():
    text = table_csv(ROWS, Row)
    assert text == 'name,n_systems,n_inputs,share\n"a, b",10,20,0.125000\nc,16,100,\n'
    first, second = read_table(text, Row, name="table.csv")
    assert first == ROWS[0]
    assert math.isnan(second.share)
    assert table_csv((), Row) == "name,n_systems,n_inputs,share\n"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("share", "part", "columns must be name, n_systems, n_inputs, share"),
        ("10,20", "ten,20", "row 2: this row is damaged"),
        ("c,16,100,", "c,16", "row 3: this row is damaged"),
        ("c,16,100,", "c,16,100,x", "row 3: this row is damaged"),
        ("c,16,100,", "c,16,100,,1", "row 3: this row is too long"),
    ],
)
def test_a_damaged_table_is_named(old, new, message):
    with pytest.raises(FormatError, match=message) as caught:
        read_table(table_csv(ROWS, Row).replace(old, new), Row, name="table.csv")
    assert "table.csv" in str(caught.value)


def test_a_table_that_does_not_come_with_the_package_is_empty():
    assert packaged_table(Row, "no-such-table.csv") == ()


SIZES = st.tuples(st.integers(2, 300), st.integers(1, 2000))


@given(st.lists(SIZES, min_size=1), SIZES)
def test_no_other_size_is_nearer(sizes, own):
    rows = [Row("", n, m, 0.0) for n, m in sizes]

    def factors(size):
        return tuple(max(a / b, b / a) for a, b in zip(size, own, strict=True))

    def distance(size):
        return math.hypot(*(math.log(factor) for factor in factors(size)))

    near = [size for size in sizes if factors(size)[0] <= 2 and factors(size)[1] <= 5]
    found = nearest_size(rows, *own)
    assert (found is None) == (not near)
    if found is not None:
        assert distance(found) == min(distance(size) for size in near)


def test_a_look_counts_where_it_is_seen():
    likert = dataclasses.replace(certified(10, 100, 0.05), scores="likert")
    seen = dataclasses.replace(certified(10, 100, 0.2), look="outlying systems")
    harmless = dataclasses.replace(certified(10, 100, 0.04), look="groups of systems")
    rows = (likert, seen, harmless, dataclasses.replace(likert, alpha=0.01, size=0.01))

    def look(*looks, alpha=0.05):
        return certified_size(
            "permute_systems", "system", "pearson", 10, 100, "likert", looks=looks, alpha=alpha, rates=rows
        )

    assert look() is likert
    assert look("outlying systems") is seen
    assert look("groups of systems") is likert
    assert look(alpha=0.01).size == 0.01
    covered = dataclasses.replace(COVERAGE, look="outlying systems", coverage=0.8)
    found = [
        certified_coverage(
            "bootstrap_both",
            "system",
            "pearson",
            10,
            20,
            "normal",
            looks=looks,
            coverages=[COVERAGE, covered],
        )
        for looks in ((), ("outlying systems",))
    ]
    assert found == [COVERAGE, covered]


def test_rates_are_written_and_read_again():
    rows = summarised_rates(RATES)
    text = table_csv(rows, CertifiedRate)
    assert text.splitlines()[0].startswith("test,level,coefficient,scores,n_systems,n_inputs,size,low,high,")
    again = read_table(text, CertifiedRate, name="rates.csv")
    assert again[0] == rows[0]
    assert dataclasses.replace(again[1], power=0.0) == dataclasses.replace(rows[1], power=0.0)
    assert table_csv(again, CertifiedRate) == text


@pytest.mark.parametrize(
    ("change", "message"),
    [(("size", "sizes"), "columns must be"), (("0.076000", "x"), "row 2: this row is damaged")],
)
def test_damaged_rates_are_named(change, message):
    with pytest.raises(FormatError, match=message):
        read_table(
            table_csv(summarised_rates(RATES), CertifiedRate).replace(*change, 1), CertifiedRate, name="rates"
        )


def test_the_rates_of_the_package_are_whole():
    found = certified_rates()
    assert len({(*dataclasses.astuple(row)[:6], row.look, row.alpha) for row in found}) == len(found)
    for row in found:
        assert 0 <= row.low <= row.size <= row.high <= 1
        assert row.runs >= 1


def test_coverages_are_written_and_read_again():
    text = table_csv(summarised_coverages(COVERAGES), CertifiedCoverage)
    assert text.startswith(
        "interval,level,coefficient,scores,n_systems,n_inputs,coverage,low,high,truth,truths,"
    )
    again = read_table(text, CertifiedCoverage, name="coverages.csv")
    assert dataclasses.replace(again[1], replicate=0.0).coverage == 0.97
    assert table_csv(again, CertifiedCoverage) == text
    with pytest.raises(FormatError, match=r"coverages\.csv"):
        read_table(text.replace("width", "breadth"), CertifiedCoverage, name="coverages.csv")


def test_the_coverages_of_the_package_are_whole():
    found = certified_coverages()
    assert len({(*dataclasses.astuple(row)[:6], row.look) for row in found}) == len(found)
    for row in found:
        assert 0 <= row.low <= row.coverage <= row.high <= 1
        assert row.coverage <= row.mean_coverage + 1e-6
        assert row.width > 0
        assert row.runs >= 1


def certified(n, m, size=0.05, scores="normal"):
    return CertifiedRate(
        "permute_systems",
        "system",
        "pearson",
        scores,
        n,
        m,
        size,
        size - 0.01,
        size + 0.01,
        "alike",
        5,
        2000,
        0.5,
    )


CERTIFIED = [
    certified(10, 20),
    certified(10, 100),
    certified(16, 100),
    certified(60, 100),
    certified(10, 100, scores="likert"),
]


@pytest.mark.parametrize(
    ("sizes", "nearest"),
    [
        ((10, 20), (10, 20)),
        ((12, 90), (10, 100)),
        ((13, 90), (16, 100)),
        ((100, 300), (60, 100)),
        ((8, 44), (10, 20)),
    ],
)
def test_nearest_rates_by_logarithms(sizes, nearest):
    found = certified_size("permute_systems", "system", "pearson", *sizes, "normal", rates=CERTIFIED)
    assert (found.n_systems, found.n_inputs) == nearest


def test_far_away_is_nothing():
    for sizes in ((4, 20), (121, 100), (16, 3), (16, 501)):
        assert (
            certified_size("permute_systems", "system", "pearson", *sizes, "normal", rates=CERTIFIED) is None
        )


def test_everything_else_of_a_rate_has_to_be_the_same():
    def look(test="permute_systems", level="system", coefficient="pearson", scores="normal"):
        return certified_size(test, level, coefficient, 10, 100, scores, rates=CERTIFIED)

    assert look(scores="likert") is CERTIFIED[4]
    assert (
        look("jackknife")
        is look(level="input")
        is look(coefficient="kendall")
        is look(scores="skewed")
        is None
    )


COVERAGE = CertifiedCoverage(
    *("bootstrap_both", "system", "pearson", "normal", 10, 20),
    *(0.93, 0.91, 0.94, "alike", 8, 0.94, 0.83, 0.7, 1000),
)
CERTIFIED_COVERAGES = [
    COVERAGE,
    dataclasses.replace(COVERAGE, n_inputs=100),
    dataclasses.replace(COVERAGE, n_systems=60, n_inputs=100),
    dataclasses.replace(COVERAGE, scores="likert"),
]


@pytest.mark.parametrize(
    ("sizes", "nearest"), [((12, 25), 0), ((9, 70), 1), ((100, 300), 2), ((4, 20), None), ((10, 501), None)]
)
def test_nearest_coverages_by_logarithms(sizes, nearest):
    found = certified_coverage(
        "bootstrap_both", "system", "pearson", *sizes, "normal", coverages=CERTIFIED_COVERAGES
    )
    assert found is (None if nearest is None else CERTIFIED_COVERAGES[nearest])


def test_everything_else_of_a_coverage_has_to_be_the_same():
    def look(interval="bootstrap_both", level="system", coefficient="pearson", scores="normal"):
        return certified_coverage(interval, level, coefficient, 10, 20, scores, coverages=CERTIFIED_COVERAGES)

    assert look(scores="likert") is CERTIFIED_COVERAGES[3]
    for other in ({"interval": "fisher"}, {"level": "input"}, {"coefficient": "kendall"}):
        assert look(**other) is None
    assert look(scores="skewed") is None


def test_what_comes_with_the_package_is_found_as_in_any_table():
    rates, coverages = certified_rates(), certified_coverages()
    size = {"n_systems": 14, "n_inputs": 60, "scores": "likert"}
    tests = {(row.test, row.level, row.coefficient, row.alpha) for row in rates}
    intervals = {(row.interval, row.level, row.coefficient) for row in coverages}
    assert min(len(tests), len(intervals)) > 3
    for test, level, coefficient, alpha in tests:
        asked = {"level": level, "coefficient": coefficient, "alpha": alpha, **size}
        assert certified_size(test, **asked) == certified_size(test, **asked, rates=list(rates))
    for interval, level, coefficient in intervals:
        asked = {"level": level, "coefficient": coefficient, **size}
        found = certified_coverage(interval, **asked, coverages=list(coverages))
        assert certified_coverage(interval, **asked) == found
        assert certified_coverage(interval, **asked, coverages=coverages) == found
