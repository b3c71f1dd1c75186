"""Rows of a label are those of the file, with the names that occur in them, in their order."""

from __future__ import annotations

import pytest

import trueness
from trueness.data.cells.columns import ColumnMap
from trueness.data.cells.raw_rows import Chunk, RawRows
from trueness.data.scores.understood_rows import understand_rows
from trueness.errors import FormatError


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
    assert parts["x"].read.rows.whole().tolist() == [2, 4]
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
    assert found.read.rows.whole().tolist() == [2, 3, 4]
    by_id = rows(("model", "id", "prompt", "m"), ("A", "1", "write a poem", 1))
    assert understand_rows(by_id, ColumnMap()).read.layout.input == "id"
    scores = rows(("model", "instruction", "bleu"), ("A", ".7", 1), ("B", ".8", 2))  # a leaderboard
    assert understand_rows(scores, ColumnMap()).read.layout.input is None
    items = rows(("question", "human"), ("what is it", 1), ("what is it", 2))
    assert understand_rows(items, ColumnMap()).read.layout.input is None


SEGMENTS = (("A", "d1", 1, 3), ("A", "d1", 2, 4), ("A", "d2", 1, 5), ("B", "d1", 1, 2), ("B", "d2", 1, 1))


@pytest.mark.parametrize("document", ["doc", "doc_id", "docId", "document"])
@pytest.mark.parametrize("segment", ["seg", "seg_id", "SEGID", "segment", "sent_id"])
def test_segments_that_are_numbered_in_each_document_are_called_after_both(document, segment):
    found = understand_rows(rows(("system", document, segment, "m"), *SEGMENTS), ColumnMap())
    layout = found.read.layout
    assert layout.input == f"{document}::{segment}"
    assert found.read.names[layout.input].labels == ("d1::1", "d1::2", "d2::1")
    assert found.read.names[layout.input].codes.tolist() == [0, 1, 2, 0, 2]
    assert layout.groups == {document: ("document" if "d" in document[3:] else document, None)}
    assert list(found.read.numbers) == ["m"]
    assert f"inputs are called by '{document}', '{segment}' together" in found.notes


def test_segments_that_are_numbered_through_are_called_by_their_number():
    given = (("A", "d1", 1, 3), ("A", "d2", 2, 5), ("B", "d1", 1, 2), ("B", "d2", 2, 1))
    found = understand_rows(rows(("system", "doc_id", "seg_id", "m"), *given), ColumnMap())
    assert found.read.layout.input == "seg_id"
    assert found.read.names["seg_id"].labels == ("1", "2")
    assert found.read.layout.groups == {"doc_id": ("document", None)}
    assert not [note for note in found.notes if "together" in note]
    asked = ColumnMap.of("input=doc_id,input=seg_id")  # what is said holds
    found = understand_rows(rows(("system", "doc_id", "seg_id", "m"), *given), asked)
    assert found.read.names["doc_id::seg_id"].labels == ("d1::1", "d2::2")


def test_any_columns_may_be_said_to_name_the_input_together():
    given = rows(
        ("system", "lp", "line", "turn", "m"), ("A", "x", 1, 1, 3), ("A", "x", 1, 2, 3), ("A", "y", 1, 1, 3)
    )
    found = understand_rows(given, ColumnMap.of("input=lp,input=line,input=turn"))
    assert found.read.names["lp::line::turn"].labels == ("x::1::1", "x::1::2", "y::1::1")
    assert list(found.read.numbers) == ["m"]
    assert set(found.read.layout.groups) == {"lp", "line"}
    gap = rows(("system", "doc", "seg", "m"), ("A", "", 1, 3), ("A", "d", 1, 3))
    with pytest.raises(FormatError, match=r"row 2, column 'doc'.*empty"):
        understand_rows(gap, ColumnMap.of("input=doc,input=seg"))
    with pytest.raises(FormatError, match="two meanings"):
        understand_rows(gap, ColumnMap.of("input=doc,input=seg,system=doc"))


def counted_rows(name, numbers, **columns):
    raw = rows((name, "human", "judge"), *((k, k % 3, k % 2) for k in numbers))
    return understand_rows(raw, ColumnMap.of(columns))


@pytest.mark.parametrize("numbers", [range(6), range(1, 8)])
@pytest.mark.parametrize("name", ["Nr.", "Question #", "Frage"])
def test_a_first_column_that_counts_the_rows_names_the_items(name, numbers):
    found = counted_rows(name, numbers)
    layout = found.read.layout
    assert (layout.input, tuple(layout.scores), tuple(found.read.numbers)) == (
        name,
        *[("human", "judge")] * 2,
    )
    assert found.read.names[name].labels == tuple(map(str, numbers))
    (note,) = [note for note in found.notes if "counts the rows" in note]
    assert note.endswith(f"--columns 'scorers=*,scorers={name}'")


def test_a_column_that_counts_is_a_scorer_where_it_is_said_to_be():
    found = counted_rows("Nr.", range(6), scorers="*")
    assert set(found.read.numbers) == {"Nr.", "human", "judge"}


@pytest.mark.parametrize(
    ("name", "numbers"),
    [("Nr.", range(4)), ("Nr.", [1, 2, 3, 5, 4, 6]), ("Nr.", range(2, 9)), ("mean score", range(6))],
)
def test_numbers_that_count_nothing_are_scores(name, numbers):
    found = counted_rows(name, numbers)
    assert found.read.layout.input is None
    assert set(found.read.numbers) == {name, "human", "judge"}
    assert not [note for note in found.notes if "counts the rows" in note]


def test_a_message_names_the_input_where_no_question_does(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text(
        "model,message,rating\na,Say it again.,1\nb,Say it again.,2\na,And now?,3\nb,And now?,4\n"
    )
    assert trueness.read_scores(path).inputs == ("Say it again.", "And now?")
    path.write_text("model,message,question,rating\na,Say it.,Why so?,1\nb,Say it.,Why so?,2\n")
    assert trueness.read_scores(path).inputs == ("Why so?",)
