"""Tables of labels: their columns are fields of their rows, and each has a heading of its own."""

from __future__ import annotations

import pytest

from trueness.reporting.writing.tables import TableSpec
from trueness.studies.judge import label_tables as tables

SPECS = [one for one in vars(tables).values() if isinstance(one, TableSpec)]


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_what_may_be_left_out_is_there(spec):
    keys = [column.key for column in spec.columns]
    assert all(key in keys for group in spec.dispensable for key in group)
    assert spec.columns[0].heading == "Judge"
