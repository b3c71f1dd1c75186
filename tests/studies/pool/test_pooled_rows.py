"""The columns of an analysis of several tables: those of one table where they mean the same."""

from __future__ import annotations

import dataclasses

import pytest

from trueness.studies.compare.rows import Estimate
from trueness.studies.rows import as_row
from trueness.studies.tables.pooled_rows import PooledEstimate, TableEstimate, TableFacts


def names(row):
    return [field.name for field in dataclasses.fields(row)]


def test_a_task_is_an_estimate_and_its_table():
    own = names(Estimate)
    assert names(TableEstimate) == [*own, "table", "cluster"]
    values = dict.fromkeys(own, 0)
    assert as_row(TableEstimate(**values, table="de-en", cluster=2)) == {
        **values,
        "table": "de-en",
        "cluster": 2,
    }


@pytest.mark.parametrize("row", [PooledEstimate, TableEstimate, TableFacts])
def test_every_column_is_documented(row):
    text = "\n".join(one.__doc__ for one in row.__mro__ if dataclasses.is_dataclass(one))
    assert [name for name in names(row) if name not in text] == []
