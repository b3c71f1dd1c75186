"""One canonical row: names, texts and numbers; its errors are in test_texts_from_rows.py, as users meet them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.data.reading.text_row import kind_of, text_row
from trueness.errors import FormatError

KEYS = {"system": "model", "input": "doc"}
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


def row_of(scores=None, **fields):
    return text_row({"model": "m", "doc": 7, "output": "x", **fields}, KEYS, scores or {}, "t.jsonl", 5)


def test_keys_may_have_other_names():
    assert (row_of().system, row_of().input) == ("m", "7")
    with pytest.raises(FormatError, match=r"t\.jsonl, row 5, column 'model': the name is empty"):
        text_row({"system": "m", "doc": 7, "output": "x"}, KEYS, {}, "t.jsonl", 5)


def test_numbers_go_to_their_dimension_and_annotator():
    found = row_of({"good": 2.0, "good@ann": 3.0, "bad": math.nan}, ratings={"bob": {"good": 1}})
    assert found.human == {"good": 2.0}
    assert found.ratings == {"bob": {"good": 1.0}, "ann": {"good": 3.0}}


@given(st.lists(TEXTS, max_size=4))
def test_as_many_lines_as_sentences(sentences):
    found = row_of(output=sentences).output
    assert found.count("\n") == max(0, len(sentences) - 1)
    assert "\r" not in found
    if not any(set("\r\n") & set(sentence) for sentence in sentences):
        assert found == "\n".join(sentences)


@given(TEXTS)
def test_a_string_is_taken_as_it_stands(text):
    assert row_of(output=text, references=[text], source=text).references == (text,)
    assert row_of(output=text).output == text


def test_values_are_called_by_their_kind():
    assert [kind_of(value) for value in (None, True, 1, 1.5, "", [], {}, b"")] == [
        "nothing (null)",
        "true or false",
        "a number",
        "a number",
        "text",
        "a list",
        "an object",
        "a bytes",
    ]


def test_other_names_are_in_messages():
    fields = {**KEYS, "output": "summary", "references": "target"}
    row = {"model": "m", "doc": 7, "summary": "x", "target": ["r", 3]}
    with pytest.raises(FormatError, match=r"column 'target\[1\]': this is a number"):
        text_row(row, fields, {}, "t", 1)
    with pytest.raises(FormatError, match="column 'summary': the output is missing"):
        text_row({**row, "summary": None}, fields, {}, "t", 1)
    one = text_row({**row, "target": "r"}, {**KEYS, "output": "summary", "reference": "target"}, {}, "t", 1)
    assert one.references == ("r",)
