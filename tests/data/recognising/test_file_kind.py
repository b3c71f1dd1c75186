"""A file is read by what it is, whatever its name says."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

import trueness
from trueness.data.recognising.file_kind import file_kind
from trueness.errors import FormatError

pd = pytest.importorskip("pandas")

ROWS = {"system": ["a", "a", "b", "b"], "input": [1, 2, 1, 2], "human": [1.5, 2, 3, 4], "x": [0.5, 1, 2, 3]}


def content(kind: str, folder: Path) -> bytes:
    frame, path = pd.DataFrame(ROWS), folder / f"made.{kind}"
    ways = {
        "parquet": lambda: frame.to_parquet(path),
        "arrow": lambda: frame.to_feather(path),
        "xlsx": lambda: frame.to_excel(path, index=False),
        "csv": lambda: frame.to_csv(path, index=False),
        "tsv": lambda: frame.to_csv(path, index=False, sep="\t"),
        "json": lambda: frame.to_json(path, orient="records"),
        "jsonl": lambda: frame.to_json(path, orient="records", lines=True),
    }
    ways[kind]()
    found = path.read_bytes()
    path.unlink()
    return found


@pytest.mark.parametrize("said", ["csv", "tsv", "parquet", "xlsx", "json", "jsonl", "csv.gz", "parquet.gz"])
@pytest.mark.parametrize("kind", ["parquet", "arrow", "xlsx", "csv", "tsv", "json", "jsonl"])
@pytest.mark.parametrize("packed", [False, True])
def test_any_kind_under_any_name(tmp_path: Path, kind: str, said: str, packed: bool) -> None:
    if (kind, said) in {("csv", "tsv"), ("tsv", "csv")} and packed:
        pytest.skip("the same reader")
    found = content(kind, tmp_path)
    path = tmp_path / f"scores.{said}"
    path.write_bytes(gzip.compress(found) if packed else found)
    table = trueness.read_scores(path)
    assert table.fingerprint == trueness.read_scores(pd.DataFrame(ROWS)).fingerprint


def test_texts_and_preferences_too(tmp_path: Path) -> None:
    texts = {"system": ["a", "b"], "input": [1, 1], "output": ["one", "two"], "quality": [1, 2]}
    pd.DataFrame(texts).to_parquet(tmp_path / "texts.csv")
    assert len(trueness.read_texts(tmp_path / "texts.csv").rows) == 2
    pairs = {"input": [1, 2], "a": ["x", "x"], "b": ["y", "y"], "verdict": ["A", "B"], "rater": ["r", "r"]}
    pd.DataFrame(pairs).to_excel(tmp_path / "pairs.csv", index=False)
    assert len(trueness.read_preferences(tmp_path / "pairs.csv").inputs) == 2


@pytest.mark.parametrize(
    ("start", "cause"),
    [
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 more",
            r"a spreadsheet of the old kind \(.xls\). Save it as .xlsx",
        ),
        (b"<!DOCTYPE html><html>404</html>", r"this is a page \(HTML or XML\); a table"),
        (b"\n <table><tr><td>1</td></tr></table>", "this is a page"),
    ],
)
@pytest.mark.parametrize("name", ["a.csv", "a.xlsx", "a.jsonl"])
def test_kinds_that_nobody_reads_are_named(tmp_path: Path, name: str, start: bytes, cause: str) -> None:
    (tmp_path / name).write_bytes(start)
    with pytest.raises(FormatError, match=cause):
        trueness.read_scores(tmp_path / name)


@pytest.mark.parametrize(
    ("name", "said", "start", "kind"),
    [
        ("a.csv", "csv", b"{x},y\n1,2\n", "csv"),
        ("a.csv", "csv", b"[x],y\n1,2\n", "csv"),
        ("a.csv", "csv", b"PAR1,x\n1,2\n", "csv"),
        ("a.csv", "csv", b"", "csv"),
        ("a.json", "json", b'"text, and more"', "json"),
        ("a.jsonl", "jsonl", b"\x00\x01", "jsonl"),
        ("a.parquet", "parquet", b"\xff\xfe\x00", "parquet"),
        ("a.jsonl", "jsonl", b"id\thuman\n1\t2\n", "tsv"),
        ("a.csv", "csv", b"PK\x03\x04 damaged", "csv"),
        ("a.peer", "tac", b"PK\x03\x04", "tac"),
        ("a.csv", "csv", json.dumps({"a": 1}).encode() + b"\n", "jsonl"),
    ],
)
def test_names_are_believed_where_nothing_speaks_against_them(
    tmp_path: Path, name: str, said: str, start: bytes, kind: str
) -> None:
    (tmp_path / name).write_bytes(start)
    if start.startswith(b"PAR1"):
        kind = "parquet"  # four letters that no header has
    assert file_kind(tmp_path / name, said) == kind


def test_what_is_said_to_be_text_and_is_none_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(content("parquet", tmp_path))
    with pytest.raises(FormatError, match=r"this is a Parquet file; text is needed. Leave out --format"):
        trueness.read_scores(tmp_path / "a.csv", format="csv")
