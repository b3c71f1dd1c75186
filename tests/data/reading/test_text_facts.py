"""One look at every row: counts, what is lacking, and numbers that contradict each other."""

from __future__ import annotations

import pytest

from trueness.data.reading.text_facts import text_facts
from trueness.data.texts.texts import TextRow, Texts
from trueness.errors import DataError, DuplicateKeyError


def facts(rows, size=2):
    pieces = [
        (rows[s : s + size], list(range(s + 1, s + 1 + len(rows[s : s + size]))))
        for s in range(0, len(rows), size)
    ]
    return text_facts(pieces, "t.jsonl")


def test_everything_is_counted():
    found = facts(
        [
            TextRow("a", "1", "x", references=("r",), source="s", document="d"),
            TextRow("b", "1", " \n", references=("r", ""), human={"good": 1.0}),
            TextRow("a", "2", "", ratings={"ann": {"fluent": 2.0}, "bob": {"fluent": 3.0, "short": 1.0}}),
        ]
    )
    assert (found.rows, found.systems, found.inputs) == (3, 2, 2)
    assert found.human == (("good", None), ("fluent", "ann"), ("fluent", "bob"), ("short", "bob"))
    assert found.dimensions == ("good", "fluent", "short")
    assert found.groups == {"document": "input"}
    assert found.lacking == {"references": (1, "a", "2"), "source": (2, "b", "1")}
    assert (found.empty_outputs, found.empty_references, found.nul_name) == (2, 1, None)


def test_human_columns_are_those_of_texts_in_memory():
    rows = (
        TextRow("a", "1", "x", ratings={"ann": {"b": 1.0}}, human={"c": 2.0}),
        TextRow("a", "2", "x", ratings={"bob": {"b": 1.0, "a": 2.0}}, human={"d": 2.0}),
    )
    assert facts(list(rows)).dimensions == Texts(rows).dimensions


def test_a_name_with_nul_is_remembered():
    rows = [
        TextRow("a", "1", "x\0"),
        TextRow("a", "2", "", ratings={"b\0": {"x": 1.0}}),
        TextRow("c\0", "2", ""),
    ]
    assert facts(rows[:1]).nul_name is None
    assert facts(rows).nul_name == "b\0"


def test_a_number_is_the_mean_of_the_ratings_beside_it():
    people = {"ann": {"good": 2.0}, "bob": {"good": 3.0}}
    facts([TextRow("a", "1", "x", human={"good": 2.5}, ratings=people)])
    with pytest.raises(
        DataError, match=r"'good' is 2 for system 'a', input '1', but the mean of its annotators is 2\.5"
    ):
        facts([TextRow("a", "1", "x", human={"good": 2.0}, ratings=people)])
    with pytest.raises(DataError, match="'good' is missing for system 'b', input '1'"):
        facts([TextRow("a", "1", "x", human={"good": 2.0}), TextRow("b", "1", "x", ratings=people)])


def test_two_rows_about_one_output():
    with pytest.raises(DuplicateKeyError, match="rows 1 and 3"):
        facts([TextRow("a", "1", "x"), TextRow("b", "1", "x"), TextRow("a", "1", "y")])


def test_progress_has_no_total():
    calls = []
    text_facts([([TextRow("a", "1", "x")], [1])], "t", lambda *call: calls.append(call))
    assert calls == [("looking at texts", 1, 0)]
