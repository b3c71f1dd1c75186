"""Rows of a label are those of the file, with the names that occur in them, in their order."""

from __future__ import annotations

from trueness.data.cells.columns import ColumnMap
from trueness.data.cells.raw_rows import Chunk, RawRows
from trueness.data.scores.understood_rows import understand_rows


def rows(names, *given):
    return RawRows(
        "f", tuple(names), [Chunk(range(2, len(given) + 2), list(map(list, zip(*given, strict=True))))]
    )


def test_rows_by_label():
    raw = rows(
        ("lp", "system", "input", "m"),
        ("x", "A", "1", 1),
        ("y", "B", "2", 2),
        ("x", "C", "1", 3),
        ("y", "A", "3", 4),
    )
    found = understand_rows(raw, ColumnMap())
    assert found.groups_inputs("lp")
    parts = dict(found.by("lp"))
    assert list(parts) == ["x", "y"]
    assert parts["x"].read.rows.tolist() == [2, 4]
    assert parts["x"].read.numbers["m"].tolist() == [1, 3]
    assert parts["x"].read.names["system"].labels == ("A", "C")
    assert parts["y"].read.names["system"].labels == ("B", "A")
    assert parts["y"].read.names["system"].codes.tolist() == [0, 1]
    assert parts["y"].read.names["input"].labels == ("2", "3")


def test_what_groups_inputs():
    both = rows(("lp", "system", "input", "m"), ("x", "A", "1", 1), ("y", "B", "2", 2))
    assert understand_rows(both, ColumnMap()).groups_inputs("lp")
    shared = rows(("lp", "system", "input", "m"), ("x", "A", "1", 1), ("y", "A", "1", 2))
    assert understand_rows(shared, ColumnMap()).groups_inputs("lp")
    of_systems = rows(("lp", "system", "input", "m"), ("x", "A", "1", 1), ("y", "B", "1", 2))
    assert not understand_rows(of_systems, ColumnMap()).groups_inputs("lp")
    assert not understand_rows(both, ColumnMap()).groups_inputs("system")
    assert not understand_rows(both, ColumnMap(system_groups=("lp",))).groups_inputs("lp")
