"""Which files hold texts, and reading them again and again; the formats themselves are in test_read_texts.py."""

from __future__ import annotations

import json

import pyarrow as pa
import pytest
from pyarrow import parquet

from trueness.data.reading.text_records import ROWS_PER_PIECE, CsvRow, holds_texts, open_text_records
from trueness.errors import ArgumentError, FormatError

ROWS = [
    {"system": "a", "input": str(k), "output": f"text {k}", "references": ["r"]}
    for k in range(ROWS_PER_PIECE + 2)
]


@pytest.fixture(params=["jsonl", "csv", "tsv", "parquet", "pq"])
def path(request, tmp_path):
    path = tmp_path / f"t.{request.param}"
    if request.param == "jsonl":
        path.write_text("\n".join(map(json.dumps, ROWS)))
    elif request.param in ("parquet", "pq"):
        parquet.write_table(pa.Table.from_pylist(ROWS), path)
    else:
        mark = "," if request.param == "csv" else "\t"
        lines = [mark.join((row["system"], row["input"], row["output"], '"[""r""]"')) for row in ROWS]
        path.write_text("\n".join([mark.join(ROWS[0]), *lines]))
    return path


def test_rows_can_be_read_again(path):
    records = open_text_records(path)
    first, second = list(records.read()), list(records.read())
    assert [row for _, row in first] == ROWS
    assert first == second


def test_files_of_texts_are_recognised(path):
    assert holds_texts(path)
    assert not holds_texts(path, columns="ignore=output")
    assert not holds_texts(path, "sacrerouge")


def test_files_of_scores_are_not(tmp_path):
    scores = {"system": ["a"], "input": ["1"], "good": [1.0]}
    parquet.write_table(pa.table(scores), tmp_path / "s.parquet")
    (tmp_path / "s.csv").write_text("system,input,good\na,1,1\n")
    (tmp_path / "s.jsonl").write_text('{"system": "a", "good": 1}\n')
    (tmp_path / "empty.jsonl").write_text("")
    (tmp_path / "other.pkl").write_bytes(b"\x80")
    for name in ("s.parquet", "s.csv", "s.jsonl", "empty.jsonl", "other.pkl", "."):
        assert not holds_texts(tmp_path / name)


def test_folders_are_recognised(tmp_path):
    (tmp_path / "outputs" / "a").mkdir(parents=True)
    (tmp_path / "outputs" / "a" / "1.txt").write_text("x")
    assert holds_texts(tmp_path)
    records = open_text_records(tmp_path)
    assert [row["output"] for _, row in records.read()] == ["x"]


def test_formats_are_checked_before_anything_is_read(tmp_path):
    with pytest.raises(FormatError, match="must say what the file holds"):
        open_text_records(tmp_path / "noname")
    with pytest.raises(ArgumentError, match="'xml'"):
        open_text_records(tmp_path / "noname", "xml")
    assert open_text_records(tmp_path / "noname", "csv").path == tmp_path / "noname"


@pytest.mark.parametrize("share", [0.1, 0.5, 0.99])
def test_a_truncated_parquet_file_is_told(tmp_path, share):
    path = tmp_path / "t.parquet"
    parquet.write_table(pa.Table.from_pylist(ROWS), path)
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * share)])
    with pytest.raises(FormatError, match=r"t\.parquet: the file is truncated or damaged"):
        list(open_text_records(path).read())


def test_parquet_with_text_that_is_not_utf8(tmp_path):
    path = tmp_path / "t.parquet"
    bad = pa.array([b"caf\xe9"], pa.binary()).view(pa.string())
    parquet.write_table(pa.table({"system": ["a"], "input": ["1"], "output": bad}), path)
    with pytest.raises(
        FormatError, match=r"t\.parquet, column 'output': .*other than UTF-8 .*texts as UTF-8"
    ):
        list(open_text_records(path).read())


def test_renamed_fields_are_those_of_texts(path, tmp_path):
    assert holds_texts(path, columns="output=references")
    assert not holds_texts(path, columns="output=summary")
    assert not holds_texts(path, columns="output=system,ignore=system")


def test_cells_can_be_taken_for_something_else():
    row = CsvRow({"summary": " ", "target": '["r"]', "references": '["s"]', "output": ""}, "t.csv", 3)
    assert row == {"summary": None, "target": '["r"]', "references": ["s"], "output": ""}
    for field, meaning in (("summary", "output"), ("target", "references"), ("references", "reference")):
        row.take(field, meaning)
    row.take("none", "output")
    assert row == {"summary": " ", "target": ["r"], "references": '["s"]', "output": ""}
    with pytest.raises(FormatError, match=r"t\.csv, row 3, column 'x': this must be JSON"):
        CsvRow({"x": "[r"}, "t.csv", 3).take("x", "references")
