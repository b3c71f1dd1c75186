"""Rows of a study of annotators: columns that a table and JSON can hold."""

from __future__ import annotations

import dataclasses

import pytest

from trueness.studies.annotators import annotator_rows

ROWS = [
    thing
    for thing in vars(annotator_rows).values()
    if isinstance(thing, type)
    and dataclasses.is_dataclass(thing)
    and thing.__module__ == annotator_rows.__name__
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.__name__)
def test_columns_are_plain_values_and_explained(row):
    plain = {"str", "int", "float", "bool", "AgreementVerdict", "AltVerdict"}
    assert {field.type for field in dataclasses.fields(row)} <= plain
    for field in dataclasses.fields(row):
        assert field.name in row.__doc__
    with pytest.raises(dataclasses.FrozenInstanceError):
        row(*([0] * len(dataclasses.fields(row)))).metric = "x"


def test_there_are_some():
    assert len(ROWS) == 9
