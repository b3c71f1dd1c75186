"""Places of an export: keys with dots, the document, the first that holds something, parts of an output."""

from __future__ import annotations

import dataclasses

import pytest

from trueness.data.layouts.export import Export, every_score
from trueness.data.layouts.export_places import (
    at_place,
    fits,
    has_parts,
    key_of,
    numbered_rows,
    rows_of,
    text_of,
)
from trueness.errors import FormatError

ONE = Export(
    "one",
    rows=("runs.rows", ""),
    tell=("/head", "id"),
    system=("/head.model", "by"),
    input=("id", "other"),
    scores=lambda row: iter(()),
    part="turn",
)


def test_what_is_at_a_place() -> None:
    document, row = {"head": {"model": "m"}}, {"a.b": 1, "a": {"b": 2, "list": [3, {"c": 4}]}, "x": {"c": 5}}
    assert at_place(document, row, "/head.model") == "m"
    assert at_place(document, row, "a.b") == 1
    assert at_place(document, row, "a.list.1.c") == 4
    assert at_place(document, row, "*.c") == 5
    assert at_place(document, row, "a.none.c") is None
    assert (text_of("é"), text_of({"é": 1})) == ("é", '{"é": 1}')


def test_rows_and_their_keys() -> None:
    rows = [{"id": "1", "turn": 1}, {"id": "1", "turn": 2}, {"id": "", "other": 7, "turn": 1}]
    document = {"head": {"model": "m"}, "runs": {"rows": rows}}
    assert fits(ONE, document)
    assert not fits(ONE, {"runs": {"rows": rows}})
    assert not fits(dataclasses.replace(ONE, delimited=True), document)
    assert (rows_of(ONE, document), rows_of(ONE, rows), rows_of(ONE, {})) == (rows, rows, [])
    numbered = numbered_rows(ONE, document, "file")
    assert [number for number, _ in numbered] == [1, 2, 3]
    assert has_parts(ONE, document, numbered)
    assert not has_parts(ONE, document, numbered[1:])
    assert [key_of(ONE, document, row) for row in rows] == [("m", "1"), ("m", "1"), ("m", "7")]
    assert key_of(ONE, document, rows[1], several=True) == ("m", "1#2")
    joined = dataclasses.replace(ONE, joined=True)
    assert [key_of(joined, document, row)[1] for row in (rows[0], {"id": "1", "other": "x"})] == ["", "1/x"]


def test_a_row_with_several_systems_is_a_row_for_each() -> None:
    several = dataclasses.replace(ONE, rows=("",), spread="by", programs=every_score)
    document = {"": [{"id": "1", "by": {"a": {"s": 1}, "b": {"s": 2}}}]}
    found = [(row["system"], row["s"]) for _, row in numbered_rows(several, document, "file")]
    assert found == [("a", 1), ("b", 2)]
    with pytest.raises(FormatError, match="differs from what one writes"):
        numbered_rows(several, {"": [{"id": "1", "by": {"a": 1}}]}, "file")
