"""One function reads them all: formats are recognised, sources joined."""

from __future__ import annotations

import gzip
import json
import pickle
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from trueness.data.cells.columns import ColumnMap
from trueness.data.reading.read import read_scores, read_table
from trueness.data.recognising.recognise import FORMATS
from trueness.data.scores.score_table import UNNAMED_SYSTEM
from trueness.errors import (
    ArgumentError,
    DuplicateKeyError,
    FormatError,
    KeyMismatchError,
    MissingExtraError,
    UnknownNameError,
)

ROWS = [
    {"system": s, "input": i, "x": x}
    for s, i, x in [("A", "1", 1), ("A", "2", 2), ("B", "1", 3), ("B", "2", 4)]
]
FRAME = pl.DataFrame(ROWS)
CSV = FRAME.write_csv()
JSONL = "".join(json.dumps(row) + "\n" for row in ROWS)
EXPECTED = [[1, 2], [3, 4]]


def put(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def write(folder: Path, name: str) -> Path:
    path = folder / name
    if "parquet" in name:
        FRAME.write_parquet(path)
    elif "arrow" in name or "feather" in name:
        FRAME.write_ipc(path)
    else:
        text = JSONL if "json" in name else CSV.replace(",", "\t") if ".t" in name else CSV
        put(path, gzip.compress(text.encode()) if name.endswith(".gz") else text)
    return path


@pytest.mark.parametrize(
    "name",
    [
        "a.csv",
        "a.CSV",
        "a.tsv",
        "a.csv.gz",
        "a.jsonl",
        "a.ndjson",
        "a.jsonl.gz",
        "a.parquet",
        "a.pq.parquet",
        "a.arrow",
        "a.feather",
        "json",
        "parquet",
        "arrow",
    ],
)
def test_formats_are_recognised(tmp_path: Path, name: str) -> None:
    path = write(tmp_path, name)
    for source in (path, str(path)):
        np.testing.assert_array_equal(read_scores(source).matrix("x"), EXPECTED)


def test_a_format_can_be_said(tmp_path: Path) -> None:
    path = write(tmp_path, "a.tsv").rename(tmp_path / "scores.txt")
    with pytest.raises(FormatError) as error:
        read_scores(path)
    assert "scores.txt: the format is not recognised" in str(error.value)
    assert all(f"'{known}'" in str(error.value) for known in FORMATS)
    np.testing.assert_array_equal(read_scores(path, format="tsv").matrix("x"), EXPECTED)
    with pytest.raises(ArgumentError, match="`format` must be one of"):
        read_scores(path, format="docx")


def test_all_formats_give_one_fingerprint(tmp_path: Path) -> None:
    names = ("a.csv", "a.tsv", "a.jsonl", "a.parquet", "a.arrow")
    found = {read_scores(write(tmp_path, name)).fingerprint for name in names} | {
        read_scores(FRAME).fingerprint
    }
    assert len(found) == 1


def test_sources_are_joined(tmp_path: Path) -> None:
    path = write(tmp_path, "human.csv")
    y = FRAME.rename({"x": "y"}).reverse()
    table = read_scores(path, y, name="both")
    assert (table.name, table.scorer_names) == ("both", ("x", "y"))
    np.testing.assert_array_equal(table.matrix("y"), EXPECTED)
    assert read_scores(read_scores(path), y).fingerprint == table.fingerprint
    with pytest.raises(KeyMismatchError, match=r"1 system only in 'human': 'A'.*join='outer'"):
        read_scores(path, y.filter(pl.col("system") == "B"))
    assert read_scores(path, y.filter(pl.col("system") == "B"), join="inner").systems == ("B",)


def test_columns_are_passed_on(tmp_path: Path) -> None:
    path = put(tmp_path / "a.csv", CSV.replace("system", "who").replace("input", "which"))
    for columns in ("system=who,input=which", {"system": "who", "input": "which"}, ColumnMap("who", "which")):
        np.testing.assert_array_equal(read_scores(path, columns=columns).matrix("x"), EXPECTED)
    with pytest.raises(UnknownNameError, match="Did you mean 'which'"):
        read_scores(path, columns="input=wich")


def test_duplicates_on_request(tmp_path: Path) -> None:
    path = put(tmp_path / "a.csv", CSV + "A,1,9\n")
    with pytest.raises(DuplicateKeyError, match=r"a\.csv: rows 2 and 6 are both for system 'A', input '1'"):
        read_scores(path)
    np.testing.assert_array_equal(read_scores(path, drop_repeated=True).matrix("x"), EXPECTED)


def test_no_systems(tmp_path: Path) -> None:
    table = read_scores(put(tmp_path / "a.csv", "id,human,judge\na,1,2\nb,3,4\n"))
    assert (table.systems, table.inputs, table.has_systems) == ((UNNAMED_SYSTEM,), ("a", "b"), False)


@pytest.mark.parametrize("content", [b"", b"\n"])
def test_empty_files(tmp_path: Path, content: bytes) -> None:
    for name in ("a.csv", "a.jsonl", "a.parquet", "a.pkl", "a.tsv"):
        with pytest.raises(FormatError, match=f"{name}"):
            read_scores(put(tmp_path / name, content))


def test_folders_and_pickles_of_others(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="the folder holds no data set that is known"):
        read_scores(tmp_path)
    with pytest.raises(FormatError, match="neither SummEval's nor REALSumm's"):
        read_scores(put(tmp_path / "a.pkl", pickle.dumps({"a": 1})))


def test_misused_arguments(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="`sources`"):
        read_scores()
    with pytest.raises(ArgumentError, match="`keep`"):
        read_scores(FRAME, keep="some")  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="`join`"):
        read_scores(FRAME, join="left")  # type: ignore[arg-type]
    with pytest.raises(FormatError, match="a path or a dataframe is needed; this is int"):
        read_scores(3)
    path = put(tmp_path / "a.jsonl", '{"instance_id":"1","summarizer_id":"A","metrics":{"x":1}}\n')
    assert read_scores(path).scorer_names == ("x",)
    with pytest.raises(ArgumentError, match=r"`columns` has no use here.*'sacrerouge'"):
        read_scores(path, columns="system=summarizer_id")


