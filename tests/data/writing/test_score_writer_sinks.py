"""Rows that arrive piece by piece: each format holds them all, in their order, and can be given up."""

from __future__ import annotations

import csv
import io
import json
import math

import numpy as np
import pytest
from pyarrow import ipc, parquet

from trueness.data.formats.columnar import METADATA_KEY
from trueness.data.writing import score_writer
from trueness.data.writing.score_writer import Heading, open_sink

HEADINGS = [Heading("system", is_text=True), Heading("x", is_text=False), Heading("say", is_text=True)]
PIECES = [
    (["a", "b\rc"], np.array([1.5, math.nan]), ["one", None]),
    (["=d"], np.array([1 / 3]), ['"two",\n']),
    (["e", "f"], np.array([-0.0, 1e300]), [None, "é\u2028"]),
]
ROWS = [
    (a, None if math.isnan(x) else float(x), c) for piece in PIECES for a, x, c in zip(*piece, strict=True)
]


def written(kind):
    file = io.BytesIO()
    sink = open_sink(kind, file, HEADINGS, "f")
    for piece in PIECES:
        sink.write(piece)
    sink.finish({"said": "ü"})
    return file.getvalue()


@pytest.mark.parametrize("kind", ["csv", "tsv"])
def test_delimited(kind):
    text = written(kind).decode()
    rows = list(
        csv.reader(io.StringIO(text, newline=""), delimiter="," if kind == "csv" else "\t", strict=True)
    )
    assert rows == [["system", "x", "say"], *([a, "" if x is None else repr(x), c or ""] for a, x, c in ROWS)]
    # read line by line as files are, a lone carriage return in quotes ends no row
    assert text.count('"b\rc"') == 1


def test_jsonl():
    lines = written("jsonl").decode().split("\n")
    assert [json.loads(line) for line in lines[:-1]] == [
        dict(zip(["system", "x", "say"], row, strict=True)) for row in ROWS
    ]


@pytest.mark.parametrize("most", [1, 2, 100])
def test_parquet(monkeypatch, most):
    monkeypatch.setattr(score_writer, "ROWS_PER_GROUP", most)
    file = parquet.ParquetFile(io.BytesIO(written("parquet")))
    assert [tuple(row.values()) for row in file.read().to_pylist()] == ROWS
    assert json.loads(file.schema_arrow.metadata[METADATA_KEY]) == {"said": "ü"}
    assert file.num_row_groups == {1: 3, 2: 2, 100: 1}[most]


def test_arrow():
    file = ipc.open_file(io.BytesIO(written("arrow")))
    assert [tuple(row.values()) for row in file.read_all().to_pylist()] == ROWS
    assert json.loads(file.schema.metadata[METADATA_KEY]) == {"said": "ü"}


@pytest.mark.parametrize("kind", ["csv", "tsv", "jsonl", "parquet", "arrow"])
def test_abandoning(kind):
    file = io.BytesIO()
    sink = open_sink(kind, file, HEADINGS, "f")
    sink.write(PIECES[0])
    sink.abandon()
    file.close()


@pytest.mark.parametrize("kind", ["csv", "tsv", "jsonl", "parquet", "arrow"])
def test_no_rows_are_a_file_too(kind):
    file = io.BytesIO()
    open_sink(kind, file, HEADINGS, "f").finish({})
    assert (file.getvalue() == b"") == (kind == "jsonl")
