"""A source is recognised by its extension, and by a look inside where that says too little."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

from trueness.data.recognising.recognise import FORMATS, recognise
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import FormatError


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.csv", b"PAR1", "csv"),
        ("a.xlsx", b"", "xlsx"),
        ("a.ods", b"", "ods"),
        ("a.json", b'[{"system": "A"}]', "json"),
        ("a.json", b'{"system": "A"}\n\n{"system": "B"}\n', "jsonl"),
        ("a.json", b'{"A":\n {"1": 2}}', "json"),
        ("listed", b'[{"system": "A"}]', "json"),
        ("a.ndjson", b'{"system": "A"}\n', "jsonl"),
        ("a.jsonl", b'{"instance_id": 1, "summarizer_id": 1, "metrics": {}}\n', "sacrerouge"),
        ("a.jsonl", b'{"model_id": 1, "expert_annotations": []}\n', "summeval"),
        ("lines", b'\xef\xbb\xbf\n{"system": "A"}\n', "jsonl"),
        ("a.pkl", pickle.dumps({1: {"sys_summs": {}}}), "summeval"),
        ("pickled", pickle.dumps({1: {"system_summaries": {}}}), "realsumm"),
        ("manual.peer", b"", "tac"),
        ("columns", b"ARROW1\0\0", "arrow"),
    ],
)
def test_files(tmp_path: Path, name: str, content: bytes, expected: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    assert recognise(path).format == expected
    assert recognise(str(path), "tsv").format == "tsv"


def test_folders_tables_and_frames(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"no data set that is known.*--format"):
        recognise(tmp_path)
    (tmp_path / "human_judgment.jsonl.gz").write_bytes(b"")
    assert recognise(tmp_path).format == "dialsummeval"
    table = ScoreTable((Scorer("x"),), ("A",), ("1",), np.ones((1, 1, 1)))
    assert recognise(table).format == "table"
    assert recognise({"a": 1}).format == "dataframe"


def test_an_unknown_file_lists_the_options(tmp_path: Path) -> None:
    path = tmp_path / "a.docx"
    path.write_bytes(b"PK\x03\x04")
    with pytest.raises(FormatError) as error:
        recognise(path)
    assert all(f"'{known}'" in str(error.value) for known in FORMATS)


@pytest.mark.parametrize("format", [None, "csv", "parquet", "wmt", "mt-metrics-eval"])
@pytest.mark.parametrize("name", ["\0", "x" * 300])
def test_a_path_that_nothing_can_have(name: str, format: str | None) -> None:
    with pytest.raises(FormatError, match=r"this failed .*Give the name of a file"):
        recognise(name, format)


def test_files_in_a_folder_that_is_no_data_set_are_to_be_named(tmp_path):
    (tmp_path / "en-de.csv").write_text("system,input,human\na,1,2\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"Name the files in it: .*/\*\.csv"):
        recognise(tmp_path)
