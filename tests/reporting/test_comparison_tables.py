from __future__ import annotations

import dataclasses

from trueness.reporting.comparison_tables import comparison_tables, select
from trueness.reporting.manifest import TABLES
from trueness.reporting.tables import as_rows, cell
from trueness.studies.compare import compare

from .conftest import HUMAN, hostile_table


def tables(comparison):
    return {spec.name: (spec, rows) for spec, rows in comparison_tables(comparison)}


def test_every_table_of_a_comparison_is_there(comparison):
    found = tables(comparison)
    assert set(found) == set(TABLES)
    for name, (spec, rows) in found.items():
        assert rows == getattr(comparison, name)
        fields = {field.name for field in dataclasses.fields(rows[0])}
        for column in spec.columns:
            keys = (column.key,) if isinstance(column.key, str) else column.key
            assert fields.issuperset(keys), f"{name} has no {keys}"


def test_every_cell_can_be_printed(comparison):
    for spec, rows in comparison_tables(comparison):
        for row in as_rows(rows):
            assert all(cell(row, column) for column in spec.columns)


def test_captions_say_what_was_done(comparison):
    found = tables(comparison)
    assert (
        "95% percentile bootstrap interval, for other systems and other inputs"
        in found["estimates"][0].caption
    )
    assert HUMAN in found["estimates"][0].caption
    caption = found["tests"][0].caption
    assert "two-sided" in caption
    assert "Holm's correction over 6 tests" in caption
    assert "99 resamples can give is 1/100 = .01" in caption


def test_captions_and_columns_follow_the_settings():
    comparison = compare(
        hostile_table(), rng=1, level="system", coefficient="pearson", test="williams", interval="none", beside=(),
        correction="none",
    )  # fmt: skip
    found = tables(comparison)
    assert "interval" not in found["estimates"][0].caption
    headings = {column.heading for column in found["estimates"][0].columns}
    assert not headings & {"Interval", "Undefined resamples", "Pairs ordered wrongly"}
    assert "Statistic" in {column.heading for column in found["tests"][0].columns}
    assert "not adjusted" in found["tests"][0].caption
    assert "smallest" not in found["tests"][0].caption
    assert "Nothing was tested" in found["beside"][0].caption


def test_bca_says_that_differences_have_percentile_intervals():
    comparison = compare(
        hostile_table(), rng=1, level="system", coefficient="pearson", interval="bca", resamples=49
    )
    assert "percentile interval" in tables(comparison)["tests"][0].caption


def test_select(comparison):
    rows = select(comparison.estimates, "input", "kendall")
    assert [(row.level, row.coefficient) for row in rows] == [("input", "kendall")] * 4
    assert len(select(comparison.estimates, "input")) == 12
