from __future__ import annotations

import dataclasses

from tests.small_comparisons import hostile_table

from trueness.reporting.view import select
from trueness.reporting.writing.tables import as_rows, cell
from trueness.studies.compare.comparison_tables import comparison_tables
from trueness.studies.compare.rows import CompareResult
from trueness.studies.compare.study import compare


def tables(comparison):
    return {spec.name: (spec, rows) for spec, rows in comparison_tables(comparison)}


def test_every_table_of_a_comparison_is_there(comparison):
    found = tables(comparison)
    assert set(found) == set(CompareResult.TABLES)
    for name, (spec, rows) in found.items():
        assert rows == getattr(comparison, name)
        fields = {field.name for field in dataclasses.fields(rows[0])}
        for column in spec.columns:
            keys = (column.key,) if isinstance(column.key, str) else column.key
            assert fields.issuperset(keys), f"{name} has no {keys}"


def test_every_cell_can_be_printed(comparison):
    for spec, rows in comparison_tables(comparison):
        for row in as_rows(rows):
            # a ranking that says nothing names nobody
            assert all(cell(row, column) for column in spec.columns if column.key != "names")


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


def test_headings_name_the_coefficient_where_there_is_one(comparison):
    assert [column.heading for column in tables(comparison)["tests"][0].columns][4:6] == [
        "Correlation of metric",
        "Correlation of rival",
    ]
    one = compare(hostile_table(), rng=1, resamples=19, level="system", coefficient="kendall")
    for spec, _ in tables(one).values():
        headings = " ".join(column.heading for column in spec.columns)
        assert "Correlation" not in headings
    assert [column.heading for column in tables(one)["tests"][0].columns][4:6] == [
        "τ of metric",
        "τ of rival",
    ]


def test_without_systems_no_table_applies_to_them(systemless):
    found = tables(systemless)
    headings = [column.heading for column in found["estimates"][0].columns]
    assert "Items" in headings
    assert not {"Systems", "Inputs", "Undefined", "Pairs ordered wrongly"} & set(headings)
    for name in ("estimates", "ranks", "tests"):
        assert "system" not in found[name][0].standalone_caption
        assert "on 12 items" in found[name][0].standalone_caption


def test_select(comparison):
    rows = select(comparison.estimates, "input", "kendall")
    assert [(row.level, row.coefficient) for row in rows] == [("input", "kendall")] * 4
    assert len(select(comparison.estimates, "input")) == 12