def test_a_missing_package_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, "a.parquet")
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"pyarrow.*trueness\[formats\]"):
        read_scores(path)


def test_published_data_are_recognised(test_data: Path) -> None:
    data = test_data / "data"
    assert read_scores(data / "summeval/data.pkl").shape == (4, 16, 100)
    assert read_scores(data / "realsumm/abs.pkl").shape == (15, 14, 100)
    assert read_scores(data / "realsumm/abs.pkl", data / "realsumm/ext.pkl").shape == (15, 25, 100)
    assert read_scores(data / "dialsummeval").shape == (36, 13, 100)
    summeval = sorted((data / "deutsch2021/fabbri2020").glob("*.gz"))
    assert read_scores(*summeval, data / "summeval/data.pkl").shape == (46, 16, 100)


@pytest.mark.parametrize("argument", ["name", "part"])
def test_names_are_text(argument: str) -> None:
    with pytest.raises(ArgumentError, match=f"`{argument}` must be text; it is 5"):
        read_scores("a.csv", **{argument: 5})


def test_a_table_is_taken_as_it_is_and_a_path_is_read(tmp_path: Path) -> None:
    path = tmp_path / "scores.csv"
    path.write_text("system,input,good\na,1,2\nb,1,3\n")
    table = read_table(path)
    assert table.fingerprint == read_scores(path).fingerprint
    assert read_table(str(path)).fingerprint == table.fingerprint
    assert read_table(table) is table


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_columns_called_as_models_are_judges_beside_items_without_systems(tmp_path, order):
    files = (tmp_path / "people.csv", tmp_path / "judges.csv")
    files[0].write_text("id,human\na,4\nb,3\n")
    files[1].write_text("id,text,gpt-4o,claude-3\na,so it is,4,3\nb,it is not,2,3\n")
    table = read_scores(*(files[k] for k in order))
    assert set(table.scorer_names) == {"human", "gpt-4o", "claude-3"}
    assert not table.has_systems
    assert any("called as models are judges" in note for note in table.notes)


@pytest.mark.parametrize(
    "beside", [None, "id,human\nc,4\nd,3\n", "system,id,human\ngpt-4o,a,4\nclaude-3,a,3\n"]
)
def test_columns_called_as_models_are_asked_about_where_nothing_tells(tmp_path, beside):
    path = tmp_path / "judges.csv"
    path.write_text("id,gpt-4o,claude-3\na,4,3\nb,2,3\n")
    other = tmp_path / "people.csv"
    other.write_text(beside or "")
    with pytest.raises(FormatError, match=r"judges.csv: .*called as systems are.*'scorers=\*'"):
        read_scores(*((other,) if beside else ()), path)


def test_what_is_left_out_may_be_of_one_of_several_files(tmp_path):
    (tmp_path / "a.csv").write_text("id,human,split\n1,2,test\n2,3,dev\n3,1,dev\n")
    (tmp_path / "b.csv").write_text("id,judge\n1,2\n2,2\n3,1\n")
    files = tmp_path / "a.csv", tmp_path / "b.csv"
    assert read_scores(*files, columns="ignore=split").scorer_names == ("human", "judge")
    with pytest.raises(UnknownNameError, match="ignore=splt, a column that all of the files lack"):
        read_scores(*files, columns="ignore=split,ignore=splt")
    with pytest.raises(UnknownNameError, match="ignore=split, but the data lack that column"):
        read_scores(files[1], columns="ignore=split")
