"""JSON lines, flat and nested, and as they break."""

from __future__ import annotations

from pathlib import Path

import pytest

from trueness.data.jsonl import flatten, read_jsonl
from trueness.data.table_from_rows import table_from_rows
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
    table = table_from_rows(read_jsonl(path))
    assert table.inputs == ("1", "2")
    assert str(table.values.tolist()) == "[[[1.0, nan]], [[nan, 1.0]]]"


def test_canonical_ratings(path: Path) -> None:
    path.write_text('{"system":"A","input":"1","ratings":{"a":{"rel":1},"b":{"rel":2}},"output":"one two"}\n')
    table = table_from_rows(read_jsonl(path))
    assert table.annotations["rel"].annotators == ("a", "b")
    assert table.scorer("rel").role == "human"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "there are no rows"),
        (b'{"a":1}\n{"a":\n', r"scores\.jsonl, row 2: broken JSON"),
        (b'{"a":1}\n{"a":1} {"b":2}\n', "row 2: broken JSON"),
        (b'[\n{"a":1}\n]\n', "row 1: broken JSON.*one object per line.*one JSON list or object"),
        (b'{"a":1}\n[1]\n', "row 2: the line holds a list, not an object"),
        (b'{"a":1}\nnull\n', "row 2: the line holds null"),
        (b'{"a":1}\n{"a":1,"b":{"c":1,"c":2}}\n', "row 2, column 'c': the key occurs twice"),
        (b'{"a":1}\n{"a":"\xff"}\n', "row 2: byte 0xff is not UTF-8"),
        (b'{"a":1}\n{"a\x00":1}\n', "row 2: broken JSON"),
        (b'{"a":1}\n' + b'{"a":' * 100_000 + b"\n", "row 2: broken JSON"),
    ],
)
def test_broken_lines_say_where(path: Path, content: bytes, message: str) -> None:
    path.write_bytes(content)
    with pytest.raises(FormatError, match=message):
        read_jsonl(path)


def test_infinity_and_text_have_their_row(path: Path) -> None:
    path.write_text('{"input":1,"x":1}\n\n{"input":2,"x":Infinity}\n')
    with pytest.raises(FormatError, match=r"row 3, column 'x': 1 score.s. are infinite"):
        table_from_rows(read_jsonl(path))
    path.write_text('{"input":1,"x":1}\n{"input":2,"x":"Score: 4"}\n')
    with pytest.raises(FormatError, match="row 2, column 'x': 'Score: 4' is not a number"):
        table_from_rows(read_jsonl(path))
