"""Files of texts: every format gives the same texts, and a broken file names the place."""

from __future__ import annotations

import csv
import gzip
import json

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

from trueness.data.reading.read_texts import read_texts
from trueness.data.reading.texts_from_rows import texts_from_rows
from trueness.errors import ArgumentError, DuplicateKeyError, FormatError

ROWS = [
    {
        "system": "a",
        "input": 1,
        "output": 'Line one,\nline "two" – ☃',
        "references": ["r1", "r,2"],
        "source": "s",
        "document": "d",
        "good": 1.5,
        "ratings": {"ann": {"fluent": 3}},
    },
    {
        "system": "b",
        "input": 1,
        "output": "",
        "references": None,
        "source": None,
        "document": None,
        "good": None,
    },
]
EXPECTED = texts_from_rows(ROWS).rows


def write_csv(path, rows, delimiter=","):
    names = list(dict.fromkeys(name for row in rows for name in row))
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=delimiter)
        writer.writerow(names)
        for row in rows:
            cells = (row.get(name) for name in names)
            writer.writerow(json.dumps(c) if isinstance(c, (list, dict)) else c for c in cells)
    return path


def write_jsonl(path, rows):
    path.write_text("\n\n".join(json.dumps(row) for row in rows) + "\n", encoding="utf-8")
    return path


def write_parquet(path, rows):
    parquet.write_table(pa.Table.from_pylist(rows), path)
    return path


@pytest.mark.parametrize(
    ("name", "write"),
    [
        ("t.jsonl", write_jsonl),
        ("t.ndjson", write_jsonl),
        ("t.csv", write_csv),
        ("t.tsv", lambda path, rows: write_csv(path, rows, "\t")),
        ("t.parquet", write_parquet),
    ],
)
def test_every_format_gives_the_same_texts(tmp_path, name, write):
    texts = read_texts(write(tmp_path / name, ROWS))
    assert texts.rows == EXPECTED
    assert texts.name == "t"


def test_gzip_is_read_through(tmp_path):
    path = tmp_path / "t.jsonl.gz"
    path.write_bytes(gzip.compress(write_jsonl(tmp_path / "plain", ROWS).read_bytes()))
    assert read_texts(path).rows == EXPECTED


def test_a_format_can_be_given(tmp_path):
    path = write_csv(tmp_path / "noname", ROWS)
    assert read_texts(path, format="csv").rows == EXPECTED
    with pytest.raises(FormatError, match=r"must say what the file holds.*\.jsonl.*--format"):
        read_texts(path)
    with pytest.raises(ArgumentError, match="'xml'"):
        read_texts(path, format="xml")


def test_columns_orientation_and_name_are_handed_on(tmp_path):
    path = write_jsonl(tmp_path / "t.jsonl", [{"model": "m", "input": "1", "output": "x", "noise": 1}])
    texts = read_texts(path, columns={"system": "model"}, lower_is_better=["noise"], name="mine")
    assert (texts.systems, texts.lower_is_better, texts.name) == (("m",), ("noise",), "mine")


ROW = '{"system": "a", "input": "1", "output": "x"}'


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        (
            "t.jsonl",
            ROW + "\n\n" + ROW.replace('"x"', "3").replace("1", "2"),
            r"t\.jsonl, row 3, column 'output'",
        ),
        ("t.jsonl", ROW + "\n{", r"t\.jsonl, row 2: "),
        ("t.jsonl", ROW[:-1] + ', "output": "y"}', "row 1, column 'output': .*twice"),
        ("t.jsonl", ROW.replace('"x"', r'"\ud800"'), "row 1, column 'output': character 1 is half"),
        ("t.jsonl", "", "rows of texts are"),
        (
            "t.csv",
            "system,input,output,references\na,1,x,bare",
            "row 2, column 'references': this is a bare string",
        ),
        (
            "t.csv",
            'system,input,output,references\na,1,x,"[""b"""',
            "row 2, column 'references': .*be JSON",
        ),
        (
            "t.csv",
            "system,input,output,references\na,1,x,[1]",
            r"row 2, column 'references\[0\]': this is a number",
        ),
        ("t.csv", "system,input,output\na,1", "row 2: the row has 2 fields, the header 3"),
        ("t.csv", "system,input,output,\na,1,x,y", "column 4 lacks a name"),
        ("t.csv", "system,input,output,input\na,1,x,y", "column 'input': the column name occurs twice"),
        ("t.csv", 'system,input,output\na,1,"x\ny"\nb,,z', "row 4, column 'input': the name is empty"),
        ("t.parquet", "PAR1", r"t\.parquet: .*Parquet"),
    ],
)
def test_broken_files_name_the_place(tmp_path, name, content, message):
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    with pytest.raises(FormatError, match=message):
        read_texts(path)


def test_duplicates_name_the_lines(tmp_path):
    path = tmp_path / "t.jsonl"
    path.write_text(f"{ROW}\n\n{ROW}\n", encoding="utf-8")
    with pytest.raises(DuplicateKeyError, match=r"t\.jsonl: rows 1 and 3"):
        read_texts(path)


def test_a_missing_file_is_told(tmp_path):
    with pytest.raises(FormatError, match="there is no such file"):
        read_texts(tmp_path / "t.jsonl")


@given(
    st.lists(
        st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")), min_size=1, max_size=4
    )
)
def test_any_text_survives_json_and_csv(tmp_path_factory, outputs):
    folder = tmp_path_factory.mktemp("texts")
    rows = [
        {"system": f"s{k}", "input": "1", "output": text, "references": [text]}
        for k, text in enumerate(outputs)
    ]
    for path in (write_jsonl(folder / "t.jsonl", rows), write_csv(folder / "t.csv", rows)):
        found = read_texts(path).rows
        assert [row.output for row in found] == outputs
        assert [row.references for row in found] == [(text,) for text in outputs]
