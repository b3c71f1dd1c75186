"""The first screen of a certification says what its rates and coverages say."""

from __future__ import annotations

import dataclasses
import math

import pytest

from trueness.studies.certify import interval_coverage
from trueness.studies.certify.certified_scenarios import certified_scenarios
from trueness.studies.certify.kept_results import MissingCells
from trueness.studies.certify.rows import certify_conclusions
from trueness.studies.certify.study import certify
from trueness.studies.certify.view import CertificationView


@pytest.fixture(scope="module")
def found():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(interval_coverage, "POPULATION_TABLES", 2)
        return certify(
            certified_scenarios("quick")[:3:2],
            tests=("permute_cells", "williams"),
            intervals="fisher",
            coefficient="pearson",
            runs=40,
            resamples=39,
            workers=1,
            rng=4,
        )


def null(found):
    return [row for row in found.rates if row.null and (row.alternative, row.alpha) == ("two-sided", 0.05)]


def with_sizes(found, **hits):
    """The same with so many rejections of 4,000 tables everywhere, by test."""
    rates = tuple(
        dataclasses.replace(
            row, rejected=hits[row.test], runs=4000, n_undefined=0, rate=hits[row.test] / 4000
        )
        for row in null(found)
    )
    return dataclasses.replace(found, rates=rates)


def test_the_numbers_are_those_of_the_rows(found):
    held, size, coverage, tables = CertificationView().head(found).tiles
    worst = max(null(found), key=lambda row: row.rate)
    assert size.value == f"{worst.rate:.3f}".removeprefix("0")
    assert size.interval == f"[{worst.low:.3f}, {worst.high:.3f}]".replace("0.", ".").replace(".000", ".000")
    assert worst.scenario in size.text
    least = min(
        (row for row in found.coverages if not math.isnan(row.coverage)), key=lambda row: row.coverage
    )
    assert (coverage.value, coverage.interval) == (
        f"{least.coverage:.1%}",
        f"[{least.low:.1%}, {least.high:.1%}]",
    )
    assert (held.value, tables.value) == ("0 of 2", "40")
    assert tables.text.startswith("so a rate of .05 has a standard error of .034")  # root of .05 x .95 / 40


@pytest.mark.parametrize(
    ("cells", "williams", "value", "said"),
    [
        (
            200,
            200,
            "2 of 2",
            "✓ 2 of 2 tests ('permute_cells', 'williams') hold their size wherever tried. Size is",
        ),
        (
            200,
            900,
            "1 of 2",
            (
                "✓ 1 of 2 tests ('permute_cells') holds its size wherever tried. ✗ 1 of 2 tests ('williams') clearly "
                "misses"
            ),
        ),
        (
            260,
            20,
            "0 of 2",
            "✗ 1 of 2 tests ('williams') clearly misses its size somewhere. ? We cannot tell whether 1",
        ),
    ],
)
def test_tests_are_counted_by_what_is_known_of_their_size(found, cells, williams, value, said):
    sized = with_sizes(found, permute_cells=cells, williams=williams)
    assert CertificationView().head(sized).tiles[0].value == value
    assert next(certify_conclusions(sized.rates, ())).startswith(said)


def test_a_single_test_is_named(found):
    alone = dataclasses.replace(found, rates=tuple(row for row in null(found) if row.test == "williams"))
    assert next(certify_conclusions(with_sizes(alone, williams=200).rates, ())).startswith(
        "✓ 'williams' holds its size wherever tried."
    )


def test_the_first_table_has_the_largest_size_first(found):
    ((spec, rows),) = CertificationView().printed_by_default(found, "rates", 80)
    assert rows[0].rate == max(row.rate for row in null(found))
    assert {row.scenario for row in rows} == {row.scenario for row in null(found)}
    assert "null" not in [column.key for column in spec.columns]
    ((_, covered),) = CertificationView().printed_by_default(found, "coverages", 80)
    assert covered[0].coverage == min(row.coverage for row in covered)
    assert max(map(len, found.summary(80).splitlines())) <= 80


def test_without_tests_intervals_are_spoken_of_and_what_is_missing_is_counted(found):
    gap = MissingCells("one", 10, 20, "intervals", (("fisher", "system", "pearson"),), 3.0)
    head = CertificationView().head(dataclasses.replace(found, rates=(), missing=(gap,)))
    assert [tile.label for tile in head.tiles] == ["Lowest coverage", "Not run", "Tables in a cell"]
    assert head.tiles[1].value == "1 cell"
    assert CertificationView().head(dataclasses.replace(found, rates=(), coverages=())).tiles == ()
