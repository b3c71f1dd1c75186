"""Fields that come and go: what counts as a human dimension is the same however rows are cut into pieces."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.data.reading.text_fields import TextFields
from trueness.errors import ArgumentError, FormatError, UnknownNameError

ROW = {"system": "a", "input": "1", "output": "x"}


def read(rows, size, columns=None):
    fields = TextFields(columns, "t.jsonl")
    found = []
    for start in range(0, len(rows), size):
        piece = rows[start : start + size]
        found += fields.rows(piece, range(start + 1, start + 1 + len(piece)))
    return found, fields.finish()


CELLS = st.sampled_from([1, 2.5, "3", None, "", "NA", True])


@given(
    st.lists(st.dictionaries(st.sampled_from(["good", "fair", "x@bob"]), CELLS), min_size=1, max_size=8),
    st.integers(1, 4),
)
def test_pieces_make_no_difference(more, size):
    rows = [{**ROW, "input": k, **fields} for k, fields in enumerate(more)]
    assert read(rows, size) == read(rows, len(rows))


def test_a_dimension_that_appears_late_is_missing_before():
    rows, notes = read([ROW, {**ROW, "input": "2", "late": 4}], 1)
    assert [row.human for row in rows] == [{}, {"late": 4.0}]
    assert notes == ()


def test_text_among_numbers_is_an_error_in_whatever_piece():
    rows = [{**ROW, "good": 1}, {**ROW, "good": 2}, {**ROW, "good": "bad"}, {**ROW, "good": 3}]
    for size in (1, 2, 4):
        with pytest.raises(FormatError, match="row 3, column 'good': 'bad' is not a number"):
            read(rows, size)
    with pytest.raises(FormatError, match="row 1, column 'good': 'bad' is not a number"):
        read(rows[::-1][1:], 1)


def test_text_is_left_out_with_a_note():
    rows, notes = read([{**ROW, "comment": "so so"}, {**ROW, "comment": "very good"}], 1)
    assert [row.human for row in rows] == [{}, {}]
    assert notes == ("1 field left out, no human dimensions: 'comment'",)


def test_groups_are_told_by_their_usual_names_or_named():
    row = {**ROW, "language": "de", "Topic": 3, "lab": "far north", "family": None, "good": 2}
    for size in (1, 2):
        rows, notes = read([row, {**ROW, "input": "2", "language": " ", "good": 4}], size)
        assert [one.groups for one in rows] == [{"language": "de", "Topic": "3"}, {}]
        assert [one.human for one in rows] == [{"good": 2.0}, {"good": 4.0}]
        assert "'lab'" in notes[0]
    rows, _ = read([row], 1, "groups=lab,ignore=Topic,ignore=language")
    assert rows[0].groups == {"lab": "far north"}  # those named are all there are, as in tables
    rows, _ = read([row], 1, "scorers=Topic,scorers=good")
    assert rows[0].groups == {"language": "de"}
    assert rows[0].human == {"Topic": 3.0, "good": 2.0}
    rows, _ = read([row], 1, "document=language")
    assert (rows[0].document, rows[0].groups) == ("de", {"Topic": "3"})
    plain = {name: value for name, value in row.items() if name != "input"}
    rows, _ = read([plain], 1)
    assert (rows[0].input, rows[0].groups) == (
        "3",
        {"language": "de"},
    )  # a topic where nothing else is the input
    with pytest.raises(
        FormatError, match=r"row 1, column 'language': this is a list, not the label .*ignore=language"
    ):
        read([{**row, "language": ["de", "en"]}], 1)


def test_what_is_ignored_is_not_read_at_all():
    rows = [{**ROW, "secret": float("inf"), "good": 1}]
    assert read(rows, 1, "ignore=sec*")[0][0].human == {"good": 1.0}
    assert read(rows, 1, "scorers=good")[1] == ("1 field left out, no human dimensions: 'secret'",)
    with pytest.raises(FormatError, match=r"'secret'.*infinite"):
        read(rows, 1)


def test_a_pattern_that_fits_nothing_is_found_at_the_end():
    for columns in ("ignore=x*", "scorers=x*"):
        with pytest.raises(UnknownNameError, match=r"no field is called 'x\*'"):
            read([ROW], 1, columns)


def test_names_of_fields_are_unicode():
    with pytest.raises(FormatError, match=r"row 2: the field name '\\ud800' must be Unicode text"):
        read([ROW, {**ROW, "\ud800": 1}], 1)


def test_a_lookalike_is_found_at_the_end():
    with pytest.raises(FormatError, match="column 'reference': texts have the field 'references' for this"):
        read([ROW, {**ROW, "reference": "r"}], 1)
    assert read([{**ROW, "reference": "r"}, {**ROW, "references": ["r"]}], 1)[0][1].references == ("r",)
    with pytest.raises(
        FormatError, match=r"references=ref \(lists\) or --columns reference=ref .*ignore=ref\."
    ):
        read([{**ROW, "ref": "r"}], 1)


FOREIGN = {"model": "a", "doc_id": 3, "summary": "x", "target": ["r", "s"], "article": "long", "cluster": "c"}


def test_every_field_may_have_another_name():
    columns = "system=model,input=doc_id,output=summary,references=target,source=article,document=cluster"
    (row,), notes = read([{**FOREIGN, "output": "other", "references": ["no"], "good": 1}], 1, columns)
    assert (row.system, row.input, row.output, row.references) == ("a", "3", "x", ("r", "s"))
    assert (row.source, row.document, row.human) == ("long", "c", {"good": 1.0})
    assert notes == ("2 fields left out, no human dimensions: 'output', 'references'",)


def test_keys_are_found_by_their_usual_names():
    (row,), notes = read([FOREIGN], 1, "output=summary,references=target,source=article,ignore=cluster")
    assert (row.system, row.input, row.human) == ("a", "3", {})
    assert notes == ("1 field left out, no human dimensions: 'cluster'",)
    (row,), _ = read([{**ROW, "model": 1, "id": 2}], 1)  # the canonical names win
    assert (row.system, row.input, row.human) == ("a", "1", {"model": 1.0})  # an id is no dimension
    (row,), _ = read([{"System": "a", "topic": "t", "id": "x", "output": "y"}], 1, "ignore=id")
    assert (row.system, row.input) == ("a", "t")
    with pytest.raises(
        FormatError, match=r"the input could be any of the fields 'doc_id', 'id'\. .*input=doc_id"
    ):
        read([{"model": "a", "doc_id": "t", "id": "x", "output": "y"}], 1)


def test_the_first_row_settles_the_names_of_the_keys():
    rows = [{"model": "a", "id": "1", "output": "x"}, {**ROW, "model": "b", "id": "2"}]
    for size in (1, 2):
        assert [row.system for row in read(rows, size, "ignore=system,ignore=input")[0]] == ["a", "b"]


def test_one_reference_may_be_a_text():
    row = {**ROW, "target": "a cat"}
    assert read([row], 1, "reference=target")[0][0].references == ("a cat",)
    assert read([{**row, "target": ["One.", "Two."]}], 1, "reference=target")[0][0].references == (
        "One.\nTwo.",
    )
    assert read([{**row, "target": None}], 1, "reference=target")[0][0].references == ()
    assert read([{**ROW, "references": "r"}], 1, "reference=references")[0][0].references == ("r",)
    assert read([{**ROW, "reference": "r"}], 1, "reference=reference")[0][0].references == ("r",)
    with pytest.raises(
        FormatError, match=r"column 'target': this is a bare string.*--columns reference=target"
    ):
        read([row], 1, "references=target")
    with pytest.raises(FormatError, match="column 'target': this is a number, not text"):
        read([{**row, "target": 3}], 1, "reference=target")


def test_names_that_are_wrong_are_refused():
    for columns in ("output=x", "references=x", "reference=x", "source=x", "document=x"):
        with pytest.raises(UnknownNameError, match="no field is called 'x'"):
            read([ROW], 1, columns)
    with pytest.raises(ArgumentError, match=r"either 'references' .* or 'reference'"):
        TextFields("references=a,reference=b", "t")
    with pytest.raises(ArgumentError, match="'a' is both 'system' and 'output'"):
        TextFields("system=a,output=a", "t")
    with pytest.raises(ArgumentError, match="this is 'annotators'"):
        TextFields("annotators=a", "t")
    with pytest.raises(ArgumentError, match="'source' is a group, but it has another meaning"):
        TextFields("groups=source", "t")
    with pytest.raises(UnknownNameError, match="no field is called 'lab'"):
        read([ROW], 1, "groups=lab")
    with pytest.raises(FormatError, match=r"'output': the field is missing.*--columns output=FIELD"):
        read([{"system": "a", "input": "1", "summary": "x"}], 1)


def test_numbers_among_the_texts_of_a_field_are_an_error():
    """They would be human scores, and the texts lost."""
    fields = TextFields(None, "f.csv")
    rows = [
        {"system": "a", "input": "1", "output": "x", "comment": "fine"},
        {"system": "b", "input": "1", "output": "x", "comment": "2"},
    ]
    fields.rows(rows, [2, 3])
    with pytest.raises(FormatError, match=r"f\.csv, row 2, column 'comment': 'fine' is text.*ignore=comment"):
        fields.finish()


def test_a_field_without_any_value_is_said():
    fields = TextFields(None, "f.jsonl")
    fields.rows([{"system": "a", "input": "1", "output": "x", "quality": None, "fluency": 1}], [1])
    assert fields.finish() == ("1 field left out, no row has a value: 'quality'",)


def test_a_prompt_names_the_input_where_nothing_else_does():
    rows = [{"system": "a", "Prompt": "write", "output": "x"}]
    assert read(rows, 1)[0][0].input == "write"
    assert read([{**rows[0], "topic": "t"}], 1)[0][0].input == "t"
    with pytest.raises(FormatError, match="input could be any"):
        read([{**rows[0], "question": "why"}], 1)


def test_the_parts_of_an_input_are_no_human_scores():
    rows = [{"system": "a", "doc": "d", "seg": k, "output": "x", "human": 3} for k in (1, 2)]
    found, _ = read(rows, 1, "input=doc,input=seg")
    assert [row.input for row in found] == ["d::1", "d::2"]
    assert [row.human for row in found] == [{"human": 3.0}] * 2
    assert found[0].groups == {"doc": "d"}
    with pytest.raises(FormatError, match=r"--columns input=doc,input=seg\.$"):
        read(rows, 1)
    with pytest.raises(FormatError, match="name is empty"):
        read([{**rows[0], "seg": None}], 1, "input=doc,input=seg")


ASKED = {"id": "q-1", "input": "What is it?", "output": "It is this.", "helpful": 1}


@pytest.mark.parametrize(
    ("more", "input", "source", "size"),
    [
        ({}, "q-1", "What is it?", 1),
        ({"source": "a page"}, "q-1", "a page", 1),
        ({"system": "a"}, "What is it?", None, 1),
        ({"input": "why"}, "q-1", "why", 2),
        ({"output": "", "summary": "x y"}, "q-1", "What is it?", 1),
    ],
)
def test_an_input_of_words_is_the_text_of_an_id_where_no_system_is_named(more, input, source, size):
    rows = [{**ASKED, **more}, {**ASKED, **more, "id": "q-2", "input": "What else is it?"}]
    fields = TextFields("output=summary" if "summary" in more else None, "t.jsonl", unnamed_system=True)
    found = fields.rows(rows[:size], range(1, size + 1))
    assert (found[0].input, found[0].source, found[0].human) == (input, source, {"helpful": 1.0})


def test_an_id_beside_a_short_input_is_left_out_with_a_note():
    fields = TextFields(None, "t.jsonl", unnamed_system=True)
    (row,) = fields.rows([{**ASKED, "input": "i1"}], [1])
    assert (row.input, row.human) == ("i1", {"helpful": 1.0})
    assert fields.finish()[0] == "1 field left out, no human dimensions: 'id'"
