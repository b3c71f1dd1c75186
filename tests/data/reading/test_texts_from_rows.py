"""Canonical rows: what is taken, and one clear error for everything else."""

from __future__ import annotations

import math

import pytest

from trueness.data.reading.texts_from_rows import texts_from_rows
from trueness.errors import ArgumentError, DuplicateKeyError, FormatError, UnknownNameError

ROW = {"system": "a", "input": "1", "output": "text"}


def one(**more):
    return texts_from_rows([{**ROW, **more}], path="t.jsonl", row_numbers=[7]).rows[0]


def test_a_full_row():
    found = one(
        references=["r", ""],
        source="s",
        document=3,
        good=4,
        missing=None,
        ratings={"ann": {"fluent": 1, "good": None}, "bob": None},
        **{"fluent@bob": 2.5},
    )
    assert (found.references, found.source, found.document) == (("r", ""), "s", "3")
    assert found.human == {"good": 4.0}
    assert found.ratings == {"ann": {"fluent": 1.0}, "bob": {"fluent": 2.5}}


def test_a_bare_row():
    found = one()
    assert (found.references, found.source, found.document, found.human, found.ratings) == (
        (),
        None,
        None,
        {},
        {},
    )


@pytest.mark.parametrize(("given", "name"), [("a b", "a b"), (5, "5"), (5.0, "5"), (" a", " a")])
def test_names_are_taken_as_they_stand(given, name):
    assert one(input=given).input == name


def test_an_empty_output_is_a_text():
    assert one(output="").output == ""


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("output", None, "'output': the output is missing.*empty string"),
        ("output", 3, "'output': this is a number, not text"),
        ("output", {"a": "x"}, "'output': this is an object, not text.*list of its sentences"),
        ("output", ["x", 3], r"'output\[1\]': this is a number, not text.*list of its sentences"),
        ("output", [["x"]], r"'output\[0\]': this is a list, not text"),
        ("output", "ab\ud800", r"'output': character 3 is half of a surrogate pair \(U\+D800\)"),
        ("source", 3, "'source': this is a number"),
        ("source", "\udc00", "'source': character 1"),
        ("references", "bare", r"'references': this is a bare string.*Wrap it in a list: \["),
        ("references", {"a": "b"}, "'references': this is an object, not a list of strings"),
        ("references", ["x", None], r"'references\[1\]': this is nothing \(null\), not text"),
        ("references", ["\ud83d"], r"'references\[0\]': character 1"),
        ("references", [["a", "b\udc00"]], r"'references\[0\]\[1\]': character 2"),
        (
            "references",
            [["a"], [["b"]]],
            r"'references\[1\]\[0\]': this is a list, not text.*References are a list",
        ),
        (
            "references",
            [{"text": "a"}],
            r"'references\[0\]': this is an object, not text.*References are a list",
        ),
        ("system", "", "'system': the name is empty"),
        ("system", "  ", "'system': the name is empty"),
        ("system", None, "'system': the name is empty"),
        ("system", True, "'system': this is true or false, not a name"),
        ("input", ["1"], "'input': this is a list, not a name"),
        ("input", "\udfff", "'input': character 1"),
        ("document", "", "'document': the name is empty"),
        ("ratings", 3, "'ratings': this is a number, not an object.*annotator: "),
        ("ratings", {"ann": 3}, "'ratings': annotator 'ann' needs a name and an object; it is a number"),
        ("ratings", {"": {"good": 3}}, "'ratings': annotator '' needs a name"),
        ("ratings", {"ann": {"good": "3"}}, "'ratings.ann.good': this is text, not a number"),
        ("ratings", {"ann": {"good": True}}, "'ratings.ann.good': this is true or false"),
        ("ratings", {"ann": {"a@b": 3}}, "'ratings.ann.a@b': a dimension needs a name without '@'"),
        ("ratings", {"ann": {"good": math.inf}}, "'ratings.ann.good': the rating is infinite"),
        ("ratings", {"\ud800": {"good": 3}}, "'ratings': character 1"),
        ("good", math.inf, "'good'.*infinite"),
        ("good", "4,5", "'good': '4,5' is not a number.*decimals with a point"),
    ],
)
def test_each_field_has_its_error(field, value, message):
    with pytest.raises(FormatError, match=r"t\.jsonl, row 7, column " + message):
        one(**{field: value})


