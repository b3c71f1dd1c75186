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


def test_a_prompt_names_the_input_by_its_text_where_systems_are_named_and_nothing_else_does():
    texts = rows(
        ("model", "Prompt", "m"), ("A", "write a poem", 1), ("B", "write a poem", 2), ("A", "sing", 3)
    )
    found = understand_rows(texts, ColumnMap())
    assert found.read.layout.input == "Prompt"
    assert found.read.names["Prompt"].labels == ("write a poem", "sing")
    assert found.read.rows.tolist() == [2, 3, 4]
    by_id = rows(("model", "id", "prompt", "m"), ("A", "1", "write a poem", 1))
    assert understand_rows(by_id, ColumnMap()).read.layout.input == "id"
    scores = rows(("model", "instruction", "bleu"), ("A", ".7", 1), ("B", ".8", 2))  # a leaderboard
    assert understand_rows(scores, ColumnMap()).read.layout.input is None
    items = rows(("question", "human"), ("what is it", 1), ("what is it", 2))
    assert understand_rows(items, ColumnMap()).read.layout.input is None
