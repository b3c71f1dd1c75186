"""JSON lines, flat and nested, and as they break."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from trueness.data.formats.json_document import read_json_lines
from trueness.data.formats.jsonl import flatten, rows_from_records
from trueness.data.scores.table_from_rows import table_from_rows
from trueness.errors import FormatError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "scores.jsonl"


def test_nesting_lists_and_ratings() -> None:
    record = {
        "system": "A",
        "scores": {"rouge": {"f": 1, "r": 2}},
        "judges": [1, None, 3.5],
        "ratings": {"bob": {"rel": 4}, "eve": {"rel": 5, "flu": 1}},
        "references": ["x", "y"],
        "none": [],
    }
    assert flatten(record, "f", 1) == {
        "system": "A",
        "scores_rouge_f": 1,
        "scores_rouge_r": 2,
        "judges@1": 1,
        "judges@2": None,
        "judges@3": 3.5,
        "rel@bob": 4,
        "rel@eve": 5,
        "flu@eve": 1,
        "references": ["x", "y"],
        "none": None,
    }
    with pytest.raises(FormatError, match="row 7, column 'a_b': two keys"):
        flatten({"a_b": 1, "a": {"b": 2}}, "f", 7)


def test_keys_that_come_and_go_are_missing(path: Path) -> None:
    path.write_bytes(b'{"system":"A","input":1,"x":1}\r\n\n{"input":2,"y":true,"system":"A","x":NaN}\n')
    table = table_from_rows(read_json_lines(path))
    assert table.inputs == ("1", "2")
    assert str(table.values.tolist()) == "[[[1.0, nan]], [[nan, 1.0]]]"


def test_canonical_ratings(path: Path) -> None:
    path.write_text('{"system":"A","input":"1","ratings":{"a":{"rel":1},"b":{"rel":2}},"output":"one two"}\n')
    table = table_from_rows(read_json_lines(path))
    assert table.annotations["rel"].annotators == ("a", "b")
    assert table.scorer("rel").role == "human"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "rows of scores are"),
        (b'{"a":1}\n{"a":\n', r"scores\.jsonl, row 2: broken JSON"),
        (b'{"a":1}\n{"a":1} {"b":2}\n', "row 2: broken JSON"),
        (b'[\n{"a":1}\n]\n', "row 1: broken JSON.*one object per line.*one JSON list or object"),
        (b'{"a":1}\n[1]\n', "row 2: the line must hold an object; it holds a list"),
        (b'{"a":1}\nnull\n', "row 2: the line must hold an object; it holds null"),
        (b'{"a":1}\n{"a":1,"b":{"c":1,"c":2}}\n', "row 2, column 'c': the key occurs twice"),
        (b'{"a":1}\n{"a":"\xff"}\n', "row 2: byte 0xff is not UTF-8"),
        (b'{"a":1}\n{"a\x00":1}\n', "row 2: broken JSON"),
        (b'{"a":1}\n' + b'{"a":' * 100_000 + b"\n", "row 2: broken JSON"),
    ],
)
def test_broken_lines_say_where(path: Path, content: bytes, message: str) -> None:
    path.write_bytes(content)
    with pytest.raises(FormatError, match=message):
        read_json_lines(path)


def test_infinity_and_text_have_their_row(path: Path) -> None:
    path.write_text('{"input":1,"x":1}\n\n{"input":2,"x":Infinity}\n')
    with pytest.raises(FormatError, match=r"row 3, column 'x': infinite scores: 1"):
        table_from_rows(read_json_lines(path))
    path.write_text('{"input":1,"x":1}\n{"input":2,"x":"Score: 4"}\n')
    with pytest.raises(FormatError, match="row 2, column 'x': 'Score: 4' is not a number"):
        table_from_rows(read_json_lines(path))


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        ("fluency", ["fluency@1", "fluency@2"]),
        ("human_judgments", ["human_judgments@1", "human_judgments@2"]),
        ("gpt4_score", ["gpt4_score@run1", "gpt4_score@run2"]),
        ("Claude", ["Claude@run1", "Claude@run2"]),
        ("judge_scores", ["judge_scores@run1", "judge_scores@run2"]),
        ("autorater", ["autorater@run1", "autorater@run2"]),
        ("expert_judge", ["expert_judge@1", "expert_judge@2"]),
        ("judges", ["judges@1", "judges@2"]),
        ("rating_again", ["rating_again@1", "rating_again@2"]),
        ("rouge", ["rouge_1", "rouge_2"]),
        ("BERTScore", ["BERTScore_1", "BERTScore_2"]),
    ],
)
def test_whose_numbers_a_list_holds_its_name_says(name: str, columns: list[str]) -> None:
    assert list(flatten({name: [3, 4]}, "f", 1)) == columns


def test_the_list_of_a_model_is_of_runs_and_of_no_people() -> None:
    rows = enumerate(({"input": k, "human": k % 3, "gpt4": [k % 3, 2]} for k in range(4)), start=1)
    table = table_from_rows(rows_from_records(rows, "f"))
    assert {one.name: one.role for one in table.scorers} == {"human": None, "gpt4": "metric"}
    assert table.annotations["gpt4"].annotators == ("run1", "run2")


MISSING_RATINGS = [{}, {"l": None}, {"l": []}, {"l": [None, None]}]


@pytest.mark.parametrize("missing", MISSING_RATINGS)
@pytest.mark.parametrize("first", [True, False])
def test_a_missing_list_of_ratings_is_missing_and_no_column(missing: dict[str, Any], first: bool) -> None:
    gone, given = {"system": "A", "input": 1, **missing}, {"system": "B", "input": 1, "l": [1, 2]}
    records = enumerate([gone, given] if first else [given, gone], start=1)
    table = table_from_rows(rows_from_records(records, "f"))
    assert table.scorer_names == ("l",)
    assert table.annotations["l"].annotators == ("1", "2")
    at = table.systems.index("A")
    assert np.isnan(table.values[0, at, 0])
    assert np.isnan(table.annotations["l"].values[:, at]).all()
    assert table.values[0, 1 - at, 0] == 1.5


@pytest.mark.parametrize(
    ("given", "missing", "scorer"),
    [
        ({"rouge": {"f": 1}}, {"rouge": None}, "rouge_f"),
        ({"ratings": {"ann": {"rel": 1}}}, {"ratings": None}, "rel"),
        ({"ratings": {"ann": {"rel": 1}}}, {"ratings": {"ann": None}}, "rel"),
        ({"ratings": {"ann": {"rel": 1}, "bob": None}}, {"ratings": {"bob": {}}}, "rel"),
    ],
)
def test_a_missing_object_makes_no_scorer(given: Any, missing: Any, scorer: str) -> None:
    rows = enumerate([{"input": "a", **given}, {"input": "b", **missing}], start=1)
    table = table_from_rows(rows_from_records(rows, "f"))
    assert table.scorer_names == (scorer,)
    np.testing.assert_array_equal(table.values.ravel(), [1, np.nan])


@pytest.mark.parametrize(
    ("other", "kind"), [(3, "a number"), ("3", "text"), ([1, [2]], "a list with more than numbers")]
)
def test_a_list_of_ratings_in_one_row_and_something_else_in_another(other: Any, kind: str) -> None:
    rows = [(4, {"input": "a", "l": [1, 2]}), (5, {"input": "b", "l": None}), (6, {"input": "c", "l": other})]
    with pytest.raises(FormatError, match=rf"f, row 6, column 'l': the value is {kind}, but in row 4 a list"):
        rows_from_records(rows, "f")


def test_a_key_of_its_own_in_every_row_is_refused_before_it_fills_the_memory() -> None:
    rows = ((k, {f"score of {k}": 1}) for k in range(1, 100_000))
    with pytest.raises(FormatError, match=r"rows have .* keys between them and fill less than 1%"):
        rows_from_records(rows, "f")


def test_a_key_that_occurs_twice_among_many_is_found_at_once(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    keys = ", ".join(f'"k{k}": 1' for k in range(50_000))
    path.write_text("{" + keys + ', "k49999": 2}\n')
    start = time.process_time()
    with pytest.raises(FormatError, match=r"column 'k49999': the key occurs twice"):
        read_json_lines(path)
    assert time.process_time() - start < 5  # a search per key took minutes


def test_an_object_nested_too_deeply_is_named() -> None:
    value: Any = 1
    for _ in range(5000):
        value = {"a": value}
    with pytest.raises(FormatError, match=r"f, row 3: the object is nested too deeply"):
        flatten({"x": value}, "f", 3)
