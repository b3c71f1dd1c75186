from __future__ import annotations

import os

import pytest

from trueness.reporting.write_atomically import write_atomically


def test_text_is_written_as_it_is(tmp_path):
    path = write_atomically(tmp_path / "x.html", "a\nβ\r\n")
    assert path.read_bytes() == "a\nβ\r\n".encode()
    assert [part.name for part in tmp_path.iterdir()] == ["x.html"]


def test_what_utf8_cannot_say_is_escaped(tmp_path):
    assert write_atomically(str(tmp_path / "x"), "a\udcff").read_bytes() == b"a\\udcff"


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


def test_a_pipe_is_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="only an ordinary file"):
        write_atomically(pipe, "text")
    assert list(tmp_path.iterdir()) == [pipe]
