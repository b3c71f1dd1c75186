from __future__ import annotations

import hashlib

import pytest

from trueness.errors import ArgumentError, DataError
from trueness.sources.source import Source, file_sha256


def test_a_file_is_recorded_with_its_hash(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_bytes(b"abc")
    source = Source.file(path)
    assert source == Source("file", str(path), hashlib.sha256(b"abc").hexdigest())
    assert Source.from_dict(source.to_dict()) == source


def test_a_folder_is_hashed_by_names_and_contents(tmp_path):
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "x").write_text("1")
    before = file_sha256(tmp_path)
    assert file_sha256(tmp_path) == before
    (tmp_path / "b" / "x").write_text("2")
    changed = file_sha256(tmp_path)
    (tmp_path / "b" / "x").rename(tmp_path / "b" / "y")
    assert len({before, changed, file_sha256(tmp_path)}) == 3


def test_a_data_set_has_a_name_only():
    assert Source.dataset("pocket").to_dict() == {"kind": "dataset", "name": "pocket", "sha256": None}


def test_a_file_that_is_not_there():
    with pytest.raises(DataError, match=r"there is no file 'nowhere\.csv'"):
        Source.file("nowhere.csv")


def test_wrong_values():
    with pytest.raises(ArgumentError, match="`kind` must be one of 'file', 'dataset', 'texts'; it is 'url'"):
        Source.from_dict({"kind": "url", "name": "x"})
    with pytest.raises(DataError, match="lacks a name"):
        Source.from_dict({"kind": "file"})


def test_files_are_found_as_given_or_beside_the_manifest(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "a.csv").write_text("x")
    assert Source("file", "kept/a.csv").find().name == "a.csv"
    assert Source("file", "a.csv").find(kept) == kept / "a.csv"
    assert Source("file", "/elsewhere/a.csv").find(kept) == kept / "a.csv"
    with pytest.raises(DataError, match=r"'b\.csv' of the manifest is missing.*`sources` in Python, --data"):
        Source("file", "b.csv").find(kept)
