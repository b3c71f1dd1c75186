"""A file that is there is there as a whole, and nothing else stays behind."""

from __future__ import annotations

import contextlib
import errno
import gzip
import os
import resource
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
import zstandard

from trueness.cli.failures import message_of
from trueness.data.files.whole_file import ABANDONED, compressing, replacing


def write(path, content):
    with replacing(path) as raw, compressing(raw, path) as file:
        file.write(content)


@pytest.mark.parametrize(
    ("name", "expand"),
    [
        ("a.csv", bytes),
        ("a.csv.gz", gzip.decompress),
        ("a.csv.zst", lambda packed: zstandard.ZstdDecompressor().decompressobj().decompress(packed)),
    ],
)
def test_the_name_says_how_it_is_compressed(tmp_path, name, expand):
    path = tmp_path / name
    path.write_bytes(b"old")
    write(path, b"new" * 1000)
    assert expand(path.read_bytes()) == b"new" * 1000
    before = path.read_bytes()
    write(path, b"new" * 1000)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("name", ["a.csv", "a.csv.gz", "a.csv.zst"])
def test_a_failure_leaves_what_was_there(tmp_path, name):
    def fail(path):
        with replacing(path) as raw, compressing(raw, path) as file:
            file.write(b"new")
            raise KeyboardInterrupt

    (tmp_path / name).write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt):
        fail(tmp_path / name)
    assert (tmp_path / name).read_bytes() == b"old"
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_nothing_is_there_before_the_end(tmp_path):
    path = tmp_path / "a.csv"
    with replacing(path) as raw:
        raw.write(b"x")
        raw.flush()
        assert not path.exists()
    assert path.read_bytes() == b"x"


def test_the_file_is_as_readable_as_any_other(tmp_path):
    (tmp_path / "other").write_text("")
    write(tmp_path / "x", b"")
    assert (tmp_path / "x").stat().st_mode == (tmp_path / "other").stat().st_mode


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666])
def test_a_file_that_is_replaced_keeps_who_may_read_it(tmp_path, mode):
    path = tmp_path / "x"
    path.write_text("old")
    path.chmod(mode)
    write(path, b"new")
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_link_stays_and_what_it_leads_to_is_replaced(tmp_path):
    (tmp_path / "there").mkdir()
    target, link, last = tmp_path / "there" / "x", tmp_path / "link", tmp_path / "last"
    target.write_text("old")
    target.chmod(0o600)
    link.symlink_to(last)
    last.symlink_to(Path("there") / "x")
    write(link, b"new")
    assert (link.is_symlink(), last.is_symlink()) == (True, True)
    assert target.read_bytes() == b"new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    target.unlink()
    write(link, b"again")  # it led nowhere
    assert link.is_symlink()
    assert target.read_bytes() == b"again"
    assert [one.name for one in (tmp_path / "there").iterdir()] == ["x"]


def test_a_link_into_a_folder_that_is_not_there_is_refused(tmp_path):
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "no" / "x")
    with pytest.raises(OSError, match="directory"):
        write(link, b"")
    assert link.is_symlink()


@pytest.mark.parametrize("folder", ["no", "file"])
def test_a_folder_that_is_not_there(tmp_path, folder):
    (tmp_path / "file").write_text("")
    path = tmp_path / folder / "x.csv"
    with pytest.raises(OSError, match="directory") as missing:
        write(path, b"")
    assert (missing.value.filename, missing.value.filename2) == (str(path), None)
    assert message_of(missing.value).startswith(f"{path}: no")
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