def test_text_among_numbers_is_an_error_and_not_dropped():
    with pytest.raises(FormatError, match=r"row 2, column 'good': 'n.a' is not a number"):
        texts_from_rows([{**ROW, "good": 1}, {**ROW, "system": "b", "good": "n.a"}])


def test_a_field_of_text_is_left_out_with_a_note():
    texts = texts_from_rows([{**ROW, "comment": "not so good", "good": 1}])
    assert texts.dimensions == ("good",)
    assert texts.notes == ("1 field left out, no human dimensions: 'comment'",)


def test_a_text_may_be_the_list_of_its_sentences():
    found = one(output=["One.", "Two\nlines."], references=[["a\r\nb", "c\rd"], "e\nf", []], source=["s"])
    assert found.output == "One.\nTwo lines."
    assert found.references == ("a b\nc d", "e\nf", "")
    assert found.source == "s"
    assert one(output=[]).output == ""
    texts = texts_from_rows([{**ROW, "output": ["x"]}, {**ROW, "system": "b"}])
    assert texts.notes == ("1 of 2 outputs are given as lists of sentences",)


def test_a_rating_given_twice_is_refused():
    with pytest.raises(FormatError, match="'good' of annotator 'ann' is given twice"):
        one(ratings={"ann": {"good": 1}}, **{"good@ann": 1})


def test_duplicates_name_both_rows():
    rows = [ROW, {**ROW, "input": "2"}, ROW]
    with pytest.raises(DuplicateKeyError, match="f: rows 3 and 8 are both for system 'a', input '1'"):
        texts_from_rows(rows, path="f", row_numbers=[3, 5, 8])


@pytest.mark.parametrize("field", ["system", "input", "output"])
def test_a_missing_field_is_told_with_those_that_are_there(field):
    lacking = {name: value for name, value in ROW.items() if name != field}
    with pytest.raises(FormatError, match=f"column '{field}': the field is missing. The fields are '"):
        texts_from_rows([lacking])


def test_a_field_that_one_row_lacks_is_told():
    with pytest.raises(FormatError, match="row 2, column 'output': the output is missing"):
        texts_from_rows([ROW, {"system": "b", "input": "1"}])


@pytest.mark.parametrize(
    ("field", "wanted"), [("reference", "references"), ("ref", "references"), ("src", "source")]
)
def test_foreign_names_are_not_lost_without_a_word(field, wanted):
    with pytest.raises(FormatError, match=f"column '{field}': texts have the field '{wanted}' for this"):
        one(**{field: "r"})
    assert texts_from_rows([{**ROW, field: "r"}], columns=f"ignore={field}").rows[0].references == ()


def test_no_rows_are_refused():
    with pytest.raises(FormatError, match="rows of texts are"):
        texts_from_rows([])


def test_columns_say_what_names_mean():
    rows = [{"model": "m", "topic": 4, "output": "x", "good": 1, "bleu": 2, "secret": "y z"}]
    texts = texts_from_rows(rows, columns="system=model,input=topic,scorers=goo*,ignore=secret")
    assert (texts.systems, texts.inputs, texts.dimensions) == (("m",), ("4",), ("good",))
    assert texts.notes == ("2 fields left out, no human dimensions: 'secret', 'bleu'",)


def test_wrong_columns_are_refused():
    with pytest.raises(ArgumentError, match="this is 'annotator'"):
        texts_from_rows([ROW], columns="annotator=who")
    with pytest.raises(UnknownNameError, match=r"no field is called 'sytem'. Did you mean 'system'"):
        texts_from_rows([ROW], columns="system=sytem")
    with pytest.raises(UnknownNameError, match=r"no field is called 'x\*'"):
        texts_from_rows([ROW], columns="ignore=x*")
