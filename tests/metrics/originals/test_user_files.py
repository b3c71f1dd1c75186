"""Where files of the user's are, and what stands for their contents."""

from __future__ import annotations

import hashlib
import os

import pytest

from trueness.errors import MissingExtraError
from trueness.metrics.originals.user_files import content_hash, find_file


def test_an_option_comes_before_the_variable(tmp_path, monkeypatch):
    monkeypatch.setenv("SOME_FILE", str(tmp_path))
    other = tmp_path / "other"
    other.mkdir()
    assert find_file("", "SOME_FILE", "it", "Get it.") == tmp_path
    assert find_file(str(other), "SOME_FILE", "it", "Get it.") == other


def test_what_is_missing_is_said(tmp_path, monkeypatch):
    monkeypatch.delenv("SOME_FILE", raising=False)
    with pytest.raises(
        MissingExtraError, match=r"it must be named. Get it. Then name it in the variable SOME_FILE"
    ):
        find_file("", "SOME_FILE", "it", "Get it.")
    monkeypatch.setenv("SOME_FILE", str(tmp_path / "x"))
    with pytest.raises(MissingExtraError, match=r"it is missing: SOME_FILE names '.*x'. Get it."):
        find_file("", "SOME_FILE", "it", "Get it.")


def test_a_hash_stands_for_contents_and_names(tmp_path):
    one = tmp_path / "a.bin"
    one.write_bytes(b"abc")
    assert content_hash(one) == hashlib.sha256(b"abc").hexdigest()[:12]
    before = content_hash(tmp_path)
    one.write_bytes(b"abd")
    changed = content_hash(tmp_path)
    one.rename(tmp_path / "b.bin")
    moved = content_hash(tmp_path)
    assert len({before, changed, moved}) == 3
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "index").write_bytes(b"x")
    assert content_hash(tmp_path) == moved


def test_a_file_is_read_again_when_it_has_changed(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"1")
    first = content_hash(path)
    path.write_bytes(b"2")
    os.utime(path, ns=(1, 1))
    assert content_hash(path) != first