@contextlib.contextmanager
def files_no_larger_than(size):
    """Let writing fail as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("name", ["a.csv", "a.csv.gz", "a.csv.zst"])
@pytest.mark.parametrize("size", [100, 10**6], ids=["at the end", "in the block"])
def test_a_write_that_fails_names_the_file(tmp_path, name, size):
    path = tmp_path / name
    path.write_bytes(b"old")
    with pytest.raises(OSError, match="File too large") as error, files_no_larger_than(50):
        write(path, os.urandom(size))
    assert (error.value.errno, error.value.filename) == (errno.EFBIG, str(path))
    assert message_of(error.value) == f"{path}: file too large. Make room, or write elsewhere."
    assert path.read_bytes() == b"old"
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_a_full_disk_at_the_last_step_names_the_file(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("pathlib.Path.replace", full)
    with pytest.raises(OSError, match="No space left") as error:
        write(tmp_path / "a.csv", b"new")
    assert error.value.filename == str(tmp_path / "a.csv")
    assert list(tmp_path.iterdir()) == []


def test_errors_about_other_files_are_left_alone(tmp_path):
    other = tmp_path / "other"
    with pytest.raises(FileNotFoundError) as error, replacing(tmp_path / "a.csv") as file:
        file.write(other.read_bytes())
    assert error.value.filename == str(other)
    with pytest.raises(ConnectionResetError) as lost, replacing(tmp_path / "a.csv"):
        raise ConnectionResetError(errno.ECONNRESET, "lost")
    assert lost.value.filename is None
    assert list(tmp_path.iterdir()) == []


def test_what_killed_processes_left_is_removed_when_nobody_can_be_at_it(tmp_path):
    long_ago = time.time() - 2 * ABANDONED
    names = {
        ".a.csv.0123456789abcdef.part": long_ago,  # left behind
        ".a.csv.fedcba9876543210.part": None,  # somebody may be writing it
        ".a.csv.notes.part": long_ago,  # no name that is made here
        ".b.csv.0123456789abcdef.part": long_ago,  # of another file
        "a.csv.0123456789abcdef.part": long_ago,
    }
    for name, when in names.items():
        (tmp_path / name).write_text("part")
        if when is not None:
            os.utime(tmp_path / name, (when, when))
    write(tmp_path / "a.csv", b"new")
    left = {file.name for file in tmp_path.iterdir()}
    assert left == {"a.csv", *names} - {".a.csv.0123456789abcdef.part"}


def test_a_clock_that_is_ahead_takes_no_file_from_one_that_writes(tmp_path, monkeypatch):
    path = tmp_path / "a.csv"
    later = time.time() + 2 * ABANDONED
    with replacing(path) as file:
        file.write(b"first")
        file.flush()
        monkeypatch.setattr("time.time", lambda: later)
        write(path, b"second")
        assert len(list(tmp_path.iterdir())) == 2
    assert path.read_bytes() == b"first"
    assert list(tmp_path.iterdir()) == [path]


def test_what_a_killed_process_has_held_is_held_no_more(tmp_path):
    code = (
        "import os, sys, pathlib; from trueness.data.files.whole_file import replacing\n"
        "with replacing(pathlib.Path(sys.argv[1])): os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "a.csv")], check=False)
    (left,) = tmp_path.iterdir()
    os.utime(left, (0, 0))
    write(tmp_path / "a.csv", b"new")
    assert [file.name for file in tmp_path.iterdir()] == ["a.csv"]


@pytest.mark.parametrize("name", ["page[1].html", f"{'é' * 120}.csv"])
def test_the_names_of_parts_are_those_that_are_looked_for(tmp_path, monkeypatch, name):
    monkeypatch.setattr("pathlib.Path.unlink", lambda *_, **__: None)  # as if the process were killed
    monkeypatch.setattr("pathlib.Path.replace", lambda *_: (_ for _ in ()).throw(OSError("killed")))
    with pytest.raises(OSError, match="killed"):
        write(tmp_path / name, b"new")
    monkeypatch.undo()
    (left,) = tmp_path.iterdir()
    assert left.name.endswith(".part")
    os.utime(left, (0, 0))
    write(tmp_path / name, b"new")
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_failed_write_removes_nothing_of_others(tmp_path):
    old = tmp_path / ".a.csv.0123456789abcdef.part"
    old.write_text("part")
    os.utime(old, (0, 0))
    with pytest.raises(ZeroDivisionError), replacing(tmp_path / "a.csv"):
        _ = 1 / 0
    assert list(tmp_path.iterdir()) == [old]


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_a_pipe_or_a_folder_is_not_replaced(tmp_path, make):
    path = tmp_path / "a.csv"
    make(path)
    with pytest.raises(OSError, match="only an ordinary file") as error:
        write(path, b"new")
    assert error.value.filename == str(path)
    assert not path.is_file()
    assert list(tmp_path.iterdir()) == [path]
