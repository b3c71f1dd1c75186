"""Where data came from: what is recorded, and that it is read again so."""

from __future__ import annotations

import dataclasses
import json

import numpy as np
import pytest

from trueness.data.reading.read import read_scores
from trueness.errors import ArgumentError, DataError, UnknownNameError
from trueness.sources.origin import READING, Origin
from trueness.sources.source import Source


@pytest.fixture
def path(tmp_path):
    rng = np.random.default_rng(1)
    lines = ["sys,doc,document,human,a"]
    lines += [
        f"s{i},d{j},{'de' if j < 2 else 'fr'},{rng.integers(1, 5)},{rng.normal():.3f}"
        for i in range(3)
        for j in range(4)
    ]
    path = tmp_path / "scores.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


READ = {"columns": "system=sys,input=doc", "keep": "all", "format": None}


def again(origin):
    """Return an origin as it comes back from a manifest."""
    return Origin.from_dict(json.loads(json.dumps(origin.to_dict(), allow_nan=False)))


def test_a_file_is_recorded_with_its_hash_and_how_it_was_read(path):
    origin = Origin.of([path], READ)
    assert origin.sources == (Source.file(path),)
    assert origin.reading == {"columns": {"system": "sys", "input": "doc"}, "keep": "all"}
    assert again(origin) == origin
    found = again(origin).read("scores")
    assert set(found) == {"scores"}
    assert found["scores"].fingerprint == read_scores(path, columns=READ["columns"], keep="all").fingerprint


def test_files_are_found_beside_the_manifest(path, tmp_path, monkeypatch):
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    origin = again(Origin.of([path], READ))
    path.rename(folder / path.name)
    assert origin.read("scores", folder=folder)["scores"].shape == (2, 3, 4)
    with pytest.raises(DataError, match="of the manifest is missing"):
        origin.read("scores")


def test_a_table_stands_for_itself_and_is_not_recorded(path):
    table = read_scores(path, columns=READ["columns"])
    origin = Origin((table,))
    assert origin.read("second")["second"].fingerprint == table.fingerprint
    assert origin.to_dict() == {"kind": "scores", "sources": [], "reading": {}}


def test_several_tables(path):
    origin = Origin.of([path], {"columns": READ["columns"], "by": "document"}, kind="tables")
    found = again(origin).read("scores")
    assert set(found) == {"de", "fr"}
    assert [table.shape for table in found.values()] == [(2, 3, 2)] * 2


def test_several_tables_of_several_files_each(path):
    """A source that names its table is joined with the others of that table."""
    header, *lines = path.read_text().splitlines()
    halves = [path.with_name(f"{name}.csv") for name in ("people", "metrics")]
    for file, columns in zip(halves, ((0, 1, 3), (0, 1, 4)), strict=True):
        rows = [line.split(",") for line in (header, *lines)]
        file.write_text("\n".join(",".join(row[k] for k in columns) for row in rows) + "\n")
    named = [dataclasses.replace(Source.file(file), table="both") for file in halves]
    origin = Origin.of([*named, Source.file(path)], {"columns": READ["columns"]}, kind="tables")
    assert again(origin) == origin
    found = again(origin).read("scores")
    assert {name: table.shape for name, table in found.items()} == {"both": (2, 3, 4), "scores": (2, 3, 4)}
    assert np.array_equal(found["both"].matrix("a"), found["scores"].matrix("a"))


def test_texts(tmp_path):
    path = tmp_path / "texts.jsonl"
    path.write_text(json.dumps({"system": "a", "input": "1", "output": "b", "references": ["c"]}) + "\n")
    found = again(Origin.of([path], kind="texts")).read("texts")
    assert [row.output for row in found["texts"].rows] == ["b"]


def test_a_data_set():
    origin = Origin.of([Source.dataset("pocket", ["rouge1_f"])])
    assert again(origin) == origin
    assert "rouge1_f" in origin.read("scores")["scores"].scorer_names


def test_nothing_that_was_recorded_is_an_error_that_says_what_to_do():
    with pytest.raises(DataError, match=r"leaves open where its data came from.*`sources` in Python, --data"):
        Origin().read("scores")


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"kind": "url"}, ArgumentError, "`kind` must be one of 'scores', 'tables', 'texts'"),
        ({"reading": {"separator": ","}}, ArgumentError, "`reading` must be one of"),
        ({"sources": [{"kind": "url", "name": "x"}]}, ArgumentError, "`kind` must be one of 'file'"),
        ({"sources": [{"kind": "file"}]}, DataError, "manifest lacks a name"),
        ({"sources": [{"kind": "file", "name": "x", "table": 3}]}, DataError, "the table of source 'x'"),
        ({"reading": {"columns": {"sytem": "a"}}}, (ArgumentError, UnknownNameError), "sytem"),
    ],
)
def test_what_is_no_origin_is_refused(change, error, message):
    with pytest.raises(error, match=message):
        Origin.from_dict({"sources": [], "reading": {}} | change)


def test_unknown_arguments_and_files_are_refused(tmp_path):
    with pytest.raises(ArgumentError, match="`reading` must be one of"):
        Origin.of([], {"seperator": ","})
    with pytest.raises(DataError, match="there is no file"):
        Origin.of([tmp_path / "nowhere.csv"])
    assert Origin.of([], dict.fromkeys(READING)).reading == {}
