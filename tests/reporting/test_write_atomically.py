from __future__ import annotations

import os

import pytest

from trueness.reporting.write_atomically import write_atomically


def test_text_is_written_as_it_is(tmp_path):
    path = write_atomically(tmp_path / "x.html", "a\nβ\r\n")
    assert path.read_bytes() == "a\nβ\r\n".encode()
    assert [part.name for part in tmp_path.iterdir()] == ["x.html"]


def test_the_file_is_as_readable_as_any_other(tmp_path):
    (tmp_path / "other").write_text("")
    path = write_atomically(tmp_path / "x", "")
    assert path.stat().st_mode == (tmp_path / "other").stat().st_mode


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "x"
    path.write_text("old")

    def fail(*_):
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", fail)
    monkeypatch.setattr("pathlib.Path.replace", fail)
    with pytest.raises(OSError, match="disk full"):
        write_atomically(path, "new")
    assert path.read_text() == "old"
    assert [part.name for part in tmp_path.iterdir()] == ["x"]


def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(FileNotFoundError):
        write_atomically(tmp_path / "no" / "x", "")


def test_a_pipe_is_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="not an ordinary file"):
        write_atomically(pipe, "text")
    assert not pipe.is_file()
    assert list(tmp_path.iterdir()) == [pipe]
